import { failed, ok } from "@snart/calendar/result.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { applyPatch } from "@snart/calendar/jscalendar/patch.ts";
import { describe, expect, it, vi } from "vitest";
import type { EventSet, EventSetResult } from "../api/items/calendar-api.ts";
import type { ApiProblem } from "../api/problem.ts";
import type { PushListener } from "../api/push.ts";
import type { CalendarRemote } from "./remote/calendar-remote.ts";
import { CalendarStore } from "./calendar-store.ts";
// Comes with the first change otherwise, which takes longer than a test waits.
import "./queue/change-sender.ts";
import { inverseOf } from "./queue/change.ts";
import { MAX_UNDO } from "./queue/undo-stack.ts";

const DAY = 20_780;
const event = (id: string, title = id): JSEvent => ({
  "@type": "Event",
  id,
  uid: id,
  title,
  start: "2026-11-23T10:00:00",
  duration: "PT1H",
  timeZone: "Europe/Stockholm",
  calendarIds: { c: true },
});

/** A server of one account that a test can make unreachable, or make refuse. */
class FakeServer implements CalendarRemote {
  readonly stored = new Map<string, JSEvent>();
  readonly trash = new Map<string, JSEvent>();
  state = 1;
  asked: string[] = [];
  problem: ApiProblem | undefined;
  refusal: ApiProblem | undefined;
  listener: PushListener | undefined;
  changedSince: { readonly changed: JSEvent[]; readonly destroyed: string[] } = {
    changed: [],
    destroyed: [],
  };
  isTooOld = false;

  answer<T>(name: string, value: () => T) {
    this.asked.push(name);
    return Promise.resolve(this.problem ? failed(this.problem) : ok(value()));
  }
  accounts = () =>
    this.answer("accounts", () => ({
      accounts: [{ id: "A", name: "Elin", isPersonal: true, isReadOnly: false }],
      primaryId: "A",
    }));
  states = () => this.answer("states", () => ({ A: { Calendar: "1", CalendarEvent: String(this.state) } }));
  calendars = () =>
    this.answer("calendars", () => ({
      state: "1",
      list: [
        {
          id: "c",
          name: "Elin",
          color: "#269792",
          sortOrder: 0,
          isVisible: true,
          isSubscribed: true,
          isDefault: true,
          mayWrite: true,
          mayDelete: true,
        },
      ],
    }));
  events = () =>
    this.answer("events", () => ({ state: String(this.state), list: [...this.stored.values()] }));
  tasks = () => Promise.resolve(ok({ state: String(this.state), list: [] }));
  changes = (_account: string, since: string) => {
    this.asked.push(`changes ${since}`);
    if (this.isTooOld) {
      this.isTooOld = false;
      const problem: ApiProblem = {
        kind: "refused",
        status: 200,
        code: "cannotCalculateChanges",
        fields: {},
      };
      return Promise.resolve(failed(problem));
    }
    return Promise.resolve(ok({ state: String(this.state), ...this.changedSince }));
  };
  eventsById = (_account: string, ids: readonly string[]) =>
    this.answer("eventsById", () => ids.flatMap((id) => this.stored.get(id) ?? []));
  eventsByUid = (_account: string, uid: string) =>
    this.answer("eventsByUid", () => [...this.stored.values()].filter((it) => it.uid === uid));
  set = (_account: string, { create = {}, update = {}, destroy = [] }: EventSet) =>
    this.answer("set", (): EventSetResult => {
      const oldState = String(this.state);
      const refused: Record<string, ApiProblem> = {};
      const created: Record<string, Record<string, unknown>> = {};
      const ids = [...Object.keys(create), ...Object.keys(update), ...destroy];
      if (this.refusal) for (const id of ids) refused[id] = this.refusal;
      else {
        this.state++;
        for (const [name, made] of Object.entries(create)) {
          this.stored.set(`s${this.state}`, { ...made, id: `s${this.state}` });
          created[name] = { id: `s${this.state}` };
        }
        for (const [id, patch] of Object.entries(update)) {
          const patched = applyPatch(this.stored.get(id) as JSEvent, patch);
          if (patched.ok) this.stored.set(id, patched.value);
        }
        for (const id of destroy) {
          this.trash.set(id, this.stored.get(id) as JSEvent);
          this.stored.delete(id);
        }
      }
      return { oldState, newState: String(this.state), created, updated: {}, refused };
    });
  restore = (_account: string, ids: readonly string[]) =>
    this.answer("restore", () => ids.map((id) => this.trash.get(id) as JSEvent));
  setCalendars = () => this.answer("setCalendars", () => null);
  setProfile = () => this.answer("setProfile", () => undefined);
  listen = (listener: PushListener) => {
    this.listener = listener;
    return () => undefined;
  };
}

async function started(...titles: string[]) {
  const server = new FakeServer();
  for (const title of titles) server.stored.set(title, event(title));
  const store = new CalendarStore({
    remote: server,
    timeZone: "Europe/Stockholm",
    now: () => 1000,
    onSignedOut: vi.fn(),
  });
  await store.start();
  await store.load(DAY, DAY + 7);
  server.asked = [];
  const titlesShown = () =>
    [...store.snapshot.get().events.values()]
      .map((it) => it.event.title ?? "")
      .toSorted((a, b) => (a < b ? -1 : 1));
  return { server, store, titlesShown };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
const away: ApiProblem = { kind: "unreachable" };
const no: ApiProblem = { kind: "refused", status: 200, code: "forbidden", fields: {} };

describe("fetching", () => {
  it("asks for days once, and again only for others", async () => {
    const { server, store } = await started("a");
    await store.load(DAY, DAY + 7);
    expect(server.asked).toEqual([]);
    await store.load(DAY + 365, DAY + 366);
    expect(server.asked).toEqual(["events"]);
  });

  it("requests days again that could not be fetched", async () => {
    const { server, store, titlesShown } = await started();
    server.problem = away;
    await store.load(DAY + 365, DAY + 366);
    expect(store.snapshot.get().isOnline).toBe(false);
    server.problem = undefined;
    server.stored.set("later", event("later"));
    await store.load(DAY + 365, DAY + 366);
    expect(titlesShown()).toEqual(["later"]);
    expect(store.snapshot.get().isOnline).toBe(true);
  });

  it("says that it failed only when nothing is known yet", async () => {
    const server = new FakeServer();
    server.problem = away;
    const store = new CalendarStore({ remote: server, timeZone: "UTC", now: () => 0, onSignedOut: vi.fn() });
    await store.start();
    expect(store.snapshot.get()).toMatchObject({ phase: "failed", problem: away });
    server.problem = undefined;
    await store.retry();
    expect(store.snapshot.get()).toMatchObject({ phase: "ready", problem: null });
  });
});

describe("changes made elsewhere", () => {
  it("appear and disappear when they are announced", async () => {
    const { server, store, titlesShown } = await started("a", "b");
    server.state = 9;
    server.changedSince = { changed: [event("a", "renamed")], destroyed: ["b"] };
    server.listener?.onChange({ A: { CalendarEvent: "9" } });
    await settled();
    expect(titlesShown()).toEqual(["renamed"]);
    expect(server.asked).toEqual(["changes 1"]);
    server.listener?.onChange({ A: { CalendarEvent: "9" } });
    await settled();
    expect(server.asked).toEqual(["changes 1"]);
    expect(store.snapshot.get().waiting).toBe(0);
  });

  it("are read again when the copy is too old", async () => {
    const { server, titlesShown } = await started("a");
    server.isTooOld = true;
    server.stored.delete("a");
    server.stored.set("new", event("new"));
    server.listener?.onChange({ A: { CalendarEvent: "7" } });
    await settled();
    expect(titlesShown()).toEqual(["new"]);
  });
});

describe("the person's own changes", () => {
  it("show at once and are not fetched back", async () => {
    const { server, store, titlesShown } = await started("a");
    store.perform("a", [{ kind: "update", key: "A/a", patch: { title: "mine" } }]);
    expect(titlesShown()).toEqual(["mine"]);
    expect(store.snapshot.get().events.get("A/a")?.savingSince).toBe(1000);
    await settled();
    expect(store.snapshot.get().events.get("A/a")?.savingSince).toBeNull();
    expect(server.stored.get("a")?.title).toBe("mine");
    server.listener?.onChange({ A: { CalendarEvent: String(server.state) } });
    await settled();
    expect(server.asked).toEqual(["set"]);
  });

  it("are undone when refused, and say so", async () => {
    const { server, store, titlesShown } = await started("a");
    server.refusal = no;
    store.perform("a", [{ kind: "update", key: "A/a", patch: { title: "mine" } }]);
    await settled();
    expect(titlesShown()).toEqual(["a"]);
    expect(store.snapshot.get().events.get("A/a")?.problem).toEqual(no);
    server.refusal = undefined;
    store.retryEvent("A/a");
    await settled();
    expect(titlesShown()).toEqual(["mine"]);
    expect(store.snapshot.get().events.get("A/a")?.problem).toBeNull();
  });

  it("keep a refused new event in sight until it is dismissed", async () => {
    const { server, store, titlesShown } = await started();
    server.refusal = no;
    store.perform("n", [{ kind: "create", key: "A/new-1", event: event("new-1", "n") }]);
    await settled();
    expect(titlesShown()).toEqual(["n"]);
    store.dismissProblem("A/new-1");
    expect(titlesShown()).toEqual([]);
    expect(server.stored.size).toBe(0);
  });

  it("wait in order while the server is away", async () => {
    const { server, store, titlesShown } = await started("a");
    server.problem = away;
    store.perform("a", [{ kind: "update", key: "A/a", patch: { title: "first" } }]);
    store.perform("n", [{ kind: "create", key: "A/new-1", event: event("new-1", "n") }]);
    store.perform("n", [{ kind: "update", key: "A/new-1", patch: { title: "n2" } }]);
    await settled();
    expect(store.snapshot.get()).toMatchObject({ waiting: 3, isOnline: false });
    expect(titlesShown()).toEqual(["first", "n2"]);
    server.problem = undefined;
    server.listener?.onStatus(true);
    await settled();
    expect(store.snapshot.get()).toMatchObject({ waiting: 0, isOnline: true });
    expect(
      [...server.stored.values()].map((it) => it.title ?? "").toSorted((a, b) => (a < b ? -1 : 1)),
    ).toEqual(["first", "n2"]);
    expect(titlesShown()).toEqual(["first", "n2"]);
  });
});

it("an inverse fits the server's event, which has no empty overrides to add one to", () => {
  const one = { "2026-11-30T10:00:00": { excluded: true } };
  const before: JSEvent = { ...event("a"), recurrenceOverrides: one };
  const patch = { "recurrenceOverrides/2026-11-30T10:00:00": null };
  expect(inverseOf({ kind: "update", key: "A/a", patch }, before)).toEqual({
    kind: "update",
    key: "A/a",
    patch: { recurrenceOverrides: one },
  });
});

describe("undo", () => {
  it("undoes changing, making and deleting, newest first", async () => {
    const { server, store, titlesShown } = await started("a");
    store.perform("a", [{ kind: "update", key: "A/a", patch: { title: "b", description: "x" } }]);
    store.perform("n", [{ kind: "create", key: "A/new-1", event: event("new-1", "n") }]);
    await settled();
    store.perform("b", [{ kind: "destroy", key: "A/a" }]);
    await settled();
    expect(titlesShown()).toEqual(["n"]);
    expect(store.undo()).toBe("b");
    await settled();
    expect(titlesShown()).toEqual(["b", "n"]);
    expect(server.asked).toContain("restore");
    store.undo();
    await settled();
    expect(titlesShown()).toEqual(["b"]);
    store.undo();
    await settled();
    expect(server.stored.size).toBe(0);
    expect(store.snapshot.get().events.get("A/a")?.event).toEqual(event("a"));
    expect(store.undo()).toBeUndefined();
  });

  it("undoes a certain action by its id, once", async () => {
    const { store, titlesShown } = await started("a", "b");
    const first = store.perform("a", [{ kind: "update", key: "A/a", patch: { title: "a2" } }]);
    store.perform("b", [{ kind: "update", key: "A/b", patch: { title: "b2" } }]);
    store.undo(first);
    await settled();
    expect(titlesShown()).toEqual(["a", "b2"]);
    expect(store.undo(first)).toBeUndefined();
  });

  it("remembers more than a hundred actions, and not without end", async () => {
    const { store } = await started("a");
    for (let i = 0; i < MAX_UNDO + 20; i++)
      store.perform("a", [{ kind: "update", key: "A/a", patch: { title: `t${i}` } }]);
    expect(store.snapshot.get().undoable).toBe(MAX_UNDO);
    expect(MAX_UNDO).toBeGreaterThanOrEqual(100);
    for (let i = 0; i < 100; i++) store.undo();
    expect(store.snapshot.get().events.get("A/a")?.event.title).toBe(`t${MAX_UNDO + 19 - 100}`);
  });
});

describe("calendars", () => {
  it("are hidden at once", async () => {
    const { store, server } = await started("a");
    store.setVisible("Elin", new Map([["A/c", false]]));
    expect(store.snapshot.get().calendars[0]?.isVisible).toBe(false);
    await settled();
    expect(server.asked).toEqual(["setCalendars"]);
  });
});
