import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Household, World } from "./clients.ts";
import type { DavClient } from "./dav-client.ts";
import type { Found } from "./ledger.ts";
import { serialIn, uidIn } from "./wire.ts";

const PUSH_PATIENCE_MS = 60_000;

/**
 * Checks one account when nobody writes any more: each client's copy after a last synchronisation, a fresh listing,
 * what the listener heard, and what everybody has written. Every difference becomes a finding.
 * @returns the state found of each event, by UID
 */
export async function auditAccount(world: World, house: Household): Promise<ReadonlyMap<string, Found>> {
  const { findings, ledger } = world;
  const [reader] = house.dav;
  const texts = await reader?.texts();
  if (texts === undefined) {
    findings.add("an account could not be looked at", house.login);
    return new Map();
  }
  const found = new Map(texts.map((text) => [uidIn(text), { serial: serialIn(text), text }]));
  if (found.size !== texts.length) findings.add("two objects with one UID", house.login);
  for (const uid of ledger.uids.filter((one) => one.startsWith(`${house.login}-`)))
    for (const wrong of ledger.audit(uid, found.get(uid))) findings.add("a write is lost or undone", wrong);
  for (const uid of found.keys())
    if (!ledger.uids.includes(uid)) findings.add("an event that nobody made", uid);
  for (const client of house.dav) await auditDavCopy(client, found);
  await auditJmapCopies(world, house, found);
  return found;
}

async function auditDavCopy(client: DavClient, found: ReadonlyMap<string, Found>): Promise<void> {
  const { findings, login } = client.wire;
  if (!(await client.sync(undefined))) findings.add("a client cannot synchronise at the end", login);
  const listed = await client.listed();
  const own = new Map([...client.copies].map(([uri, { etag }]) => [uri, etag]));
  const differs = differences(own, listed ?? new Map());
  if (differs.length > 0) findings.add("a client's copy is not what PROPFIND lists", `${login}: ${differs}`);
  const serials = new Map([...client.copies.values()].map(({ uid, serial }) => [uid, serial]));
  const other = differences(serials, serialsOf(found));
  if (other.length > 0) findings.add("a client's copy is not what is there", `${login}: ${other}`);
}

async function auditJmapCopies(
  world: World,
  house: Household,
  found: ReadonlyMap<string, Found>,
): Promise<void> {
  const { findings } = world;
  for (const client of house.jmap) {
    if (!(await client.sync())) findings.add("a JMAP client cannot synchronise at the end", house.login);
    const fresh = (await client.listed()) ?? new Map<string, number>();
    const toFresh = differences(client.known, fresh);
    if (toFresh.length > 0)
      findings.add("a JMAP client's copy is not what get lists", `${house.login}: ${toFresh}`);
    const toDav = differences(fresh, serialsOf(found));
    if (toDav.length > 0) findings.add("JMAP shows other than CalDAV", `${house.login}: ${toDav}`);
  }
  const { heard } = house;
  if (heard === undefined) return;
  const differs = differences(heard.known, serialsOf(found));
  if (differs.length > 0)
    findings.add("the listener was not told of everything", `${house.login}: ${differs}`);
}

/** Waits, for a limited time, until the listeners have heard of the last change. */
export async function lettingPushesArrive(houses: readonly Household[]): Promise<void> {
  const end = performance.now() + PUSH_PATIENCE_MS;
  const isBehind = ({ heard, jmap }: Household): boolean =>
    heard !== undefined && jmap[0] !== undefined && heard.state !== jmap[0].state;
  for (const house of houses) for (const client of house.jmap) await client.sync();
  while (houses.some(isBehind) && performance.now() < end) await wait(50);
}

const serialsOf = (found: ReadonlyMap<string, Found>): ReadonlyMap<string, number> =>
  new Map([...found].map(([uid, { serial }]) => [uid, serial]));

function differences<T>(own: ReadonlyMap<string, T>, truth: ReadonlyMap<string, T>): string {
  const keys = [...new Set([...own.keys(), ...truth.keys()])];
  return keys
    .filter((key) => own.get(key) !== truth.get(key))
    .map((key) => `${key} ${String(own.get(key))} ≠ ${String(truth.get(key))}`)
    .join(", ");
}

/** With the server down: every former text is kept, the log lists every change once, and no number goes down. */
export async function auditDatabase(
  world: World,
  { ask, close }: AuditedDatabase,
  found: ReadonlyMap<string, Found>,
): Promise<void> {
  const versions = await ask("select uid, count(*) as n from version group by uid");
  const kept = new Map<string, number>(versions.map((row) => [String(row["uid"]), Number(row["n"])]));
  for (const uid of world.ledger.uids) {
    const expected = world.ledger.formerVersions(uid, found.get(uid));
    const count = kept.get(uid) ?? 0;
    if (count !== expected)
      world.findings.add(
        "former versions are missing or too many",
        `${uid}: ${String(count)}, should be ${String(expected)}`,
      );
  }
  for (const [what, query] of DATABASE_RULES)
    for (const row of await ask(query)) world.findings.add(what, JSON.stringify(row));
  await close();
}

/** The server's database, read directly. */
export interface AuditedDatabase {
  readonly ask: (query: string) => Promise<readonly Record<string, unknown>[]>;
  readonly close: () => Promise<void>;
}

/** @param databaseUrl a PostgreSQL; absent: SQLite in the folder */
export async function openAudited(folder: string, databaseUrl: string | undefined): Promise<AuditedDatabase> {
  if (databaseUrl !== undefined) {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    return { ask: async (query) => (await client.query(query)).rows, close: () => client.end() };
  }
  const database = new DatabaseSync(join(folder, "snart.sqlite"), { readOnly: true });
  return { ask: async (query) => database.prepare(query).all(), close: async () => database.close() };
}

/** Each query returns the rows that break the rule. */
const DATABASE_RULES: readonly (readonly [string, string])[] = [
  [
    "an object without its last change in the log",
    `select uid, modseq from object o where not exists
       (select 1 from change c where c.object_id = o.id and c.modseq = o.modseq and c.account_id = o.account_id)`,
  ],
  [
    "a change beyond the account's count",
    `select c.account_id, c.modseq from change c join principal p on p.id = c.account_id where c.modseq > p.modseq`,
  ],
  [
    "a tombstone of an object that is there",
    `select t.uid from tombstone t join object o on o.id = t.object_id and o.calendar_id = t.calendar_id
     where t.type = 'CalendarEvent' and t.modseq >= o.modseq`,
  ],
  [
    "an object deleted without a tombstone",
    `select distinct v.uid from version v where v.was_removed = 1 and not exists
       (select 1 from tombstone t where t.object_id = v.object_id)`,
  ],
];
