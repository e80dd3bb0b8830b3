import fc from "fast-check";
import { afterEach, expect, it } from "vitest";
import { FakeTabs } from "./testing/fake-tabs.ts";
import type { LiveServer } from "./testing/live-server.ts";
import {
  closed,
  DAY,
  event,
  freshDisk,
  newTab,
  opened,
  serverWith,
  settled,
  shown,
  started,
  update,
} from "./testing/stores.ts";

afterEach(() => closed(...opened.splice(0)));

const CALLS = ["accounts", "states", "calendars", "events", "tasks", "changes", "set"] as const;

/** Lets the scheduler decide when each request reaches the server, and when its answer arrives. */
function slowed(server: LiveServer, s: fc.Scheduler): void {
  for (const name of CALLS) {
    const real = (server[name] as (...given: unknown[]) => Promise<unknown>).bind(server);
    const slow = async (...given: unknown[]): Promise<unknown> => {
      await s.schedule(Promise.resolve(), `${name} is asked`);
      const answer = await real(...given);
      if (name === "set") void announceSet(server, s);
      await s.schedule(Promise.resolve(), `${name} is answered`);
      return answer;
    };
    (server as unknown as Record<string, unknown>)[name] = slow;
  }
}

/** Our own changes are announced as everybody's are, before or after their answer. */
async function announceSet(server: LiveServer, s: fc.Scheduler): Promise<void> {
  const { state } = server;
  await s.schedule(Promise.resolve(), "set is announced");
  for (const listener of server.listeners) listener.onChange({ A: { CalendarEvent: state, Task: state } });
}

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("elsewhere" as const), id: fc.constantFrom("a", "b", "c", "d") }),
    fc.record({ kind: fc.constant("gone" as const), id: fc.constantFrom("a", "b", "c", "d") }),
    fc.record({ kind: fc.constant("here" as const), id: fc.constantFrom("a", "b") }),
    fc.record({ kind: fc.constant("back" as const) }),
    fc.record({ kind: fc.constant("load" as const), day: fc.constantFrom(0, 60, 120) }),
    fc.record({ kind: fc.constant("away" as const) }),
  ),
  { minLength: 1, maxLength: 8 },
);

it("shows in the end what the server has, in whatever order answers and announcements come", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), steps, fc.boolean(), fc.boolean(), async (s, given, hasCopy, isRead) => {
      freshDisk();
      const server = serverWith("a", "b");
      if (hasCopy) await closed(await started(server));
      slowed(server, s);
      const store = newTab(server, new FakeTabs(), hasCopy ? {} : { openCopy: async () => undefined });
      const start = store.start().then(() => store.load(DAY, DAY + 7));
      // What happens early happens while the copy is being read, before anything is asked.
      if (isRead) await settled();
      const plan = given.map((step, at) => ({
        label: `${step.kind} ${String(at)}`,
        builder: async () => {
          if (step.kind === "elsewhere")
            server.elsewhere(step.id, {
              ...(server.stored.get(step.id) ?? event(step.id)),
              title: `${step.id}${at}`,
            });
          else if (step.kind === "gone" && server.stored.has(step.id)) server.elsewhere(step.id, undefined);
          else if (step.kind === "here" && store.snapshot.get().events.has(`A/${step.id}`))
            store.perform("x", [update(step.id, { priority: at })]);
          else if (step.kind === "back") store.undo();
          else if (step.kind === "load") void store.load(DAY + step.day, DAY + step.day + 7);
          else if (step.kind === "away") {
            server.goAway();
            server.comeBack();
          }
        },
      }));
      const done = s.scheduleSequence(plan).task;
      await s.waitFor(Promise.all([start, done]));
      do {
        await s.waitIdle();
        await settled();
      } while (s.count() > 0);
      const { conflicts } = store.snapshot.get();
      // Nobody here changes what another changes, but an event may be gone that somebody changes.
      expect(conflicts.filter(({ conflict }) => conflict.kind !== "gone")).toEqual([]);
      if (conflicts.length === 0)
        expect(shown(store)).toEqual([...server.stored.values()].map((it) => it.title ?? "").toSorted());
      await closed(store);
    }),
    { numRuns: 30 },
  );
});
