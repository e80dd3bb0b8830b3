import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openStorage } from "../../storage/sql/open.ts";
import { LineKeeper, type LineOptions } from "./keep-line.ts";
import { listLines } from "./line-names.ts";
import { rebuildAt } from "./rebuild.ts";

/** Longer than a log may be before it is begun anew. */
const MUCH = 5 * 1024 * 1024;

let folder: string;
let writer: DatabaseSync;
let keeper: LineKeeper;
let now = Date.UTC(2026, 10, 29, 12);
const database = (): string => join(folder, "a.sqlite");
const backups = (): string => join(folder, "backups");
const options = (): LineOptions => ({
  database: database(),
  backups: backups(),
  recipients: [],
  everyMs: 0,
  now: () => now,
  betweenWrites: async (work) => work(),
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "snart-line-"));
  writer = new DatabaseSync(database());
  writer.exec("pragma journal_mode = wal; pragma wal_autocheckpoint = 131072");
  writer.exec("create table thing (name text, content blob)");
  keeper = new LineKeeper(options());
});
afterEach(async () => {
  await keeper.stop();
  writer.close();
  rmSync(folder, { recursive: true });
});

const put = (name: string, length: number): void =>
  void writer.prepare("insert into thing values (?, zeroblob(?))").run(name, length);
/** A second goes by, and what was written is copied. @returns the moment */
async function copied(): Promise<number> {
  now += 1_000;
  await keeper.copy();
  return now;
}
async function namesAt(at: number): Promise<unknown[]> {
  const path = join(folder, `at-${String(at)}.sqlite`);
  await rebuildAt(backups(), at, path, []);
  const rebuilt = new DatabaseSync(path);
  const names = rebuilt.prepare("select name from thing order by rowid").all();
  rebuilt.close();
  return names.map(({ name }) => name);
}
const lengthOfLog = async (): Promise<number> => (await listLines(backups())).at(-1)?.through.frames ?? NaN;

/** Whoever reads what is newest lets all of the log be written into the database, and yet keeps it from being begun anew. */
function readNewest(): DatabaseSync {
  const reader = new DatabaseSync(database());
  reader.exec("begin");
  reader.prepare("select count(*) from thing").get();
  return reader;
}

it("goes on while somebody reads as the log is to be begun anew", async () => {
  put("first", 100);
  const first = await copied();
  put("much", MUCH);
  const reader = readNewest();
  const before = statSync(`${database()}-wal`).size;
  // It ends as soon as it was met.
  const met = (async () => {
    while (statSync(`${database()}-wal`).size === before) await nextTurn();
    reader.close();
  })();
  const much = await copied();
  await met;
  expect(await lengthOfLog()).toBeGreaterThan(1_000);
  put("last", 100);
  const last = await copied();
  expect(await lengthOfLog()).toBeLessThan(10);
  expect(await listLines(backups())).toHaveLength(1);
  expect(await namesAt(first)).toEqual(["first"]);
  expect(await namesAt(much)).toEqual(["first", "much"]);
  expect(await namesAt(last)).toEqual(["first", "much", "last"]);
});

it("goes on with its line where it takes hold again of a log that SQLite would write into the database by itself", async () => {
  put("first", 100);
  await copied();
  // As after a kill: nobody holds the log, which is as long as it can be without being begun anew.
  await keeper.stop();
  const frames = (): number => Math.floor(statSync(`${database()}-wal`).size / 4_120);
  while (frames() < 1_010) put("more", 3_000);
  keeper = new LineKeeper(options());
  await copied();
  expect(await lengthOfLog()).toBeGreaterThanOrEqual(1_010);
  put("after", 100);
  await copied();
  expect(await listLines(backups())).toHaveLength(1);
  expect((await namesAt(now)).at(-1)).toBe("after");
});

it("waits for a write of its own process, while that goes on", async () => {
  const storage = await openStorage({ kind: "sqlite", path: join(folder, "own.sqlite"), isLogCopied: true });
  const own = new LineKeeper({
    ...options(),
    database: join(folder, "own.sqlite"),
    betweenWrites: (work) => storage.betweenWrites(work),
  });
  let end = (): void => undefined;
  const writing = storage.write(() => new Promise<void>((resolve) => (end = resolve)));
  await nextTurn();
  await nextTurn();
  const copying = own.copy();
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  expect(await listLines(backups())).toEqual([]);
  end();
  await Promise.all([writing, copying]);
  expect(await listLines(backups())).toHaveLength(1);
  await own.stop();
  await storage.close();
});
