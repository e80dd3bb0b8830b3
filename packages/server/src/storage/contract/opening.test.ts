import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CompiledQuery } from "kysely";
import { BLOB_PART } from "../records/files.ts";
import type { PrincipalId } from "../records/ids.ts";
import type { Engine } from "../sql/dialects/engine.ts";
import { openPostgres } from "../sql/dialects/postgres-engine.ts";
import { openSqlite } from "../sql/dialects/sqlite-engine.ts";
import { migrations } from "../sql/migrations/all.ts";
import type { Migration } from "../sql/migration.ts";
import { migrate, schemaVersion } from "../sql/run-migrations.ts";
import { openStorage, type StorageTarget, storageTarget } from "../sql/open.ts";
import { backends, sharedBackends, type TestPlace } from "./backends.ts";
import { household, put } from "./fixtures.ts";

const connect = (target: StorageTarget): Engine =>
  target.kind === "postgres" ? openPostgres(target.url) : openSqlite(target.path);

const tables = async (engine: Engine): Promise<string[]> => {
  const text =
    engine.dialect.name === "postgres"
      ? "select tablename as name from pg_tables where schemaname = 'public' order by tablename"
      : "select name from sqlite_master where type = 'table' order by name";
  const rows = await engine.read((tx) => tx.rows(CompiledQuery.raw(text) as CompiledQuery<{ name: string }>));
  return rows.map((row) => row.name);
};

const NEWEST = migrations.length;
const good: Migration = {
  version: NEWEST + 1,
  name: "good",
  statements: ({ text }) => [`create table extra (a ${text})`],
};
const bad: Migration = {
  version: NEWEST + 2,
  name: "bad",
  statements: ({ text }) => [
    `create table half (a ${text})`,
    `drop table extra`,
    `insert into setting (key, value) values ('half', 'done')`,
    `create table half (a ${text})`,
  ],
};

describe.each(backends)("migrations on $name", (backend) => {
  let place: TestPlace;
  let engine: Engine;
  beforeEach(async () => {
    place = await backend.makeEmpty();
    engine = connect(place.target);
  });
  afterEach(async () => {
    await engine.close();
    await place.drop();
  });

  it("are numbered from one without gaps", () => {
    expect(migrations.map((migration) => migration.version)).toEqual(migrations.map((_, i) => i + 1));
  });

  it("bring the schema of every release to the newest, with its data", async () => {
    for (const { version } of migrations) {
      await migrate(engine, migrations.slice(0, version));
      expect(await engine.read(schemaVersion)).toBe(version);
      const key = `kept-${1_000 + version}`;
      const insert = `insert into setting (key, value) values ('${key}', 'yes')`;
      await engine.write((tx) => tx.run(CompiledQuery.raw(insert)));
    }
    const settings = await engine.read((tx) =>
      tx.rows(CompiledQuery.raw("select key from setting order by key")),
    );
    expect(settings).toEqual(migrations.map(({ version }) => ({ key: `kept-${1_000 + version}` })));
  });

  it("make households of the groups that were booked for, and of no other", async () => {
    const before = migrations.findIndex(({ name }) => name === "households");
    await migrate(engine, migrations.slice(0, before));
    const group = (id: string) =>
      `insert into principal (id, kind, login, display_name, status, is_admin, preferences, created_at)
        values ('${id}', '${id === "room" ? "bookable" : "group"}', '${id}', 'Name of ${id}', 'active', 0, '{}', 7)`;
    const booking = (id: string, party: string) =>
      `insert into booking (id, account_id, unit, state, starts_at, ends_at, party_id, booked_by, rules_version, created_at, changed_at)
        values ('${id}', 'room', 0, 'confirmed', 1, 2, '${party}', 'x', 1, 1, 1)`;
    await engine.write(async (tx) => {
      for (const text of [
        ...["board", "home", "club", "room"].map(group),
        `insert into bookable (account_id, type, managers_id, labels, description, place, answer_mode)
          values ('room', 'ROOM', 'board', '[]', '', '', 'automatic')`,
        booking("1", "home"),
        booking("2", "home"),
        booking("3", "board"),
      ])
        await tx.run(CompiledQuery.raw(text));
    });
    await migrate(engine, migrations);
    const rows = await engine.read((tx) => tx.rows(CompiledQuery.raw("select * from household")));
    expect(rows).toMatchObject([
      { account_id: "home", label: "Name of home", label_key: "home", pin_hash: null },
    ]);
  });

  it("keep sessions of a release in which a token never changed", async () => {
    const before = migrations.findIndex(({ name }) => name === "guesses-and-sessions");
    await migrate(engine, migrations.slice(0, before));
    await engine.write(async (tx) => {
      for (const text of [
        `insert into principal (id, kind, login, display_name, status, is_admin, preferences, created_at)
          values ('p', 'person', 'elin', 'Elin', 'active', 0, '{}', 1)`,
        `insert into session (token_hash, principal_id, created_at, expires_at) values ('hash', 'p', 7, 9)`,
      ])
        await tx.run(CompiledQuery.raw(text));
    });
    await migrate(engine, migrations);
    const rows = await engine.read((tx) => tx.rows(CompiledQuery.raw("select * from session")));
    expect(rows).toEqual([
      {
        id: "hash",
        token_hash: "hash",
        former_token_hash: null,
        former_ends_at: null,
        proved_at: 7,
        renewed_at: 7,
        principal_id: "p",
        created_at: 7,
        expires_at: 9,
        user_agent: null,
        provider_id: null,
        provider_session: null,
        id_token: null,
      },
    ]);
  });

  it("leave nothing of a failed one, and everything of those before it", async () => {
    await expect(migrate(engine, [...migrations, good, bad])).rejects.toThrow();
    expect(await engine.read(schemaVersion)).toBe(NEWEST + 1);
    expect(await tables(engine)).toContain("extra");
    expect(await tables(engine)).not.toContain("half");
    const settings = await engine.read((tx) => tx.rows(CompiledQuery.raw("select * from setting")));
    expect(settings).toEqual([]);
  });

  it("continue from the database's version, and do nothing when it is up to date", async () => {
    await migrate(engine, migrations);
    const before = await tables(engine);
    await migrate(engine, migrations);
    expect(await tables(engine)).toEqual(before);
    await migrate(engine, [...migrations, good]);
    expect(await engine.read(schemaVersion)).toBe(NEWEST + 1);
    expect(await tables(engine)).toEqual([...before, "extra"].toSorted());
  });

  it("refuse to skip one, and keep the version reached before it", async () => {
    await expect(migrate(engine, [...migrations, bad])).rejects.toThrow(
      `no migration from schema version ${NEWEST} to ${NEWEST + 1}`,
    );
    expect(await engine.read(schemaVersion)).toBe(NEWEST);
  });

  it("refuse a database of a newer version and leave it alone", async () => {
    await migrate(engine, [...migrations, good]);
    await expect(migrate(engine, migrations)).rejects.toThrow(
      new RegExp(`schema version ${NEWEST + 1}.*newer Snart`),
    );
    expect(await engine.read(schemaVersion)).toBe(NEWEST + 1);
    expect(await tables(engine)).toContain("extra");
  });
});

describe.each(sharedBackends)("a migration on $name", (backend) => {
  it("keeps uploads of a release in which one was a single row, and they come out in parts", async () => {
    const before = migrations.findIndex(({ name }) => name === "blob-parts");
    const place = await backend.makeEmpty();
    const engine = connect(place.target);
    await migrate(engine, migrations.slice(0, before));
    const size = BLOB_PART + 5;
    const zeros =
      engine.dialect.name === "postgres" ? `decode(repeat('00', ${size}), 'hex')` : `zeroblob(${size})`;
    const insert = `insert into blob (id, account_id, type, size, created_at, expires_at, content)
      values ('b', 'a', 'x/y', ${size}, 1, 9, ${zeros})`;
    await engine.write((tx) => tx.run(CompiledQuery.raw(insert)));
    await engine.close();
    const storage = await place.open();
    const account = "a" as PrincipalId;
    await storage.read(async (tx) => {
      expect(await tx.blobs.head(account, "b")).toMatchObject({ size });
      const sizes: unknown[] = [];
      for (const number of [0, 1, 2]) sizes.push((await tx.blobs.part(account, "b", number))?.byteLength);
      expect(sizes).toEqual([BLOB_PART, 5, undefined]);
    });
    expect(await storage.write((tx) => tx.blobs.removeExpired(9, 1))).toBe(1);
    await storage.close();
    await place.drop();
  });
});

describe.each(sharedBackends)("opening $name", (backend) => {
  let place: TestPlace;
  beforeEach(async () => {
    place = await backend.makeEmpty();
  });
  afterEach(() => place.drop());

  it("finds everything again", async () => {
    const first = await place.open();
    const { owner, home } = await household(first);
    const one = await put(first, home, { icalendar: "å ä ö 🦞\u0000\r\n" });
    await first.close();
    const second = await place.open();
    await second.read(async (tx) => {
      expect(await tx.principals.list()).toEqual([owner]);
      expect(await tx.calendars.ofAccount(owner.id)).toEqual([{ ...home, contentModseq: 2 }]);
      expect(await tx.objects.find({ calendarIds: [home.id] })).toEqual([one]);
      expect(await tx.principals.modseq(owner.id)).toBe(2);
    });
    await second.close();
  });

  it("by several processes at once creates the schema once", async () => {
    const all = await Promise.all([place.open(), place.open(), place.open(), place.open()]);
    for (const storage of all)
      expect(await storage.health()).toMatchObject({ ok: true, schemaVersion: NEWEST });
    await Promise.all(all.map((storage) => storage.close()));
  });

  it("ends with closing: later work is refused, and a running read is finished", async () => {
    const storage = await place.open();
    const { home } = await household(storage);
    const reading = storage.read(async (tx) => {
      await tx.calendars.byId(home.id);
      return await tx.objects.count(home.id);
    });
    await storage.close();
    expect(await reading).toBe(0);
    await expect(storage.read((tx) => tx.objects.count(home.id))).rejects.toThrow();
    await expect(storage.write((tx) => tx.settings.keep("late", "1"))).rejects.toThrow();
    expect(await storage.health()).toMatchObject({ ok: false });
  });

  it("can be closed while work is waiting, which is then done", async () => {
    const storage = await place.open();
    const { home } = await household(storage);
    const writes = [put(storage, home), put(storage, home), put(storage, home)];
    await Promise.all(writes);
    await storage.close();
    const again = await place.open();
    expect(await again.read((tx) => tx.objects.count(home.id))).toBe(3);
    await again.close();
  });
});

describe("opening a file that is no database", () => {
  it("fails at once with a message", async () => {
    const folder = mkdtempSync(join(tmpdir(), "snart-opening-"));
    const path = join(folder, "notes.txt");
    writeFileSync(
      path,
      "These are only notes, but there are enough of them to be longer than a header.".repeat(20),
    );
    await expect(openStorage({ kind: "sqlite", path })).rejects.toThrow(/not a database/);
    await expect(openStorage({ kind: "sqlite", path: join(path, "inside.sqlite") })).rejects.toThrow();
    const nowhere: StorageTarget = { kind: "postgres", url: "postgres://127.0.0.1:1/none" };
    await expect(openStorage(nowhere)).rejects.toThrow(/ECONNREFUSED/);
    rmSync(folder, { recursive: true });
  });
});

describe("the target", () => {
  it("is PostgreSQL if a URL is configured, else a file in the data folder", () => {
    expect(storageTarget({ databaseUrl: "postgres://db/snart", dataFolder: "/data" })).toEqual({
      kind: "postgres",
      url: "postgres://db/snart",
    });
    for (const databaseUrl of [undefined, ""]) {
      expect(storageTarget({ databaseUrl, dataFolder: "/data" })).toEqual({
        kind: "sqlite",
        path: "/data/snart.sqlite",
        reserveBytes: 16 * 1024 * 1024,
      });
    }
  });
});
