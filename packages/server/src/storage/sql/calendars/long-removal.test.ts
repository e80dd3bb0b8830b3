import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { change, household, object } from "../../contract/fixtures.ts";
import type { Storage } from "../../port.ts";
import type { Calendar } from "../../records/calendars.ts";
import type { Principal } from "../../records/people.ts";
import { openStorage } from "../open.ts";

const COUNT = 6_000;
const NOW = Date.parse("2026-11-20T12:00:00Z");
const folder = mkdtempSync(join(tmpdir(), "snart-long-removal-"));
let storage: Storage;
let owner: Principal;
let home: Calendar;

beforeEach(async () => {
  storage = await openStorage({ kind: "sqlite", path: join(folder, "snart.sqlite") });
  ({ owner, home } = await household(storage));
  await change(storage, owner.id, async (tx, modseq) => {
    for (let i = 0; i < COUNT; i++) await tx.objects.insert(object(home, modseq));
  });
});
afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

/** @returns how many times others read meanwhile, each in a turn of the loop of its own */
async function readsMeanwhile(write: Promise<unknown>): Promise<number> {
  let isOver = false;
  const ended = write.finally(() => (isOver = true));
  let reads = 0;
  for (; !isOver; reads++) {
    await new Promise((resolve) => setImmediate(resolve));
    await storage.read((tx) => tx.principals.byId(owner.id));
  }
  await ended;
  return reads;
}

describe("others read while a calendar of thousands of objects", () => {
  it("is removed, and destroyed with them", async () => {
    const removal = change(storage, owner.id, (tx, modseq) =>
      tx.calendars.remove(home.id, modseq, NOW, owner.id),
    );
    // As many as its statements, of at most 500 objects, have slices of 10 ms.
    expect(await readsMeanwhile(removal)).toBeGreaterThan(COUNT / 500);
    expect(await storage.read((tx) => tx.objects.count(home.id))).toBe(0);
    expect(await storage.read((tx) => tx.history.trashedCalendar(home.id))).toMatchObject({ count: COUNT });
    const destruction = storage.write((tx) => tx.history.forgetCalendar(home.id, true));
    expect(await readsMeanwhile(destruction)).toBeGreaterThan(3);
    expect(await storage.read((tx) => tx.history.trashedCalendar(home.id))).toBeUndefined();
  });
});
