import pg from "pg";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { household } from "../contract/fixtures.ts";
import { openTestDatabase, type TestDatabase } from "../contract/postgres.ts";
import type { ReadTransaction, Storage } from "../port.ts";
import type { PrincipalId } from "../records/ids.ts";
import { openStorage } from "./open.ts";

// Reads of one request on PostgreSQL share a snapshot and its beginning; SQLite has none to share.

const CONNECTIONS = 2;
let database: TestDatabase;
let storage: Storage;
let other: pg.Client;
let ownerId: PrincipalId;
beforeEach(async () => {
  database = await openTestDatabase();
  storage = await openStorage({ kind: "postgres", url: database.url, poolSize: CONNECTIONS });
  ownerId = (await household(storage)).owner.id;
  other = new pg.Client({ connectionString: database.url });
  await other.connect();
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await other.end();
  await storage.close();
  await database.drop();
});

const nameOf = async (tx: ReadTransaction): Promise<string> =>
  (await tx.principals.byId(ownerId))?.displayName ?? "";
const readName = (): Promise<string> => storage.read(nameOf);
const rename = (name: string): Promise<unknown> =>
  other.query("update principal set display_name = $1 where id = $2", [name, ownerId]);

/** What `work` sends to the database. */
async function sentBy(work: () => Promise<unknown>): Promise<readonly string[]> {
  const asked = vi.spyOn(pg.Client.prototype, "query");
  await work();
  const texts = asked.mock.calls.map(([sent]: readonly unknown[]) =>
    typeof sent === "string" ? sent : (sent as { readonly text: string }).text,
  );
  asked.mockRestore();
  return texts;
}

/** How many transactions that read it begins. */
const begunBy = async (work: () => Promise<unknown>): Promise<number> =>
  (await sentBy(work)).filter((text) => text.endsWith("read only")).length;

it("begins one transaction for all reads of a request", async () => {
  const three = async (): Promise<void> => {
    for (let n = 0; n < 3; n++) await readName();
  };
  expect(await begunBy(three)).toBe(3);
  expect(await begunBy(() => storage.inRequest(three))).toBe(1);
});

it("asks the same frequent question once in a request, also when two of its reads ask at once", async () => {
  const ask = (): Promise<unknown> => storage.read((tx) => tx.calendars.accessibleTo(ownerId));
  const again = async (): Promise<void> => {
    await Promise.all([ask(), ask()]);
    await ask();
    await ask();
  };
  const questions = async (work: () => Promise<unknown>): Promise<number> =>
    (await sentBy(work)).filter((text) => text.startsWith("select")).length;
  const once = await questions(ask);
  expect(await questions(() => storage.inRequest(again))).toBe(once);
  expect(await questions(again)).toBe(4 * once);
});

it("reads what was there when the request began, and after its own write what is there now", async () => {
  await storage.inRequest(async () => {
    const before = await readName();
    await rename("Somebody else");
    expect(await readName()).toBe(before);
    await storage.write((tx) => tx.principals.update(ownerId, { isAdmin: true }));
    expect(await readName()).toBe("Somebody else");
  });
  await rename("Again");
  expect(await readName()).toBe("Again");
});

it("keeps no snapshot for long: what others do is seen, and their connection is free", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await storage.inRequest(async () => {
    await readName();
    await rename("Later");
    vi.advanceTimersByTime(200);
    expect(await readName()).toBe("Later");
  });
});

it("goes on after a read that failed", async () => {
  await storage.inRequest(async () => {
    const name = await readName();
    await expect(storage.read((tx) => tx.principals.byId("\0" as PrincipalId))).resolves.toBeUndefined();
    const broken = vi.fn(async (tx: ReadTransaction) => {
      await nameOf(tx);
      throw new Error("on purpose");
    });
    await expect(storage.read(broken)).rejects.toThrow("on purpose");
    expect(await readName()).toBe(name);
    await other.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    expect(await readName()).toBe(name);
  });
});

it("answers more requests at once than it has connections, which read, write and read", async () => {
  const done = await Promise.all(
    Array.from({ length: 10 * CONNECTIONS }, () =>
      storage.inRequest(async () => {
        await Promise.all([readName(), readName()]);
        await storage.write((tx) => tx.principals.update(ownerId, { isAdmin: true }));
        return readName();
      }),
    ),
  );
  expect(new Set(done).size).toBe(1);
});

it("lets a request's late work read by itself", async () => {
  const late = Promise.withResolvers<void>();
  let later: Promise<string> | undefined;
  await storage.inRequest(async () => {
    await readName();
    later = late.promise.then(readName);
  });
  await rename("After the answer");
  late.resolve();
  expect(await later).toBe("After the answer");
});
