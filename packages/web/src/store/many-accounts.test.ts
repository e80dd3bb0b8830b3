import { failed, ok } from "@snart/calendar/result.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ApiProblem } from "../api/problem.ts";
import { FakeTabs } from "./testing/fake-tabs.ts";
import { LiveServer } from "./testing/live-server.ts";
import { closed, DAY, event, freshDisk, opened, settled, shown, started } from "./testing/stores.ts";

beforeEach(freshDisk);
afterEach(() => closed(...opened.splice(0)));

/** A server of several accounts with one event each, that notes of which account it is asked for what. */
class Office extends LiveServer {
  readonly people: string[];
  readonly states_ = new Map<string, number>();
  constructor(...people: string[]) {
    super();
    this.people = people;
  }
  #note<T>(name: string, accountId: string, value: T) {
    this.asked.push(`${name} ${accountId}`);
    return Promise.resolve(ok(value));
  }
  stateOf(id: string): string {
    return String(this.states_.get(id) ?? 1);
  }
  /** Somebody changes their event, or shares for the first time. */
  changes_(id: string): void {
    this.states_.set(id, Number(this.stateOf(id)) + 1);
    const state = this.stateOf(id);
    for (const listener of this.listeners)
      listener.onChange({ [id]: { Calendar: state, CalendarEvent: state, Task: state } });
  }
  override accounts = () => {
    this.asked.push("accounts");
    const accounts = this.people.map((id) => ({ id, name: id, isPersonal: id === "A", isReadOnly: false }));
    return Promise.resolve(ok({ accounts, primaryId: "A" }));
  };
  override states = () => {
    this.asked.push("states");
    const states = this.people.map((id) => {
      const state = this.stateOf(id);
      return [id, { Calendar: state, CalendarEvent: state, Task: state }] as const;
    });
    return Promise.resolve(ok(Object.fromEntries(states)));
  };
  override calendars = (id = "") =>
    this.#note("calendars", id, {
      state: this.stateOf(id),
      list: [
        {
          id: "c",
          name: id,
          color: null,
          sortOrder: 0,
          isVisible: true,
          isSubscribed: true,
          isDefault: true,
          mayWrite: id === "A",
          mayDelete: false,
        },
      ],
    });
  override events = (id = "") => {
    const list = [event("e", { title: `${id} ${this.stateOf(id)}` })];
    return this.#note("events", id, { state: this.stateOf(id), list });
  };
  override tasks = (id = "") => this.#note("tasks", id, { state: this.stateOf(id), list: [] });
  override changes = (id: string) =>
    this.#note("changes", id, {
      state: this.stateOf(id),
      changed: [event("e", { title: `${id} ${this.stateOf(id)}` })],
      destroyed: [],
    });
}

it("fetches of one more person who shares what that person has, and nothing else", async () => {
  const server = new Office("A", "B", "C");
  const store = await started(server);
  await store.load(DAY + 200, DAY + 207);
  await settled();
  server.asked.length = 0;
  server.people.push("D");
  server.changes_("D");
  await settled();
  expect(server.asked.toSorted()).toEqual(["accounts", "calendars D", "events D", "events D", "tasks D"]);
  expect(shown(store)).toEqual(["A 1", "B 1", "C 1", "D 2"]);
  expect(store.snapshot.get().calendars.map(({ accountId }) => accountId)).toEqual(["A", "B", "C", "D"]);
});

it("asks at the next start for the changes of those alone that have any", async () => {
  const server = new Office("A", "B", "C");
  await closed(await started(server));
  server.asked.length = 0;
  server.changes_("B");
  const store = await started(server);
  expect(server.asked).toEqual(["accounts", "states", "calendars B", "changes B"]);
  expect(shown(store)).toEqual(["A 1", "B 2", "C 1"]);
});

it("reads one account anew whose changes are no longer known, and no other", async () => {
  const server = new Office("A", "B", "C");
  const store = await started(server);
  server.asked.length = 0;
  const problem: ApiProblem = { kind: "refused", status: 200, code: "cannotCalculateChanges", fields: {} };
  const tooOld: LiveServer["changes"] = () => Promise.resolve(failed(problem) as never);
  server.changes = tooOld as Office["changes"];
  server.changes_("B");
  await settled();
  expect(server.asked.toSorted()).toEqual(["calendars B", "events B", "tasks B"]);
  expect(shown(store)).toEqual(["A 1", "B 2", "C 1"]);
});

it("lets go of an account that was lost while the page was away", async () => {
  const server = new Office("A", "B");
  const store = await started(server, new FakeTabs());
  server.people.pop();
  server.goAway();
  server.isAway = false;
  for (const listener of server.listeners) listener.onStatus(true);
  await settled();
  expect(shown(store)).toEqual(["A 1"]);
});
