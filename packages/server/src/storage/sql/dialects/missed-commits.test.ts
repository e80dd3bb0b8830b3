import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { household } from "../../contract/fixtures.ts";
import { openTestDatabase, type TestDatabase } from "../../contract/postgres.ts";
import type { Storage } from "../../port.ts";
import { openStorage } from "../open.ts";
import type { Connection } from "./dialect.ts";
import { MissedCommits } from "./missed-commits.ts";
import { postgresConnection } from "./postgres-connection.ts";
import { payloads } from "./postgres-announcer.ts";

let database: TestDatabase;
let storage: Storage;
let [looker, early, late]: pg.Client[] = [];
let connection: Connection;
const accounts: string[] = [];
const raise = (client: pg.Client | undefined, account: string | undefined) =>
  client?.query("update principal set modseq = modseq + 1 where id = $1", [account]);

beforeAll(async () => {
  database = await openTestDatabase();
  storage = await openStorage({ kind: "postgres", url: database.url });
  for (let i = 0; i < 4; i++) accounts.push((await household(storage)).owner.id);
  const open = async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    return client;
  };
  looker = await open();
  early = await open();
  late = await open();
  connection = postgresConnection(looker);
});
afterAll(async () => {
  for (const client of [looker, early, late]) await client?.end();
  await storage.close();
  await database.drop();
});

/** Transactions that other tests have open on the server meanwhile make a look find an account again. */
const untilNothing = async (missed: MissedCommits): Promise<void> => {
  while ((await missed.look(connection))?.length !== 0);
};

it("finds what was committed since the last look, and at last nothing", async () => {
  const missed = new MissedCommits();
  expect(await missed.look(connection)).toBeUndefined();
  await untilNothing(missed);
  await raise(early, accounts[0]);
  expect(await missed.look(connection)).toContain(accounts[0]);
  await untilNothing(missed);
});

it("finds a transaction that had begun before a look and commits after it, whoever commits meanwhile", async () => {
  const missed = new MissedCommits();
  await early?.query("begin");
  await raise(early, accounts[1]);
  expect(await missed.look(connection)).toBeUndefined();
  await raise(late, accounts[2]);
  expect(await missed.look(connection)).toContain(accounts[2]);
  await raise(late, accounts[3]);
  await early?.query("commit");
  expect(await missed.look(connection)).toEqual(expect.arrayContaining([accounts[1], accounts[3]]));
  await untilNothing(missed);
});

it("puts many accounts into payloads that PostgreSQL takes", async () => {
  const ids = Array.from({ length: 1000 }, (_, i) => `account-${i}-å-0123456789-0123456789`);
  const all = payloads("sender", ids);
  expect(all.length).toBeGreaterThan(1);
  expect(all.flatMap((payload) => payload.split(" ").slice(1))).toEqual(ids);
  for (const payload of all) await looker?.query("select pg_notify('elsewhere', $1)", [payload]);
});
