import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { wipeCopies } from "./copy/idb-copy.ts";
import { keepMine, keepTheirs } from "./queue/resolve-conflict.ts";
import type { JoinTabs } from "./tabs/tab-group.ts";
import { FakeTabs } from "./testing/fake-tabs.ts";
import {
  closed,
  create,
  DAY,
  event,
  newTab,
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

describe("the next start", () => {
  it("shows the copy before the server has answered, and then asks only for changes", async () => {
    const server = serverWith("a", "b");
    await closed(await started(server));
    server.elsewhere("b", undefined);
    server.elsewhere("n", event("n"));
    server.asked.length = 0;
    const store = newTab(server, new FakeTabs());
    const answer = Promise.withResolvers<void>();
    const accounts = server.accounts;
    server.accounts = async () => answer.promise.then(accounts);
    const start = store.start();
    await settled();
    expect(store.snapshot.get().phase).toBe("ready");
    expect(shown(store)).toEqual(["a", "b"]);
    answer.resolve();
    await start;
    await store.load(DAY, DAY + 7);
    await settled();
    expect(shown(store)).toEqual(["a", "n"]);
    expect(server.asked).toEqual(["accounts", "states", "changes"]);
  });

  it("shows all that was there also if the tab came to lead only after it had read the copy", async () => {
    const server = serverWith("a");
    const tabs = new FakeTabs();
    let lead = (): void => undefined;
    const joinTabs: JoinTabs = (listener) => {
      let leads = false;
      lead = () => {
        leads = true;
        listener.onLead(false);
      };
      const group = tabs.join({ ...listener, onLead: () => undefined });
      return {
        get isLeader() {
          return leads;
        },
        post: (message) => group.post(message),
        leave: () => group.leave(),
      };
    };
    const store = newTab(server, tabs, { joinTabs });
    await store.start();
    await store.load(DAY, DAY + 7);
    await settled();
    lead();
    await settled();
    await closed(store);
    server.isAway = true;
    expect(shown(await started(server))).toEqual(["a"]);
  });

  it("works without the server, and says so", async () => {
    const server = serverWith("a");
    await closed(await started(server));
    server.isAway = true;
    const store = await started(server);
    expect(shown(store)).toEqual(["a"]);
    expect(store.snapshot.get()).toMatchObject({ phase: "ready", isOnline: false, syncedAt: 1000 });
  });

  it("in another zone fetches the days again", async () => {
    const server = serverWith("a");
    await closed(await started(server));
    server.asked.length = 0;
    await started(server, new FakeTabs(), { timeZone: "Asia/Tokyo" });
    expect(server.asked).toContain("events");
  });

  it("continues in memory where nothing can be stored", async () => {
    const server = serverWith("a");
    const store = await started(server, new FakeTabs(), { openCopy: () => Promise.resolve(undefined) });
    store.perform("a", [update("a", { title: "mine" })]);
    await settled();
    expect(server.stored.get("a")?.title).toBe("mine");
  });
});

describe("changes made offline", () => {
  it("survive closing the browser, and are sent in order, once", async () => {
    const server = serverWith("a", "b");
    const before = await started(server);
    server.goAway();
    before.perform("a", [update("a", { title: "a2" })]);
    before.perform("n", [create("n")]);
    before.perform("n", [update("new-n", { title: "n2" })]);
    before.perform("b", [{ kind: "destroy", key: "A/b" }]);
    await settled();
    await closed(before);
    const store = await started(server);
    expect(shown(store)).toEqual(["a2", "n2"]);
    expect(store.snapshot.get()).toMatchObject({ waiting: 4, isOnline: false });
    server.comeBack();
    await settled();
    expect(store.snapshot.get()).toMatchObject({ waiting: 0, isOnline: true, conflicts: [] });
    expect([...server.stored.values()].map((it) => it.title)).toEqual(["a2", "n2"]);
    expect(server.sets.map((set) => Object.keys(set)[0])).toEqual(["update", "create", "update", "destroy"]);
    await closed(store);
    expect((await started(server)).snapshot.get().waiting).toBe(0);
    expect(server.sets).toHaveLength(4);
  });

  it("are merged by property with other people's changes of the same event", async () => {
    const server = serverWith("a");
    const store = await started(server);
    server.goAway();
    store.perform("a", [update("a", { title: "mine" })]);
    server.elsewhere("a", event("a", { description: "theirs" }));
    server.comeBack();
    await settled();
    expect(server.stored.get("a")).toEqual(event("a", { title: "mine", description: "theirs" }));
    expect(store.snapshot.get().conflicts).toEqual([]);
    expect(server.sets).toHaveLength(1);
  });

  it("do not make an event twice when the answer was lost", async () => {
    const server = serverWith();
    const store = await started(server);
    server.losesAnswers = true;
    store.perform("n", [create("n")]);
    await settled();
    server.losesAnswers = false;
    store.perform("n", [update("new-n", { title: "n2" })]);
    server.comeBack();
    await settled();
    expect([...server.stored.values()].map((it) => it.title)).toEqual(["n2"]);
    expect(shown(store)).toEqual(["n2"]);
    expect(store.snapshot.get().waiting).toBe(0);
  });
});

describe("a conflict", () => {
  const conflicting = async () => {
    const server = serverWith("a", "b");
    const store = await started(server);
    server.goAway();
    store.perform("a", [update("a", { title: "mine", priority: 1 })]);
    store.perform("b", [update("b", { title: "b2" })]);
    server.elsewhere("a", event("a", { title: "theirs" }));
    server.comeBack();
    await settled();
    const [conflict] = store.snapshot.get().conflicts;
    return { server, store, id: conflict?.id ?? "", conflict };
  };

  it("waits with both versions, and holds up nothing else", async () => {
    const { server, store, conflict } = await conflicting();
    expect(conflict).toMatchObject({
      key: "A/a",
      conflict: { parts: [{ path: "title", mine: "mine", theirs: "theirs" }] },
    });
    expect(server.stored.get("a")).toEqual(event("a", { title: "theirs" }));
    expect(server.stored.get("b")?.title).toBe("b2");
    expect(shown(store)).toEqual(["b2", "mine"]);
    await closed(store);
    expect((await started(server)).snapshot.get().conflicts).toHaveLength(1);
  });

  it("resolved for mine sends mine", async () => {
    const { server, store, id } = await conflicting();
    store.resolve(id, keepMine);
    await settled();
    expect(server.stored.get("a")).toEqual(event("a", { title: "mine", priority: 1 }));
    expect(store.snapshot.get()).toMatchObject({ waiting: 0, conflicts: [] });
  });

  it("resolved for theirs keeps the changes that do not conflict with theirs", async () => {
    const { server, store, id } = await conflicting();
    store.perform("a", [update("a", { title: "mine again" })]);
    store.resolve(id, keepTheirs);
    await settled();
    expect(server.stored.get("a")).toEqual(event("a", { title: "theirs", priority: 1 }));
    expect(store.snapshot.get()).toMatchObject({ waiting: 0, conflicts: [] });
  });

  it("is asked also online, of a change made to what the person saw before another's", async () => {
    const server = serverWith("a");
    const store = await started(server);
    const seen = { "A/a": event("a", { title: "a" }) };
    server.elsewhere("a", event("a", { title: "theirs", priority: 5 }));
    await settled();
    expect(shown(store)).toEqual(["theirs"]);
    store.perform("a", [update("a", { title: "mine", description: "also" })], { seen });
    await settled();
    const [open] = store.snapshot.get().conflicts;
    expect(open?.conflict.parts).toEqual([{ path: "title", mine: "mine", theirs: "theirs" }]);
    expect(server.stored.get("a")?.title).toBe("theirs");
    store.resolve(open?.id ?? "", keepTheirs);
    await settled();
    expect(server.stored.get("a")).toMatchObject({ title: "theirs", description: "also", priority: 5 });
  });

  it("with a deletion there brings the event back as mine, or lets it go", async () => {
    for (const keep of ["mine", "theirs"] as const) {
      const server = serverWith("a");
      const store = await started(server);
      server.goAway();
      store.perform("a", [update("a", { title: "mine" })]);
      server.elsewhere("a", undefined);
      server.comeBack();
      await settled();
      const [open] = store.snapshot.get().conflicts;
      expect(open?.conflict.kind).toBe("gone");
      expect(shown(store)).toEqual(["mine"]);
      // The server announces the restored event, and we read it unchanged, before the change that follows is sent.
      const set = server.set;
      server.set = async (...asked) => {
        await settled();
        return set(...asked);
      };
      store.resolve(open?.id ?? "", keep === "mine" ? keepMine : keepTheirs);
      for (let turn = 0; turn < 4; turn++) await settled();
      expect([...server.stored.values()].map((it) => it.title)).toEqual(keep === "mine" ? ["mine"] : []);
      expect(shown(store)).toEqual(keep === "mine" ? ["mine"] : []);
      await closed(store);
      await wipeCopies(null, false);
    }
  });

  it("with a deletion here asks before it removes other people's changes", async () => {
    const server = serverWith("a");
    const store = await started(server);
    server.goAway();
    store.perform("a", [{ kind: "destroy", key: "A/a" }]);
    server.elsewhere("a", event("a", { title: "theirs" }));
    server.comeBack();
    await settled();
    const [open] = store.snapshot.get().conflicts;
    expect(open?.conflict.kind).toBe("deleted");
    expect(server.stored.has("a")).toBe(true);
    store.resolve(open?.id ?? "", keepTheirs);
    await settled();
    expect(shown(store)).toEqual(["theirs"]);
  });
});

describe("a value that the server stores in its own form", () => {
  const shouting = (it: JSEvent): JSEvent => ({ ...it, title: (it.title ?? "").toUpperCase() });

  it("is no conflict with a change based on the value that was sent", async () => {
    const server = serverWith("a");
    server.keeps = shouting;
    const store = await started(server);
    server.goAway();
    store.perform("a", [update("a", { title: "one" })]);
    store.perform("a", [update("a", { title: "two" })]);
    store.perform("a", [update("a", { title: "three", priority: 1 })]);
    server.comeBack();
    await settled();
    expect(store.snapshot.get()).toMatchObject({ waiting: 0, conflicts: [] });
    expect(server.stored.get("a")).toEqual(event("a", { title: "THREE", priority: 1 }));
    expect(shown(store)).toEqual(["THREE"]);
    expect(server.sets).toHaveLength(3);
  });

  it("is no conflict either when an event is made and changed before the server answers", async () => {
    const server = serverWith();
    server.keeps = shouting;
    const store = await started(server);
    server.goAway();
    store.perform("n", [create("n")]);
    store.perform("n", [update("new-n", { title: "n2" })]);
    server.comeBack();
    await settled();
    expect(store.snapshot.get()).toMatchObject({ waiting: 0, conflicts: [] });
    expect(shown(store)).toEqual(["N2"]);
  });

  it("does not hide that somebody else has changed the same after it", async () => {
    const server = serverWith("a");
    server.keeps = shouting;
    const store = await started(server);
    server.goAway();
    store.perform("a", [update("a", { title: "one" })]);
    store.perform("a", [update("a", { title: "two" })]);
    const { set } = server;
    server.set = async (...asked) => {
      server.set = set;
      const answer = await set(...asked);
      server.elsewhere("a", event("a", { title: "theirs" }));
      await settled();
      return answer;
    };
    server.comeBack();
    for (let turn = 0; turn < 3; turn++) await settled();
    const [open] = store.snapshot.get().conflicts;
    expect(open?.conflict.parts).toEqual([{ path: "title", mine: "two", theirs: "theirs" }]);
    expect(server.stored.get("a")?.title).toBe("theirs");
  });

  it("is no conflict where the answer was lost and only space around it is gone", async () => {
    const server = serverWith("a");
    server.keeps = (it) => ({ ...it, title: (it.title ?? "").trim() });
    const store = await started(server);
    server.losesAnswers = true;
    store.perform("a", [update("a", { title: " mine " })]);
    await settled();
    server.losesAnswers = false;
    server.comeBack();
    await settled();
    expect(store.snapshot.get()).toMatchObject({ waiting: 0, conflicts: [] });
    expect(shown(store)).toEqual(["mine"]);
  });
});

describe("several tabs", () => {
  it("show each other's changes at once, and one of them sends for all", async () => {
    const server = serverWith("a");
    const tabs = new FakeTabs();
    const [one, two] = [await started(server, tabs), await started(server, tabs)];
    expect(server.listeners.size).toBe(1);
    server.goAway();
    two.perform("n", [create("n")]);
    one.perform("a", [update("a", { title: "a2" })]);
    two.perform("n", [update("new-n", { title: "n2" })]);
    await settled();
    expect(shown(one)).toEqual(["a2", "n2"]);
    expect(shown(two)).toEqual(["a2", "n2"]);
    expect([one, two].map((tab) => tab.snapshot.get().isOnline)).toEqual([false, false]);
    server.comeBack();
    await settled();
    expect(server.sets).toHaveLength(3);
    expect([...server.stored.values()].map((it) => it.title)).toEqual(["a2", "n2"]);
    for (const tab of [one, two]) {
      expect(shown(tab)).toEqual(["a2", "n2"]);
      expect(tab.snapshot.get()).toMatchObject({ waiting: 0, isOnline: true });
    }
    two.undo();
    await settled();
    expect(shown(one)).toEqual(["a2", "n"]);
  });

  it("learn through one of them of changes elsewhere", async () => {
    const server = serverWith("a");
    const tabs = new FakeTabs();
    const [one, two] = [await started(server, tabs), await started(server, tabs)];
    server.elsewhere("a", event("a", { title: "theirs" }));
    await settled();
    expect([shown(one), shown(two)]).toEqual([["theirs"], ["theirs"]]);
  });

  it("go on when the one that leads is closed", async () => {
    const server = serverWith("a");
    const tabs = new FakeTabs();
    const [one, two] = [await started(server, tabs), await started(server, tabs)];
    server.goAway();
    one.perform("a", [update("a", { title: "a2" })]);
    await settled();
    await closed(one);
    expect(server.listeners.size).toBe(1);
    two.perform("a", [update("a", { priority: 2 })]);
    server.comeBack();
    await settled();
    expect(server.stored.get("a")).toMatchObject({ title: "a2", priority: 2 });
    expect(server.sets).toHaveLength(2);
    server.elsewhere("b", event("b"));
    await settled();
    await closed(two);
    server.isAway = true;
    expect(shown(await started(server))).toEqual(["a2", "b"]);
  });
});

describe("undo and redo", () => {
  it("touch only the properties that the action touched, whatever others did meanwhile", async () => {
    const server = serverWith("a");
    const store = await started(server);
    store.perform("a", [update("a", { title: "mine" })]);
    await settled();
    server.elsewhere("a", event("a", { title: "mine", description: "theirs" }));
    await settled();
    expect(store.undo()).toBe("a");
    await settled();
    expect(server.stored.get("a")).toEqual(event("a", { description: "theirs" }));
    expect(store.redo()).toBe("a");
    await settled();
    expect(server.stored.get("a")).toEqual(event("a", { title: "mine", description: "theirs" }));
    expect(store.redo()).toBeUndefined();
  });

  it("walk there and back through making, changing and deleting", async () => {
    const server = serverWith();
    const store = await started(server);
    store.perform("n", [create("n")]);
    store.perform("n", [update("new-n", { title: "n2" })]);
    await settled();
    store.perform("n2", [{ kind: "destroy", key: store.currentKey("A/new-n") }]);
    for (const titles of [["n2"], ["n"], []]) {
      store.undo();
      await settled();
      expect(shown(store)).toEqual(titles);
    }
    for (const titles of [["n"], ["n2"], []]) {
      store.redo();
      await settled();
      expect(shown(store)).toEqual(titles);
    }
    expect(store.snapshot.get()).toMatchObject({ undoable: 3, redoable: 0 });
  });

  it("forget undone actions once something else is done", async () => {
    const store = await started(serverWith("a"));
    store.perform("a", [update("a", { title: "x" })]);
    store.undo();
    expect(store.snapshot.get().redoable).toBe(1);
    store.perform("a", [update("a", { title: "y" })]);
    expect(store.snapshot.get().redoable).toBe(0);
    expect(store.redo()).toBeUndefined();
  });
});
