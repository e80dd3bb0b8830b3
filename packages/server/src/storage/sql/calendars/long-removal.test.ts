import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { change, household, object, principal } from "../../contract/fixtures.ts";
import type { Storage } from "../../port.ts";
import type { Calendar } from "../../records/calendars.ts";
import type { Principal } from "../../records/people.ts";
import { SqliteConnection } from "../dialects/sqlite-connection.ts";
import { openStorage } from "../open.ts";

const COUNT = 1_300;
/** The most objects of one statement. */
const STEP = 500;
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

/** @returns the most rows that one statement of the work changed: nobody reads before it ends */
async function mostRows(work: () => Promise<unknown>): Promise<number> {
  const run = vi.spyOn(SqliteConnection.prototype, "run");
  await work();
  const rows = run.mock.results.map(({ value }) => Number(value));
  run.mockRestore();
  return Math.max(...rows);
}

describe("a calendar of thousands of objects", () => {
  it("is handed over, removed, and destroyed with them in steps, between which others read", async () => {
    const other = principal();
    await storage.write((tx) => tx.principals.insert(other));
    const given = await mostRows(() =>
      storage.write(async (tx) => {
        const leaving = await tx.lockAccount(owner.id);
        const modseq = await tx.lockAccount(other.id);
        await tx.calendars.handOver(home.id, leaving, { accountId: other.id, uri: "given", modseq });
      }),
    );
    expect(given).toBe(STEP);
    expect(await storage.read((tx) => tx.objects.count(home.id))).toBe(COUNT);
    const removed = await mostRows(() =>
      change(storage, other.id, (tx, modseq) => tx.calendars.remove(home.id, modseq, NOW, owner.id)),
    );
    expect(removed).toBe(STEP);
    expect(await storage.read((tx) => tx.objects.count(home.id))).toBe(0);
    expect(await storage.read((tx) => tx.history.trashedCalendar(home.id))).toMatchObject({ count: COUNT });
    const destroyed = await mostRows(() => storage.write((tx) => tx.history.forgetCalendar(home.id, true)));
    expect(destroyed).toBeLessThanOrEqual(STEP);
    expect(await storage.read((tx) => tx.history.trashedCalendar(home.id))).toBeUndefined();
  });
});
