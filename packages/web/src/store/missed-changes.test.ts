import { failed, ok } from "@snart/calendar/result.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RemoteCalendar } from "../api/items/calendar-api.ts";
import type { ApiProblem } from "../api/problem.ts";
import type { PushListener, StateChange } from "../api/push.ts";
import { FakeTabs } from "./testing/fake-tabs.ts";
import { LiveServer } from "./testing/live-server.ts";
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

beforeEach(freshDisk);
afterEach(() => closed(...opened.splice(0)));

/**
 * Holds the answers of a call back, each with the data at the time of the request. Returns a function that releases
 * the oldest.
 */
function holdBack<K extends "events" | "calendars" | "accounts" | "changes" | "states">(
  server: LiveServer,
  call: K,
) {
  const held: (() => void)[] = [];
  const real = server[call] as (...given: unknown[]) => Promise<unknown>;
  const later = async (...given: unknown[]): Promise<unknown> => {
    const answer = await real(...given);
    await new Promise<void>((resolve) => held.push(resolve));
    return answer;
  };
  server[call] = later as LiveServer[K];
  return {
    isAsked: () => vi.waitFor(() => expect(held.length).toBeGreaterThan(0)),
    release: (at = 0) => held.splice(at, 1)[0]?.(),
    /** later requests are answered at once */
    end: () => {
      server[call] = real as LiveServer[K];
    },
  };
}

/**
 * A server that announces nothing until a test says that somebody is connected, and then announces the present states
 * first.
 */
class DeafServer extends LiveServer {
  calendarState = "1";
  #name = "Elin";
  #listener: PushListener | undefined;
  override listen = (listener: PushListener) => {
    this.#listener = listener;
    return () => true;
  };
  override calendars = () => {
    this.asked.push("calendars");
    const list: RemoteCalendar[] = [
      {
        id: "c",
        name: this.#name,
        color: "#269792",
        sortOrder: 0,
        isVisible: true,
        isSubscribed: true,
        isDefault: true,
        mayWrite: true,
        mayDelete: true,
      },
    ];
    return Promise.resolve(ok({ state: this.calendarState, list }));
  };
  override states = () => {
    this.asked.push("states");
    const state = this.state;
    return Promise.resolve(
      ok({ A: { Calendar: this.calendarState, CalendarEvent: state, Task: state, Reminder: state } }),
    );
  };
  renameCalendar(name: string): void {
    this.#name = name;
    this.calendarState = String(Number(this.calendarState) + 1);
  }
  connect(accountId = "A"): void {
    this.#listener?.onStatus(true);
    const states = { Calendar: this.calendarState, CalendarEvent: this.state, Task: this.state };
    this.#listener?.onChange({ [accountId]: states });
  }
}
const count = (server: LiveServer, name: string): number => server.asked.filter((it) => it === name).length;
const title = (store: { snapshot: { get(): { calendars: readonly { name: string }[] } } }) =>
  store.snapshot.get().calendars.map(({ name }) => name);

describe("a change that is announced while the first days are on their way", () => {
  it("is fetched once they are here", async () => {
    const server = serverWith("a");
    const store = newTab(server, new FakeTabs());
    const days = holdBack(server, "events");
    await store.start();
    void store.load(DAY, DAY + 7);
    await days.isAsked();
    server.elsewhere("b", event("b"));
    await settled();
    expect(shown(store)).toEqual([]);
    days.release();
    await settled();
    expect(shown(store)).toEqual(["a", "b"]);
    expect(count(server, "changes")).toBe(1);
  });

  it("is fetched by a tab that hears of it from the one that leads", async () => {
    const [server, tabs] = [serverWith("a"), new FakeTabs()];
    const leader = await started(server, tabs, { openCopy: async () => undefined });
    const store = newTab(server, tabs, { openCopy: async () => undefined });
    const days = holdBack(server, "events");
    await store.start();
    void store.load(DAY, DAY + 7);
    await days.isAsked();
    server.elsewhere("b", event("b"));
    await settled();
    days.release();
    await settled();
    for (const tab of [leader, store]) expect(shown(tab)).toEqual(["a", "b"]);
  });

  it("is not asked for when it is among them already", async () => {
    const server = serverWith("a");
    const store = await started(server);
    expect(shown(store)).toEqual(["a"]);
    expect(count(server, "changes")).toBe(0);
  });
});

describe("an answer that comes late", () => {
  it("does not replace announced data with older data", async () => {
    const server = serverWith("a", "b");
    const store = await started(server);
    const days = holdBack(server, "events");
    void store.load(DAY + 60, DAY + 67);
    await days.isAsked();
    server.elsewhere("a", event("a", { title: "renamed" }));
    server.elsewhere("b", undefined);
    await settled();
    expect(shown(store)).toEqual(["renamed"]);
    days.release();
    await settled();
    expect(shown(store)).toEqual(["renamed"]);
  });

  it("has the rest fetched if it is newer than the rest", async () => {
    const server = new DeafServer();
    server.stored.set("a", event("a"));
    const store = await started(server);
    server.elsewhere("a", undefined);
    server.elsewhere("b", event("b"));
    await store.load(DAY + 60, DAY + 67);
    await settled();
    expect(shown(store)).toEqual(["b"]);
    expect(count(server, "changes")).toBe(1);
  });

  it("does not show a calendar again that was hidden meanwhile", async () => {
    const server = serverWith("a");
    const store = await started(server);
    const calendars = holdBack(server, "calendars");
    for (const listener of server.listeners) listener.onChange({ A: { Calendar: "2" } });
    await calendars.isAsked();
    calendars.end();
    store.setVisible("Elin", new Map([["A/c", false]]));
    await settled();
    expect(store.snapshot.get().waiting).toBe(0);
    const seen = new Set<boolean | undefined>();
    const end = store.snapshot.subscribe(() => seen.add(store.snapshot.get().calendars[0]?.isVisible));
    calendars.release();
    await settled();
    end();
    expect([...seen]).toEqual([false]);
  });

  it("does not put older calendars in the place of newer ones", async () => {
    const server = new DeafServer();
    const store = await started(server);
    const calendars = holdBack(server, "calendars");
    server.renameCalendar("Second");
    server.connect();
    await calendars.isAsked();
    calendars.end();
    server.renameCalendar("Third");
    server.connect();
    await settled();
    expect(title(store)).toEqual(["Third"]);
    calendars.release();
    await settled();
    expect(title(store)).toEqual(["Third"]);
  });
});

describe("a change that comes before the page follows changes", () => {
  it("is found by the states announced first; nothing with the same state is fetched", async () => {
    const server = new DeafServer();
    server.stored.set("a", event("a"));
    const store = await started(server);
    server.connect();
    await settled();
    const asked = server.asked.length;
    server.connect();
    await settled();
    // The return of the server has the states compared.
    expect(server.asked.slice(asked)).toEqual(["states"]);
    server.elsewhere("b", event("b"));
    server.renameCalendar("Home");
    await settled();
    expect(shown(store)).toEqual(["a"]);
    server.connect();
    await settled();
    expect(shown(store)).toEqual(["a", "b"]);
    expect(title(store)).toEqual(["Home"]);
  });

  it("is found when they come while calendars are being fetched", async () => {
    const server = new DeafServer();
    const calendars = holdBack(server, "calendars");
    const store = newTab(server, new FakeTabs());
    void store.start();
    await calendars.isAsked();
    server.renameCalendar("Home");
    server.connect();
    await settled();
    calendars.end();
    calendars.release();
    await settled();
    expect(title(store)).toEqual(["Home"]);
    expect(count(server, "calendars")).toBe(2);
  });

  it("is an account that came into reach while the accounts were being fetched", async () => {
    const server = new DeafServer();
    const accounts = holdBack(server, "accounts");
    const store = newTab(server, new FakeTabs());
    void store.start();
    await accounts.isAsked();
    const both = ["A", "B"].map((id) => ({ id, name: id, isPersonal: id === "A", isReadOnly: false }));
    accounts.end();
    const before = server.accounts;
    server.accounts = () => {
      void before();
      return Promise.resolve(ok({ accounts: both, primaryId: "A" }));
    };
    server.connect("B");
    await settled();
    accounts.release();
    await settled();
    expect(store.snapshot.get().calendars.map(({ accountId }) => accountId)).toEqual(["A", "B"]);
    expect(count(server, "accounts")).toBe(2);
  });

  it("is no longer requested when it cannot be reached either", async () => {
    const server = new DeafServer();
    const store = await started(server);
    server.connect("gone");
    await settled();
    expect(count(server, "accounts")).toBe(2);
    expect(title(store)).toEqual(["Elin"]);
  });

  it("has the notices looked up as well", async () => {
    const server = new DeafServer();
    const onNotices = vi.fn();
    await started(server, new FakeTabs(), { onNotices });
    expect(onNotices).not.toHaveBeenCalled();
    server.connect();
    await settled();
    expect(onNotices).toHaveBeenCalledTimes(1);
  });

  it("is found by the tab that leads after another has gone", async () => {
    const [server, tabs] = [new DeafServer(), new FakeTabs()];
    server.stored.set("a", event("a"));
    const first = await started(server, tabs);
    const second = await started(server, tabs);
    await closed(first);
    server.elsewhere("b", event("b"));
    server.renameCalendar("Home");
    await settled();
    server.connect();
    await settled();
    expect(shown(second)).toEqual(["a", "b"]);
    expect(title(second)).toEqual(["Home"]);
  });
});

it("says that the person's own calendars have changed elsewhere, and with them perhaps the default one", async () => {
  const server = new LiveServer();
  const onOwnCalendars = vi.fn();
  await started(server, new FakeTabs(), { onOwnCalendars });
  const say = (changed: StateChange): void => {
    for (const listener of server.listeners) listener.onChange(changed);
  };
  say({ A: { CalendarEvent: "9" } });
  await settled();
  expect(onOwnCalendars).not.toHaveBeenCalled();
  say({ A: { Calendar: "new" } });
  await settled();
  expect(onOwnCalendars).toHaveBeenCalledTimes(1);
});

describe("a change that is announced while the states are on their way after a start from disk", () => {
  it("is fetched, though the states that come later are older", async () => {
    const server = serverWith("a");
    await closed(await started(server));
    const store = newTab(server, new FakeTabs());
    const states = holdBack(server, "states");
    void store.start();
    await states.isAsked();
    server.elsewhere("b", event("b"));
    await settled();
    states.release();
    await settled();
    expect(shown(store)).toEqual(["a", "b"]);
  });
});

describe("a change of our own while a sync is under way", () => {
  it("is compared and sent after it: what was asked before may be older than our last change", async () => {
    const server = serverWith("a");
    const store = await started(server);
    const changes = holdBack(server, "changes");
    for (const listener of server.listeners) listener.onChange({ A: { CalendarEvent: "another" } });
    await changes.isAsked();
    store.perform("mine", [update("a", { priority: 1 })]);
    await settled();
    expect(server.sets).toEqual([]);
    expect(store.snapshot.get().events.get("A/a")?.event.priority).toBe(1);
    changes.release();
    changes.end();
    await settled();
    expect(server.stored.get("a")?.priority).toBe(1);
    expect(store.snapshot.get()).toMatchObject({ waiting: 0, conflicts: [] });
  });
});

describe("a request that is not answered while the connection stays open", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
  afterEach(() => void vi.useRealTimers());
  const later = async (ms: number): Promise<void> => {
    for (let at = 0; at < ms; at += 100) await vi.advanceTimersByTimeAsync(100);
  };
  const opening = async (server: LiveServer) => {
    const store = newTab(server, new FakeTabs(), { openCopy: async () => undefined });
    await store.start();
    void store.load(DAY, DAY + 7);
    await later(500);
    return store;
  };

  it("is made again after a pause: what was announced is there", async () => {
    const server = serverWith("a");
    const store = await opening(server);
    const changes = server.changes;
    const problems: readonly ApiProblem[] = [
      { kind: "unreachable" },
      { kind: "refused", status: 429, code: "x", fields: {} },
    ];
    for (const problem of problems) {
      server.changes = (async () => failed(problem)) as LiveServer["changes"];
      server.elsewhere(problem.kind, event(problem.kind));
      await later(300);
      expect(shown(store)).not.toContain(problem.kind);
      server.changes = changes;
      await later(2_000);
      expect(shown(store)).toContain(problem.kind);
    }
    expect(store.snapshot.get().isOnline).toBe(true);
  });

  it("is made again for days on screen", async () => {
    const server = serverWith("a");
    const store = await opening(server);
    const events = server.events;
    server.events = async () => failed({ kind: "unreachable" });
    const leave = store.look(DAY + 365, DAY + 372);
    server.stored.set("next", event("next", { start: "2027-11-25T10:00:00" }));
    await later(300);
    server.events = events;
    await later(4_000);
    expect(shown(store)).toContain("next");
    leave();
  });

  it("is made again for a change of one's own, with growing pauses", async () => {
    const server = serverWith("a");
    const store = await opening(server);
    const set = server.set;
    let tries = 0;
    server.set = async () => (tries++, failed({ kind: "unreachable" }));
    store.perform("a", [update("a", { title: "mine" })]);
    await later(60_000);
    expect(tries).toBeGreaterThan(4);
    expect(tries).toBeLessThan(9);
    server.set = set;
    await later(80_000);
    expect(server.stored.get("a")?.title).toBe("mine");
    expect(store.snapshot.get()).toMatchObject({ waiting: 0, isOnline: true });
  });
});
