import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CompiledQuery } from "kysely";
import { describe, expect, it } from "vitest";
import { StorageFailure } from "../../port/failure.ts";
import { lackOfSpace } from "../lack-of-space.ts";
import { Reserve } from "./reserve.ts";
import { SqliteConnection } from "./sqlite-connection.ts";
import { SqliteWriter } from "./sqlite-writer.ts";

describe("a full disk", () => {
  it("is the database's fault, undoes the write, and lets the next one through when there is room", async () => {
    const folder = mkdtempSync(join(tmpdir(), "snart-full-"));
    const database = new SqliteConnection(join(folder, "a.sqlite"), 1_000);
    try {
      database.exec("create table a (x)");
      // The database may not grow, as if nothing more fitted on the disk.
      database.exec("pragma max_page_count = 4");
      const writer = new SqliteWriter(database);
      const insert = (length: number): Promise<number> =>
        writer.write((connection) =>
          connection.run(CompiledQuery.raw("insert into a values (?)", [new Uint8Array(length)])),
        );
      const failure = await insert(100_000).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(StorageFailure);
      expect(failure).toMatchObject({ kind: "full", isUncertain: false });
      expect(await insert(10)).toBe(1);
      database.exec("pragma max_page_count = 100000");
      expect(await insert(100_000)).toBe(1);
    } finally {
      database.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("has a reserve, of which parts are given back and set aside again", () => {
    const folder = mkdtempSync(join(tmpdir(), "snart-full-"));
    try {
      const path = join(folder, "reserve");
      const reserve = new Reserve(path, 100_000);
      reserve.release("opening");
      expect(reserve.missing).toBe(100_000);
      reserve.refill(30_000);
      expect([statSync(path).size, reserve.missing]).toEqual([30_000, 70_000]);
      reserve.refill(500_000);
      expect([statSync(path).size, reserve.missing]).toEqual([100_000, 0]);
      reserve.release("half");
      expect(statSync(path).size).toBe(50_000);
      reserve.refill(-1);
      reserve.release("half");
      expect(statSync(path).size).toBe(50_000);
      reserve.release("whole");
      expect(statSync(path).size).toBe(25_000);
      reserve.release("opening");
      expect(statSync(path).size).toBe(0);
      // A disk without room, or a folder that may not be written, is no fault of its own.
      new Reserve(join(folder, "missing", "reserve"), 10).refill(10);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("is told before it is full", () => {
    expect(lackOfSpace(tmpdir(), 0)).toBe("");
    expect(lackOfSpace(tmpdir(), Number.MAX_SAFE_INTEGER)).toMatch(
      /^the disk is nearly full: \d+ MiB are free$/,
    );
    expect(lackOfSpace(undefined, Number.MAX_SAFE_INTEGER)).toBe("");
  });
});
