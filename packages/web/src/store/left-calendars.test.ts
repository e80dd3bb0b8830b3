import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CalendarStore } from "./calendar-store.ts";
import {
  closed,
  event,
  freshDisk,
  opened,
  serverWith,
  settled,
  shown,
  started,
  update,
} from "./testing/stores.ts";
import type { LiveServer } from "./testing/live-server.ts";

beforeEach(freshDisk);
afterEach(() => closed(...opened.splice(0)));

/** Changes the calendar as settings or another client would: the server announces it to all. */
async function subscribe(server: LiveServer, isSubscribed: boolean): Promise<void> {
  await server.setCalendars("A", { c: { isSubscribed } });
  for (const listener of server.listeners) listener.onChange({ A: { Calendar: `now ${isSubscribed}` } });
  await settled();
}
const serverWithTask = (): LiveServer => {
  const server = serverWith("a");
  server.stored.set("t", { ...event("t"), "@type": "Task" } as unknown as JSEvent);
  return server;
};
const seen = (store: CalendarStore) => {
  const { calendars, tasks } = store.snapshot.get();
  return { calendars: calendars.map(({ id }) => id), events: shown(store), tasks: [...tasks.keys()] };
};
const ALL = { calendars: ["c"], events: ["a"], tasks: ["A/t"] };
const NOTHING = { calendars: [], events: [], tasks: [] };

describe("a calendar that is left", () => {
  it("disappears with its events, and returns at once without fetching them again", async () => {
    const server = serverWithTask();
    const store = await started(server);
    await settled();
    expect(seen(store)).toEqual(ALL);
    await subscribe(server, false);
    expect(seen(store)).toEqual(NOTHING);
    server.elsewhere("b", event("b"));
    await settled();
    expect(seen(store)).toEqual(NOTHING);
    server.asked.length = 0;
    await subscribe(server, true);
    expect(seen(store)).toEqual({ ...ALL, events: ["a", "b"] });
    expect(server.asked).toEqual(["setCalendars", "calendars"]);
  });

  it("is not there at the next start without the server either", async () => {
    const server = serverWithTask();
    const before = await started(server);
    await subscribe(server, false);
    await closed(before);
    server.isAway = true;
    const store = await started(server);
    expect(store.snapshot.get()).toMatchObject({ phase: "ready", isOnline: false });
    expect(seen(store)).toEqual(NOTHING);
  });

  it("can be left and restored without the server, and stays so when the server returns", async () => {
    const server = serverWithTask();
    const store = await started(server);
    await settled();
    server.goAway();
    const leaving = { kind: "calendar", key: "A/calendars/c", name: "Elin" } as const;
    const leave = { ...leaving, patch: { isSubscribed: false }, was: { isSubscribed: true } };
    const action = store.perform("Elin", [leave]);
    await settled();
    expect(seen(store)).toEqual(NOTHING);
    store.undo(action);
    await settled();
    expect(seen(store)).toEqual(ALL);
    store.perform("Elin", [leave]);
    server.comeBack();
    await settled();
    expect(seen(store)).toEqual(NOTHING);
    expect(server.calendarSets.at(-1)).toEqual({ c: { isSubscribed: false } });
  });

  it("keeps the changes made in it before", async () => {
    const server = serverWithTask();
    const store = await started(server);
    server.goAway();
    store.perform("a", [update("a", { title: "mine" })]);
    server.comeBack();
    await subscribe(server, false);
    expect(server.stored.get("a")?.title).toBe("mine");
    store.undo();
    await settled();
    expect(server.stored.get("a")?.title).toBe("a");
    expect(seen(store)).toEqual(NOTHING);
  });
});
