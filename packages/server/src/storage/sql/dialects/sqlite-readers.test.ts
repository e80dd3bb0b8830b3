import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { CompiledQuery } from "kysely";
import type { Connection } from "./dialect.ts";
import { SqliteConnection, type Remembered } from "./sqlite-connection.ts";
import { openSqlite } from "./sqlite-engine.ts";
import { SqliteReaders } from "./sqlite-readers.ts";
import { isTornCopy } from "./torn-copy.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("the SQLite readers", () => {
  let folder: string;
  /** Commits beside them, in this process. */
  let other: SqliteConnection;
  let readers: SqliteReaders;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "snart-readers-"));
    const path = join(folder, "a.sqlite");
    other = new SqliteConnection(path, 1_000);
    other.exec("pragma journal_mode = wal");
    other.exec("create table t (k integer primary key, v text) strict");
    other.exec("insert into t values (1, 'one')");
    readers = new SqliteReaders(path, 1_000);
  });
  afterEach(async () => {
    await readers.close();
    other.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const query = (key: number, isRemembered: boolean): CompiledQuery<{ v: string }> & Remembered => ({
    ...(CompiledQuery.raw("select v from t where k = ?", [key]) as CompiledQuery<{ v: string }>),
    isRemembered,
  });
  const ask = async (connection: Connection, key = 1, isRemembered = true) =>
    (await connection.rows<{ v: string }>(query(key, isRemembered))).map(({ v }) => v);
  const read = (key = 1, isRemembered = true) => readers.read((c) => ask(c, key, isRemembered));
  const set = (text: string) => other.exec(`update t set v = '${text}' where k = 1`);

  it.each([true, false])(
    "sees what another connection committed a moment ago, in the same turn (remembered: %s)",
    async (isRemembered) => {
      for (const text of ["two", "three", "four"]) {
        expect(await read(1, isRemembered)).not.toEqual([text]);
        set(text);
        expect(await read(1, isRemembered)).toEqual([text]);
      }
    },
  );

  it.each([true, false])(
    "sees in the next callback what another process has committed (remembered: %s)",
    async (isRemembered) => {
      // Not one of the connections that count their commits.
      const foreign = new DatabaseSync(join(folder, "a.sqlite"));
      for (const text of ["two", "three", "four"]) {
        expect(await read(1, isRemembered)).not.toEqual([text]);
        foreign.exec(`update t set v = '${text}' where k = 1`);
        await new Promise<void>((resolve) => process.nextTick(resolve));
        expect(await read(1, isRemembered)).toEqual([text]);
      }
      foreign.close();
    },
  );

  it("sees what was committed before an earlier turn, and that something is gone", async () => {
    expect(await read()).toEqual(["one"]);
    await turn();
    other.exec("delete from t");
    await turn();
    expect(await read()).toEqual([]);
    other.exec("insert into t values (1, 'again')");
    expect(await read()).toEqual(["again"]);
  });

  it("keeps one snapshot for one read, whatever is committed and read meanwhile", async () => {
    await readers.read(async (connection) => {
      expect(await ask(connection)).toEqual(["one"]);
      set("two");
      expect(await read()).toEqual(["two"]);
      await turn();
      set("three");
      expect(await read()).toEqual(["three"]);
      expect(await ask(connection)).toEqual(["one"]);
      expect(await ask(connection, 1, false)).toEqual(["one"]);
    });
    expect(await read()).toEqual(["three"]);
  });

  it("answers from memory only for the same parameters", async () => {
    other.exec("insert into t values (2, 'zwei')");
    expect(await read(1)).toEqual(["one"]);
    expect(await read(2)).toEqual(["zwei"]);
    expect(await read(1)).toEqual(["one"]);
  });

  it("returns cached rows that callers can't change for others", async () => {
    const rows = await readers.read((connection) => connection.rows(query(1, true)));
    expect(() => rows.pop()).toThrow(TypeError);
    expect(() => Object.assign(rows[0] ?? {}, { v: "forged" })).toThrow(TypeError);
    expect(await read()).toEqual(["one"]);
  });

  it("lets the log be emptied once nobody reads, and serves more long reads than it has connections", async () => {
    const gate = Promise.withResolvers<void>();
    const long = Array.from({ length: 8 }, async (_, i) => {
      set(`long ${String(i)}`);
      return readers.read(async (connection) => {
        await gate.promise;
        return ask(connection);
      });
    });
    await turn();
    gate.resolve();
    const seen = await Promise.all(long);
    // Four have a snapshot each; those that had to wait see the newest.
    expect(seen.slice(0, 4).flat()).toEqual(["long 0", "long 1", "long 2", "long 3"]);
    expect(new Set(seen.slice(4).flat())).toEqual(new Set(["long 7"]));
    await turn();
    const [checkpoint] = other.rows<{ busy: number }>({
      sql: "pragma wal_checkpoint(truncate)",
      parameters: [],
    });
    expect(checkpoint?.busy).toBe(0);
  });

  it("refuses to read once it is closed, but finishes running reads", async () => {
    const gate = Promise.withResolvers<void>();
    const long = readers.read(async (connection) => {
      await gate.promise;
      return ask(connection);
    });
    await turn();
    void readers.close();
    await expect(read()).rejects.toThrow("closed");
    gate.resolve();
    expect(await long).toEqual(["one"]);
  });
});

test("a database that is closed while somebody reads waits for them, and is no torn copy afterwards", async () => {
  const folder = mkdtempSync(join(tmpdir(), "snart-readers-"));
  const path = join(folder, "a.sqlite");
  try {
    const engine = openSqlite(path);
    await engine.write((connection) =>
      connection.run(CompiledQuery.raw("create table t (k integer) strict")),
    );
    const reading = Promise.withResolvers<void>();
    const read = engine.read(async (connection) => {
      const question = CompiledQuery.raw("select count(*) as n from t") as CompiledQuery<{ n: number }>;
      await connection.rows(question);
      await reading.promise;
      return connection.rows(question);
    });
    await turn();
    const order: string[] = [];
    const closed = engine.close().then(() => order.push("closed"));
    await turn();
    reading.resolve();
    expect(await read.then((rows) => (order.push("read"), rows))).toEqual([{ n: 0 }]);
    await closed;
    expect(order).toEqual(["read", "closed"]);
    expect(existsSync(`${path}-wal`)).toBe(false);
    expect(isTornCopy(path)).toBe(false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
