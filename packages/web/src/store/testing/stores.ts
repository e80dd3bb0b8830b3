import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { vi } from "vitest";
import { CalendarStore } from "../calendar-store.ts";
// Comes with the first change otherwise, which takes longer than a test waits.
import "../queue/change-sender.ts";
import type { StoreOptions } from "../store-options.ts";
import { openCopy } from "../copy/idb-copy.ts";
import { FakeTabs } from "./fake-tabs.ts";
import { LiveServer } from "./live-server.ts";

/** Opens an empty disk for each test, even if stores of earlier tests still write to theirs. */
export const freshDisk = (): void => {
  globalThis.indexedDB = new IDBFactory();
};

export const DAY = 20_780;
export const event = (id: string, more: Partial<JSEvent> = {}): JSEvent => ({
  "@type": "Event",
  id,
  uid: id,
  title: id,
  start: "2026-11-23T10:00:00",
  duration: "PT1H",
  timeZone: "Europe/Stockholm",
  calendarIds: { c: true },
  ...more,
});

const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });

/** Until nothing is under way any more: IndexedDB here takes several turns of the loop, and the store lets go of the page with timers. */
export const settled = async (): Promise<void> => {
  for (let timer = 0; timer < 25; timer++) {
    await new Promise((resolve) => setTimeout(resolve));
    for (let turn = 0; turn < 3; turn++) await nextTurn();
  }
};

/** All that were opened, to be closed after the test. */
export const opened: CalendarStore[] = [];
let tabNumber = 0;
export function newTab(
  server: LiveServer,
  tabs: FakeTabs,
  options: Partial<StoreOptions> = {},
): CalendarStore {
  const store = new CalendarStore({
    remote: server,
    timeZone: "Europe/Stockholm",
    now: () => 1000,
    onSignedOut: vi.fn(),
    openCopy: () => openCopy("A"),
    joinTabs: tabs.join,
    tab: `tab${String(++tabNumber)}`,
    ...options,
  });
  opened.push(store);
  return store;
}
export async function started(
  server: LiveServer,
  tabs = new FakeTabs(),
  options: Partial<StoreOptions> = {},
) {
  const store = newTab(server, tabs, options);
  await store.start();
  await store.load(DAY, DAY + 7);
  await settled();
  return store;
}
export const serverWith = (...ids: string[]): LiveServer => {
  const server = new LiveServer();
  for (const id of ids) server.stored.set(id, event(id));
  return server;
};
export const shown = (store: CalendarStore): string[] =>
  [...store.snapshot.get().events.values()].map((it) => it.event.title ?? "").toSorted();
export const update = (id: string, patch: object) =>
  ({ kind: "update", key: `A/${id}`, patch: patch as Record<string, never> }) as const;
export const create = (uid: string) => ({ kind: "create", key: `A/new-${uid}`, event: event(uid) }) as const;
export const closed = async (...stores: CalendarStore[]): Promise<void> => {
  for (const store of stores) store.stop();
  await settled();
};
