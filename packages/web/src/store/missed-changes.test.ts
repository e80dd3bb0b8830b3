import { ok } from "@snart/calendar/result.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RemoteCalendar } from "../api/items/calendar-api.ts";
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
} from "./testing/stores.ts";

beforeEach(freshDisk);
afterEach(() => closed(...opened.splice(0)));

/**
 * Holds the answers of a call back, each with the data at the time of the request. Returns a function that releases
 * the oldest.
 */
function holdBack<K extends "events" | "calendars" | "accounts" | "changes">(server: LiveServer, call: K) {
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
  expect(onOwnCalendars).not.toHaveBeenCalled();
  say({ A: { Calendar: "new" } });
  expect(onOwnCalendars).toHaveBeenCalledTimes(1);
});
