import "fake-indexeddb/auto";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CalendarStore } from "./calendar-store.ts";
import type { Change } from "./queue/change.ts";
import { openCopy } from "./copy/idb-copy.ts";
import { FakeTabs } from "./testing/fake-tabs.ts";
import { LiveServer } from "./testing/live-server.ts";
import { freshDisk, settled } from "./testing/stores.ts";

const DAY = 20_780;
const event = (title: string): JSEvent => ({
  "@type": "Event",
  id: "a",
  uid: "a",
  title,
  start: "2026-11-23T10:00:00",
  duration: "PT1H",
  timeZone: "Europe/Stockholm",
  calendarIds: { c: true },
});
const retitled: Change = { kind: "update", key: "A/a", patch: { title: "new" } };
const removed: Change = { kind: "destroy", key: "A/a" };
const told = (change: Change): Change => ({ ...change, tells: true });

const opened: CalendarStore[] = [];
async function started(server: LiveServer): Promise<CalendarStore> {
  const store = new CalendarStore({
    remote: server,
    timeZone: "Europe/Stockholm",
    now: () => 1000,
    onSignedOut: vi.fn(),
    openCopy: () => openCopy("A"),
    joinTabs: new FakeTabs().join,
    tab: `tab${String(opened.length)}`,
  });
  opened.push(store);
  await store.start();
  await store.load(DAY, DAY + 7);
  await settled();
  return store;
}
const withEvent = (): LiveServer => {
  const server = new LiveServer();
  server.stored.set("a", event("old"));
  return server;
};
const tellings = (server: LiveServer) => server.sets.map((set) => set.sendSchedulingMessages === true);

beforeEach(freshDisk);
afterEach(async () => {
  for (const store of opened) store.stop();
  await settled();
});

describe("whether others are notified of a change", () => {
  it("is sent to the server with the change, and with nothing else", async () => {
    const server = withEvent();
    const store = await started(server);
    store.perform("a", [retitled]);
    await settled();
    store.perform("a", [told({ ...retitled, patch: { title: "newer" } })]);
    await settled();
    expect(tellings(server)).toEqual([false, true]);
    expect(server.stored.get("a"), "it is no part of the event").toEqual(event("newer"));
  });

  it("is stored with a waiting change, even while the browser is closed", async () => {
    const server = withEvent();
    const before = await started(server);
    server.goAway();
    before.perform("a", [told(retitled)]);
    before.perform("a", [{ kind: "update", key: "A/a", patch: { description: "mine" } }]);
    await settled();
    before.stop();
    await settled();
    expect(server.sets).toEqual([]);
    await started(server);
    server.comeBack();
    await settled();
    expect(tellings(server)).toEqual([true, false]);
  });

  it.each([true, false])("is as true of the undoing and of doing it again: %s", async (tells) => {
    const server = withEvent();
    const store = await started(server);
    const id = store.perform("a", [tells ? told(retitled) : retitled]);
    expect([store.undoAbout().tells, store.undoAbout(id).tells]).toEqual([tells, tells]);
    store.undo(id);
    expect(store.undoAbout(id).tells, "no longer to be undone").toBe(false);
    store.redo();
    await settled();
    expect(tellings(server)).toEqual([tells, tells, tells]);
  });

  it.each([true, false])("holds for restoring a deleted event as well: %s", async (tells) => {
    const server = withEvent();
    const store = await started(server);
    store.perform("a", [tells ? told(removed) : removed]);
    await settled();
    store.undo();
    await settled();
    expect(tellings(server)).toEqual([tells]);
    expect(server.restores).toEqual([tells]);
    expect(server.stored.get("a")).toEqual(event("old"));
  });
});
