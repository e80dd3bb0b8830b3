import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { change, household, object } from "../../contract/fixtures.ts";
import type { Storage } from "../../port.ts";
import type { Calendar } from "../../records/calendars.ts";
import type { Principal } from "../../records/people.ts";
import { openStorage } from "../open.ts";

const COUNT = 12_000;
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

/** @returns the longest time that others waited for a read meanwhile, as a part of the whole */
async function longestWait(write: Promise<unknown>): Promise<number> {
  let isOver = false;
  const began = performance.now();
  const ended = write.finally(() => (isOver = true));
  let longest = 0;
  for (let before = began; !isOver;) {
    // As requests come: each in a turn of the loop of its own.
    await new Promise((resolve) => setImmediate(resolve));
    await storage.read((tx) => tx.principals.byId(owner.id));
    const now = performance.now();
    longest = Math.max(longest, now - before);
    before = now;
  }
  await ended;
  return longest / (performance.now() - began);
}

describe("others read while a calendar of thousands of objects", () => {
  it("is removed, and destroyed with them", async () => {
    const removal = change(storage, owner.id, (tx, modseq) =>
      tx.calendars.remove(home.id, modseq, NOW, owner.id),
    );
    expect(await longestWait(removal)).toBeLessThan(1 / 3);
    expect(await storage.read((tx) => tx.objects.count(home.id))).toBe(0);
    expect(await storage.read((tx) => tx.history.trashedCalendar(home.id))).toMatchObject({ count: COUNT });
    const destruction = storage.write((tx) => tx.history.forgetCalendar(home.id, true));
    expect(await longestWait(destruction)).toBeLessThan(1 / 3);
    expect(await storage.read((tx) => tx.history.trashedCalendar(home.id))).toBeUndefined();
  });
});
