import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CompiledQuery } from "kysely";
import { overwrite, pageOf } from "../../../testing/disk/damage.ts";
import type { Connection } from "./dialect.ts";
import { SqliteConnection } from "./sqlite-connection.ts";
import { openSqlite } from "./sqlite-engine.ts";
import { SqliteWriter } from "./sqlite-writer.ts";

/** Records what is executed, and can be made to fail. */
class WatchedConnection extends SqliteConnection {
  readonly log: string[] = [];
  failing: string | undefined;
  /** … and the other statement that fails as long as that does */
  failingToo: string | undefined;

  override exec(text: string): void {
    if (text === this.failing || text === this.failingToo) throw new Error(`disk full at ${text}`);
    super.exec(text);
    this.log.push(text);
  }
}

const insert = (connection: Connection, key: number) =>
  connection.run(CompiledQuery.raw("insert into t (k) values (?)", [key]));
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

describe("the SQLite writer", () => {
  let folder: string;
  let path: string;
  let database: WatchedConnection;
  let writer: SqliteWriter;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "snart-writer-"));
    path = join(folder, "a.sqlite");
    database = new WatchedConnection(path, 1_000);
    database.exec("pragma journal_mode = wal");
    database.exec("create table t (k integer primary key) strict");
    database.log.length = 0;
    writer = new SqliteWriter(database);
  });
  afterEach(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const keys = () =>
    database.rows<{ k: number }>({ sql: "select k from t order by k", parameters: [] }).map((row) => row.k);
  const commits = () => database.log.filter((text) => text === "commit").length;

  it("lets simultaneous writes share one commit, and answers none before it", async () => {
    await Promise.all(
      numbers(50).map(async (i) => {
        await writer.write((connection) => insert(connection, i));
        expect(commits()).toBe(1);
      }),
    );
    expect(keys()).toEqual(numbers(50));
    expect(commits()).toBe(1);
  });

  it("commits now and then during endless writes", async () => {
    await Promise.all(numbers(200).map((i) => writer.write((connection) => insert(connection, i))));
    expect(keys()).toHaveLength(200);
    expect(commits()).toBe(4);
  });

  it("writes for others what came together with a write that met damage", async () => {
    database.exec("create table large (k integer primary key, v text) strict");
    database.exec(`insert into large values (1, 'FINDME' || hex(randomblob(1000))), (2, 'x')`);
    database.exec("pragma wal_checkpoint(truncate)");
    database.close();
    overwrite(path, [pageOf(path, "FINDME")], 1);
    database = new WatchedConnection(path, 1_000);
    let damages = 0;
    writer = new SqliteWriter(database, () => void damages++);
    const read = (connection: Connection) => connection.rows(CompiledQuery.raw("select v from large"));
    const done = await Promise.allSettled([
      writer.write((connection) => insert(connection, 1)),
      writer.write(async (connection) => {
        await insert(connection, 2);
        await read(connection);
      }),
      writer.write((connection) => insert(connection, 3)),
      writer.write(read),
      writer.write((connection) => insert(connection, 4)),
    ]);
    expect(done.map(({ status }) => status === "fulfilled")).toEqual([true, false, true, false, true]);
    expect(keys()).toEqual([1, 3, 4]);
    expect(damages).toBe(2);
  });

  it("undoes only a failing write, anywhere in the batch", async () => {
    const outcomes = await Promise.allSettled(
      numbers(9).map((i) =>
        writer.write(async (connection) => {
          await insert(connection, i);
          if (i === 0 || i === 4 || i === 8) throw new Error(`no ${i}`);
        }),
      ),
    );
    expect(outcomes.flatMap((outcome, i) => (outcome.status === "rejected" ? [i] : []))).toEqual([0, 4, 8]);
    expect(keys()).toEqual([1, 2, 3, 5, 6, 7]);
    expect(commits()).toBe(1);
  });

  it("refuses the whole batch if the commit fails, keeps nothing of it, and continues with the next", async () => {
    database.failing = "commit";
    const outcomes = await Promise.allSettled(numbers(3).map((i) => writer.write((c) => insert(c, i))));
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: "rejected", reason: new Error("disk full at commit") });
    }
    expect(keys()).toEqual([]);
    database.failing = undefined;
    await writer.write((connection) => insert(connection, 7));
    expect(keys()).toEqual([7]);
  });

  it("answers everybody and continues even if rollback fails for a while", async () => {
    database.failing = "commit";
    database.failingToo = "rollback";
    const outcomes = await Promise.allSettled(numbers(3).map((i) => writer.write((c) => insert(c, i))));
    expect(outcomes.map((outcome) => outcome.status)).toEqual(["rejected", "rejected", "rejected"]);
    await expect(writer.write((connection) => insert(connection, 4))).rejects.toThrow(
      "disk full at rollback",
    );
    database.failing = undefined;
    database.failingToo = undefined;
    await writer.write((connection) => insert(connection, 7));
    expect(keys()).toEqual([7]);
  });

  it("refuses waiting writes if no transaction can begin, and continues when it can", async () => {
    database.failing = "begin immediate";
    const outcomes = await Promise.allSettled(numbers(3).map((i) => writer.write((c) => insert(c, i))));
    expect(outcomes.map((outcome) => outcome.status)).toEqual(["rejected", "rejected", "rejected"]);
    database.failing = undefined;
    await writer.write((connection) => insert(connection, 1));
    expect(keys()).toEqual([1]);
  });

  it.each(["savepoint job", "release job", "rollback to job"])(
    "answers every write when %s fails",
    async (text) => {
      database.failing = text;
      const outcomes = await Promise.allSettled(
        numbers(3).map((i) =>
          writer.write(async (connection) => {
            await insert(connection, i);
            if (text === "rollback to job") throw new Error("no");
          }),
        ),
      );
      expect(outcomes[1]?.status).toBe("rejected");
      const kept = outcomes.flatMap((outcome, i) => (outcome.status === "fulfilled" ? [i] : []));
      expect(keys()).toEqual(kept);
      database.failing = undefined;
      await writer.write((connection) => insert(connection, 7));
      expect(keys()).toEqual([...kept, 7]);
    },
  );

  it("gives the first of a batch no savepoint, which would slow down a long single write", async () => {
    await writer.write((connection) => insert(connection, 1));
    expect(database.log).not.toContain("savepoint job");
    await expect(
      writer.write(async (connection) => {
        await insert(connection, 2);
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    await Promise.all(numbers(3).map((i) => writer.write((connection) => insert(connection, 3 + i))));
    expect(database.log.filter((text) => text === "savepoint job")).toHaveLength(2);
    expect(keys()).toEqual([1, 3, 4, 5]);
  });

  it("survives a statement that ends the transaction behind its back", async () => {
    const outcomes = await Promise.allSettled([
      writer.write((connection) => insert(connection, 1)),
      writer.write(async (connection) => {
        await connection.run(CompiledQuery.raw("rollback"));
        return "thinks all is well";
      }),
      writer.write((connection) => insert(connection, 3)),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(["rejected", "rejected", "fulfilled"]);
    expect(keys()).toEqual([3]);
  });

  it("waits for another process's transaction without stopping reads or anything else", async () => {
    const engine = openSqlite(path);
    const other = new SqliteConnection(path, 1_000);
    other.exec("begin immediate");
    other.run({ sql: "insert into t (k) values (1)", parameters: [] });
    const write = engine.write((connection) => insert(connection, 2));
    const count = () =>
      engine.read(async (connection) => {
        const query = CompiledQuery.raw("select count(*) as n from t") as CompiledQuery<{ n: number }>;
        return (await connection.rows(query))[0]?.n;
      });
    for (let i = 0; i < 20; i++) {
      expect(await count()).toBe(0);
      await new Promise((resolve) => setImmediate(resolve));
    }
    other.exec("commit");
    other.close();
    await write;
    expect(await count()).toBe(2);
    await engine.close();
  });

  it("is durable and consistent by its settings, whatever the defaults", async () => {
    const engine = openSqlite(path);
    const setting = (name: string) =>
      engine.write(async (connection) => {
        const [row] = await connection.rows(
          CompiledQuery.raw(`pragma ${name}`) as CompiledQuery<Record<string, unknown>>,
        );
        return Object.values(row ?? {})[0];
      });
    expect(await setting("journal_mode")).toBe("wal");
    expect(await setting("synchronous")).toBe(2);
    expect(await setting("foreign_keys")).toBe(1);
    const write = engine.read((connection) => insert(connection, 1));
    await expect(write).rejects.toThrow(/readonly/);
    await engine.close();
  });
});
