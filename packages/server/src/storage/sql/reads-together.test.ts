import { Socket } from "node:net";
import pg from "pg";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { household } from "../contract/fixtures.ts";
import { openTestDatabase, type TestDatabase } from "../contract/postgres.ts";
import type { ReadTransaction, Storage } from "../port.ts";
import type { PrincipalId } from "../records/ids.ts";
import { openStorage } from "./open.ts";

/** How a socket hands over what it sends. */
interface Written {
  /** @param chunks are buffers when it returns */
  _writev(chunks: readonly unknown[]): void;
}

// Reads of many requests at one moment on PostgreSQL share a snapshot; SQLite has none to share.

let database: TestDatabase;
let storage: Storage;
let other: pg.Client;
let ownerId: PrincipalId;
beforeEach(async () => {
  database = await openTestDatabase();
  storage = await openStorage({ kind: "postgres", url: database.url });
  ownerId = (await household(storage)).owner.id;
  other = new pg.Client({ connectionString: database.url });
  await other.connect();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await other.end();
  await storage.close();
  await database.drop();
});

const nameOf = async (tx: ReadTransaction): Promise<string> =>
  (await tx.principals.byId(ownerId))?.displayName ?? "";
const readName = (): Promise<string> => storage.readTogether(nameOf);
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

it("answers all who ask at one moment from one snapshot, and what they ask alike once", async () => {
  const all = () => Promise.all(Array.from({ length: 20 }, readName));
  const sent = await sentBy(all);
  expect(sent.filter((text) => text.endsWith("read only"))).toHaveLength(1);
  expect(sent.filter((text) => text.startsWith("select"))).toHaveLength(1);
  expect(new Set(await all()).size).toBe(1);
});

it("lets who comes meanwhile read what was there when they asked", async () => {
  const go = Promise.withResolvers<void>();
  const before = storage.readTogether(async (tx) => {
    const name = await nameOf(tx);
    await go.promise;
    return [name, await nameOf(tx)];
  });
  await vi.waitFor(async () => {
    const { rows } = await other.query("select 1 from pg_stat_activity where state = 'idle in transaction'");
    expect(rows).toHaveLength(1);
  });
  await rename("Somebody else");
  const after = Promise.all([readName(), readName()]);
  go.resolve();
  const [first, second] = await before;
  expect(second).toBe(first);
  expect(await after).toEqual(["Somebody else", "Somebody else"]);
});

it("lets nobody wait long for one who reads slowly", async () => {
  const go = Promise.withResolvers<void>();
  const slow = storage.readTogether(() => go.promise);
  await rename("Meanwhile");
  expect(await readName()).toBe("Meanwhile");
  go.resolve();
  await slow;
});

it("goes on where one read of many fails, by its own fault or the database's", async () => {
  const broken = storage.readTogether(async (tx) => {
    await nameOf(tx);
    throw new Error("on purpose");
  });
  const names = [readName(), readName()];
  await expect(broken).rejects.toThrow("on purpose");
  const [name, same] = await Promise.all(names);
  expect(same).toBe(name);
  await other.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  expect(await Promise.all([readName(), readName()])).toEqual([name, name]);
});

it("sends what is asked at once in one piece, with the beginning of its transaction", async () => {
  const written = vi.spyOn(Socket.prototype as unknown as Written, "_writev");
  await storage.readTogether((tx) =>
    Promise.all([tx.principals.byId(ownerId), tx.bookables.byId(ownerId), tx.households.ofPerson(ownerId)]),
  );
  const pieces = written.mock.calls.map(([chunks]) => chunks.map(String).join(" "));
  const begun = pieces.filter((piece) => piece.includes("read only"));
  expect(begun).toEqual([
    expect.stringMatching(/from "principal"[^]*from "bookable"[^]*from "group_member"/),
  ]);
});
