import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CHUNK_DAYS, chunkOfDay } from "./loaded-chunks.ts";
import type { CalendarStore } from "../calendar-store.ts";
import { FakeTabs } from "../testing/fake-tabs.ts";
import type { LiveServer } from "../testing/live-server.ts";
import {
  closed,
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
} from "../testing/stores.ts";
import { CHUNKS_LEFT, LookedAtDays, MAX_CHUNKS } from "./looked-at-days.ts";

beforeEach(freshDisk);
afterEach(() => closed(...opened.splice(0)));

const none = () => false;
const range = (from: number, to: number) => new Set(Array.from({ length: to - from }, (_, at) => from + at));

describe("the days that are let go", () => {
  it("are none while there are no more than may be", () => {
    expect(new LookedAtDays().surplus(range(0, MAX_CHUNKS), none)).toEqual([]);
  });

  it("are those looked at longest ago, enough that some time passes until the next", () => {
    const gone = new LookedAtDays().surplus(range(100, 101 + MAX_CHUNKS), none);
    expect(gone).toEqual([...range(100, 101 + MAX_CHUNKS - CHUNKS_LEFT)]);
  });

  it("are never those on screen or held, however long ago they were fetched", () => {
    const days = new LookedAtDays();
    const end = days.look(100 * CHUNK_DAYS, 101 * CHUNK_DAYS + 1);
    const gone = days.surplus(range(100, 101 + MAX_CHUNKS), (chunk) => chunk === 103);
    expect(gone.slice(0, 2)).toEqual([102, 104]);
    end();
    expect(days.surplus(range(100, 101 + MAX_CHUNKS), none)[0]).toBe(100);
  });
});

describe("scrolling on through the years", () => {
  const first = chunkOfDay(DAY);
  const browse = async (store: CalendarStore, chunks: number): Promise<void> => {
    for (let n = 1; n <= chunks; n++) await store.load(DAY + n * CHUNK_DAYS, DAY + n * CHUNK_DAYS + 1);
    await settled();
  };
  const household = (): LiveServer => {
    const server = serverWith("once", "edited", "asked");
    const recurrenceRule = { "@type": "RecurrenceRule", frequency: "weekly" } as const;
    server.stored.set("series", event("series", { recurrenceRule }));
    return server;
  };

  it("keeps a limited number of days, in memory and on disk, and finds the first ones again", async () => {
    const server = household();
    const store = await started(server);
    store.perform("edited", [update("edited", { title: "edited" })]);
    await settled();
    await browse(store, MAX_CHUNKS);
    expect(store.snapshot.get().chunks.size).toBe(CHUNKS_LEFT);
    expect(store.snapshot.get().chunks.has(first)).toBe(false);
    // A series goes on; what can be undone must be there for it.
    expect(shown(store)).toEqual(["edited", "series"]);
    await closed(store);
    server.goAway();
    const again = newTab(server, new FakeTabs());
    await again.start();
    expect(shown(again)).toEqual(["edited", "series"]);
    expect(again.snapshot.get().chunks.has(first)).toBe(false);
    server.comeBack();
    await settled();
    await again.load(DAY, DAY + 7);
    expect(shown(again)).toEqual(["asked", "edited", "once", "series"]);
  });

  it("keeps the days on screen meanwhile", async () => {
    const store = await started(household());
    const end = store.look(DAY, DAY + 7);
    await browse(store, MAX_CHUNKS);
    expect(store.snapshot.get().chunks.has(first)).toBe(true);
    expect(shown(store)).toEqual(["asked", "edited", "once", "series"]);
    end();
    await browse(store, 2 * MAX_CHUNKS - CHUNKS_LEFT);
    expect(store.snapshot.get().chunks.has(first)).toBe(false);
  });
});

describe("days that are on their way already", () => {
  it("are awaited by every caller that asks for them, and fetched once", async () => {
    const server = serverWith();
    const store = await started(server);
    server.stored.set("later", event("later"));
    const asked = server.asked.length;
    const isThere: boolean[] = [];
    const one = store.load(DAY + 900, DAY + 901);
    const other = store.load(DAY + 900, DAY + 901).then(() => isThere.push(shown(store).includes("later")));
    await Promise.all([one, other]);
    expect(isThere).toEqual([true]);
    expect(server.asked.slice(asked)).toEqual(["events"]);
  });
});
