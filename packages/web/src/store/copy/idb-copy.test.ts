import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { deleteDB, openDB } from "idb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openCopy, wipeCopies } from "./idb-copy.ts";
import type { CopyFrame, LocalCopy } from "./local-copy.ts";
import type { PendingChange } from "../queue/queue-entry.ts";
import { freshDisk } from "../testing/stores.ts";

const frame: CopyFrame = {
  primaryId: "A",
  accounts: [{ id: "A", name: "Elin", isShared: false, eventState: "7", calendarState: "1", calendars: [] }],
  timeZone: "Europe/Stockholm",
  chunks: [742, 743],
  syncedAt: 5,
};
const event = (id: string): JSEvent => ({ "@type": "Event", id, uid: id, start: "2026-11-23T10:00:00" });
const entry = (id: string): PendingChange => ({
  id,
  change: { kind: "update", key: "A/a", patch: { title: id } },
  before: event("a"),
  since: 1,
  action: id,
  conflict: null,
  problem: null,
});
const NOTHING = { changed: [], gone: [] };

let copy: LocalCopy;
const reopened = async (accountId = "A"): Promise<LocalCopy> => {
  const opened = await openCopy(accountId);
  if (!opened) throw new Error("no copy");
  return opened;
};
const raw = async (work: (database: Awaited<ReturnType<typeof openDB>>) => Promise<unknown>) => {
  const database = await openDB("snart:A");
  await work(database);
  database.close();
};
beforeEach(async () => {
  freshDisk();
  copy = await reopened();
});
afterEach(() => {
  vi.restoreAllMocks();
  copy.close();
});

describe("the copy on disk", () => {
  it("returns the stored session, to its owner only", async () => {
    const events = new Map([
      ["A/a", event("a")],
      ["A/b", event("b")],
    ]);
    expect(await copy.write({ frame, events, replace: false })).toBe(true);
    await copy.write({ frame, events: new Map([["A/b", null]]), replace: false });
    await copy.writeChanges({ queue: { changed: [entry("2"), entry("1")], gone: [] }, undo: NOTHING });
    copy.close();
    copy = await reopened();
    const read = await copy.read();
    expect(read.frame).toEqual(frame);
    expect([...read.events]).toEqual([["A/a", event("a")]]);
    expect(read.queue.map((it) => it.id)).toEqual(["1", "2"]);
    const other = await reopened("B");
    expect(await other.read()).toEqual({ frame: null, events: new Map(), queue: [], undo: [] });
    other.close();
  });

  it("replaces everything when asked to", async () => {
    await copy.write({ frame, events: new Map([["A/a", event("a")]]), replace: false });
    await copy.write({ frame, events: new Map([["A/b", event("b")]]), replace: true });
    expect([...(await copy.read()).events.keys()]).toEqual(["A/b"]);
  });

  it("leaves out broken events, and marks their days to be fetched again", async () => {
    await copy.write({ frame, events: new Map([["A/a", event("a")]]), replace: false });
    await raw((database) => database.put("events", { start: 7 }, "A/broken"));
    const read = await copy.read();
    expect([...read.events.keys()]).toEqual(["A/a"]);
    expect(read.frame).toEqual({ ...frame, chunks: [] });
  });

  it("treats a broken frame as missing, and preserves the waiting changes", async () => {
    await copy.writeChanges({ queue: { changed: [entry("1")], gone: [] }, undo: NOTHING });
    await raw((database) => database.put("frame", { ...frame, accounts: [{ id: 1 }] }, "frame"));
    await raw((database) => database.put("queue", { id: "0", change: { kind: "format-disk" } }));
    const read = await copy.read();
    expect(read.frame).toBeNull();
    expect(read.queue.map((it) => it.id)).toEqual(["1"]);
  });

  it("leaves out undo records that are broken", async () => {
    const record = { id: "1", title: "Fika", order: "1", side: "undo", inverse: [] } as const;
    await copy.writeChanges({ queue: NOTHING, undo: { changed: [record], gone: [] } });
    await raw((database) => database.put("undo", { ...record, id: "2", inverse: [{ kind: "format-disk" }] }));
    await raw((database) => database.put("undo", { ...record, id: "3", side: "left" }));
    await raw((database) => database.put("undo", { ...record, id: "4", states: { a: 5 } }));
    expect((await copy.read()).undo).toEqual([record]);
    await copy.writeChanges({ queue: NOTHING, undo: { changed: [], gone: ["1"] } });
    expect((await copy.read()).undo).toEqual([]);
  });

  it("replaces a copy that cannot be opened", async () => {
    copy.close();
    await deleteDB("snart:A");
    (await openDB("snart:A", 99)).close();
    copy = await reopened();
    expect(await copy.write({ frame, events: new Map(), replace: false })).toBe(true);
  });

  it("is left out where the browser stores nothing", async () => {
    vi.spyOn(indexedDB, "open").mockImplementation(() => {
      throw new DOMException("no", "SecurityError");
    });
    expect(await openCopy("C")).toBeUndefined();
  });

  it("reports that there is no room, and preserves what it had", async () => {
    await copy.write({ frame, events: new Map([["A/a", event("a")]]), replace: false });
    const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    const bigger = { ...frame, syncedAt: 9 };
    expect(await copy.write({ frame: bigger, events: new Map([["A/b", event("b")]]), replace: true })).toBe(
      false,
    );
    put.mockRestore();
    const read = await copy.read();
    expect(read.frame).toEqual(frame);
    expect([...read.events.keys()]).toEqual(["A/a"]);
  });
});

describe("signing out", () => {
  it("leaves nothing behind, even while a tab still has the copy open", async () => {
    await copy.write({ frame, events: new Map([["A/a", event("a")]]), replace: false });
    await copy.writeChanges({ queue: { changed: [entry("1")], gone: [] }, undo: NOTHING });
    await wipeCopies(null, false);
    expect(await copy.write({ frame, events: new Map([["A/a", event("a")]]), replace: false })).toBe(false);
    expect((await indexedDB.databases()).map((it) => it.name)).toEqual([]);
  });

  it("when the server ends the session preserves the unsent changes, and nothing else", async () => {
    await copy.write({ frame, events: new Map([["A/a", event("a")]]), replace: false });
    await copy.writeChanges({ queue: { changed: [entry("1")], gone: [] }, undo: NOTHING });
    (await reopened("B")).close();
    await wipeCopies(null, true);
    expect((await indexedDB.databases()).map((it) => it.name)).toEqual(["snart:A"]);
    expect(await (await reopened()).read()).toMatchObject({
      frame: null,
      events: new Map(),
      queue: [{ id: "1" }],
    });
  });
});
