import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CalendarStore } from "./calendar-store.ts";
import { openCopy, wipeCopies } from "./copy/idb-copy.ts";
import type { LocalCopy } from "./copy/local-copy.ts";
import { FakeTabs } from "./testing/fake-tabs.ts";
import {
  closed,
  create,
  event,
  opened,
  serverWith,
  settled,
  shown,
  started,
  update,
  freshDisk,
} from "./testing/stores.ts";

beforeEach(freshDisk);
afterEach(() => closed(...opened.splice(0)));

/** A copy that stores the first writes, as of a page that goes after them. */
async function copyOf(writes: number): Promise<LocalCopy | undefined> {
  const copy = await openCopy("A");
  let left = writes;
  return (
    copy && {
      read: () => copy.read(),
      readQueue: () => copy.readQueue(),
      write: async (given) => left-- <= 0 || copy.write(given),
      writeChanges: async (given) => (left-- <= 0 ? undefined : copy.writeChanges(given)),
      close: () => copy.close(),
    }
  );
}

describe("undo and redo after the page was closed", () => {
  it("continue where they were: a done action can be undone, and an undone one redone", async () => {
    const server = serverWith("a");
    const before = await started(server);
    before.perform("n", [create("n")]);
    await settled();
    before.perform("a", [update("a", { title: "a2" })]);
    before.perform("a", [update("a", { title: "a3" })]);
    before.undo();
    await settled();
    await closed(before);
    const store = await started(server);
    expect(store.snapshot.get()).toMatchObject({ undoable: 2, redoable: 1 });
    expect(store.redo()).toBe("a");
    await settled();
    expect(shown(store)).toEqual(["a3", "n"]);
    for (const titles of [["a2", "n"], ["a", "n"], ["a"]]) {
      store.undo();
      await settled();
      expect(shown(store)).toEqual(titles);
    }
    expect(store.undo()).toBeUndefined();
    expect([...server.stored.keys()]).toEqual(["a"]);
  });

  it("undo what the server has done, after whichever write to the disk the page went", async () => {
    for (let writes = 0; writes <= 8; writes++) {
      freshDisk();
      const server = serverWith("a");
      const before = await started(server, new FakeTabs(), { openCopy: () => copyOf(writes) });
      before.perform("n", [create("n")]);
      await settled();
      await closed(before);
      const store = await started(server);
      await settled();
      expect(shown(store), String(writes)).toEqual(["a", "n"]);
      if (store.undo() === undefined) continue;
      await settled();
      expect(shown(store), String(writes)).toEqual(["a"]);
      await closed(store);
    }
  });

  it("know how many events an action changed, and count those of one as one", async () => {
    const server = serverWith("a", "b");
    const before = await started(server);
    before.perform("a", [update("a", { title: "a2" })]);
    const id = before.perform("2 events", [update("a", { title: "a3" }), update("b", { title: "b2" })], {
      count: 2,
    });
    await settled();
    await closed(before);
    const store = await started(server);
    expect(store.undoAbout(id)).toMatchObject({ tells: false, count: 2 });
    expect(store.redoAbout()).toMatchObject({ tells: false, count: 1 });
    store.undo();
    expect(store.redoAbout().count).toBe(2);
    expect(store.undoAbout().count).toBe(1);
    store.redo();
    expect(store.undoAbout().count).toBe(2);
    await settled();
    expect(shown(store)).toEqual(["a3", "b2"]);
  });

  it("reach back two hundred actions, the newest", async () => {
    const server = serverWith("a");
    const before = await started(server);
    for (let n = 1; n <= 205; n++) before.perform(String(n), [update("a", { priority: n })]);
    for (let turn = 0; turn < 40; turn++) await settled();
    await closed(before);
    const store = await started(server);
    expect(store.snapshot.get().undoable).toBe(200);
    for (let n = 205; n > 5; n--) expect(store.undo()).toBe(String(n));
    expect(store.undo()).toBeUndefined();
    for (let turn = 0; turn < 40; turn++) await settled();
    expect(server.stored.get("a")).toEqual(event("a", { priority: 5 }));
  });

  it("are the same in every tab, in the order in which things were done", async () => {
    const server = serverWith("a", "b");
    const tabs = new FakeTabs();
    const [one, two] = [await started(server, tabs), await started(server, tabs)];
    const first = one.perform("a", [update("a", { title: "a2" })]);
    await settled();
    two.perform("b", [update("b", { title: "b2" })]);
    await settled();
    expect([one, two].map((tab) => tab.snapshot.get().undoable)).toEqual([2, 2]);
    expect(one.undo(), "what the other tab did last").toBe("b");
    await settled();
    expect([shown(one), shown(two)]).toEqual([
      ["a2", "b"],
      ["a2", "b"],
    ]);
    expect(two.undo(first)).toBe("a");
    await settled();
    expect([one, two].map((tab) => tab.snapshot.get())).toMatchObject([
      { undoable: 0, redoable: 2 },
      { undoable: 0, redoable: 2 },
    ]);
    two.perform("a", [update("a", { title: "a3" })]);
    await settled();
    expect(one.redo(), "something else was done since").toBeUndefined();
    await closed(one, two);
    expect((await started(server)).snapshot.get()).toMatchObject({ undoable: 1, redoable: 0 });
  });

  it("send the server the state to which an update returns its event, also after the page was closed", async () => {
    const server = serverWith("a");
    const before = await started(server);
    before.perform("a", [update("a", { title: "a2" })]);
    await settled();
    server.elsewhere("b", event("b"));
    await settled();
    before.perform("a", [update("a", { title: "a3" })]);
    await settled();
    await closed(before);
    const store = await started(server);
    for (const _edit of ["a3", "a2"]) store.undo();
    await settled();
    store.redo();
    await settled();
    expect(server.sets.map(({ ifInState, undoTo }) => ({ ifInState, undoTo }))).toEqual([
      { ifInState: "0", undoTo: undefined },
      { ifInState: "2", undoTo: undefined },
      { ifInState: "3", undoTo: { a: "2" } },
      { ifInState: "4", undoTo: { a: "0" } },
      { ifInState: "5", undoTo: undefined },
    ]);
  });

  it("report actions that were done and undone while the server was away", async () => {
    const server = serverWith("a");
    const store = await started(server);
    server.goAway();
    store.perform("a", [update("a", { title: "a2" })]);
    store.undo();
    await settled();
    server.comeBack();
    await settled();
    expect(server.sets.map(({ undoTo }) => undoTo)).toEqual([undefined, { a: "0" }]);
    expect(shown(store)).toEqual(["a"]);
  });

  it("leave nothing behind for the next person who signs in", async () => {
    const server = serverWith("a");
    const store = await started(server);
    store.perform("a", [update("a", { title: "secret" })]);
    await settled();
    await closed(store);
    await wipeCopies(null, true);
    expect((await started(server)).snapshot.get().undoable).toBe(0);
  });
});

describe("a calendar that is hidden", () => {
  const hide = (store: CalendarStore, isVisible = false) =>
    store.setVisible("Elin", new Map([["A/c", isVisible]]));
  const isShown = (store: CalendarStore) => store.snapshot.get().calendars[0]?.isVisible;

  it("is hidden at once, waits for the server like everything else, and survives closing the browser", async () => {
    const server = serverWith("a");
    const before = await started(server);
    server.goAway();
    hide(before);
    before.perform("a", [update("a", { title: "a2" })]);
    expect(isShown(before)).toBe(false);
    expect(before.snapshot.get().waitingChanges).toMatchObject([
      { kind: "calendar", title: "Elin" },
      { kind: "update", title: "a" },
    ]);
    await settled();
    await closed(before);
    const store = await started(server);
    expect(isShown(store)).toBe(false);
    expect(server.calendarSets).toEqual([]);
    server.comeBack();
    await settled();
    expect(server.calendarSets).toEqual([{ c: { isVisible: false } }]);
    expect(isShown(store)).toBe(false);
    expect(server.stored.get("a")?.title).toBe("a2");
    expect(store.snapshot.get()).toMatchObject({ waiting: 0, conflicts: [] });
  });

  it("comes back by undo, in every tab, and goes again by redo", async () => {
    const server = serverWith("a");
    const tabs = new FakeTabs();
    const [one, two] = [await started(server, tabs), await started(server, tabs)];
    hide(two);
    hide(two);
    await settled();
    expect([one, two].map(isShown)).toEqual([false, false]);
    expect(server.calendarSets, "what is so already is not asked for").toHaveLength(1);
    expect(one.undo()).toBe("Elin");
    await settled();
    expect([one, two].map(isShown)).toEqual([true, true]);
    expect(two.redo()).toBe("Elin");
    await settled();
    expect([one, two].map(isShown)).toEqual([false, false]);
    expect(server.calendarSets).toHaveLength(3);
    expect(server.sets, "no event was touched").toEqual([]);
  });

  it("is shown again when the server refuses, and says why in every tab until the problem is dismissed", async () => {
    const server = serverWith("a");
    const store = await started(server);
    server.refusesCalendars = true;
    hide(store);
    expect(isShown(store)).toBe(false);
    await settled();
    expect(isShown(store)).toBe(true);
    expect(store.snapshot.get().waiting).toBe(0);
    const told = [{ name: "Elin", problem: { code: "forbidden" } }];
    expect(store.snapshot.get().refusedCalendars).toMatchObject(told);
    expect(shown(store), "no event is to blame").toEqual(["a"]);
    await closed(store);
    const again = await started(server);
    expect(again.snapshot.get().refusedCalendars, "nobody has seen it yet").toMatchObject(told);
    again.dismissProblem(again.snapshot.get().refusedCalendars[0]?.key ?? "");
    await settled();
    expect(again.snapshot.get().refusedCalendars).toEqual([]);
    expect(server.calendarSets).toEqual([]);
  });

  it("goes through when it is retried, and a refused change is dropped for another choice", async () => {
    const server = serverWith("a");
    const store = await started(server);
    server.refusesCalendars = true;
    hide(store);
    await settled();
    server.refusesCalendars = false;
    store.retryEvent(store.snapshot.get().refusedCalendars[0]?.key ?? "");
    await settled();
    expect([isShown(store), store.snapshot.get().refusedCalendars]).toEqual([false, []]);
    server.refusesCalendars = true;
    store.undo();
    await settled();
    expect(store.snapshot.get().refusedCalendars).toHaveLength(1);
    server.refusesCalendars = false;
    store.setVisible("Elin", new Map([["A/c", true]]));
    await settled();
    expect([isShown(store), store.snapshot.get().refusedCalendars]).toEqual([true, []]);
  });
});
