import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sharedBackends, type TestPlace } from "../../storage/contract/backends.ts";
import { openStorage } from "../../storage/sql/open.ts";
import { snapshotOf } from "../../storage/sql/archive/read-engine.ts";
import { insertRows } from "../../storage/sql/archive/table-rows.ts";
import type { Engine } from "../../storage/sql/dialects/engine.ts";
import { openPostgres } from "../../storage/sql/dialects/postgres-engine.ts";
import { openSqlite } from "../../storage/sql/dialects/sqlite-engine.ts";
import { migrations } from "../../storage/sql/migrations/all.ts";
import { migrate, schemaVersion } from "../../storage/sql/run-migrations.ts";
import { plain, rowsFor } from "./filled-database.ts";

type Row = Readonly<Record<string, unknown>>;
/** Rows by table, each by the names of its columns. */
type Rows = ReadonlyMap<string, readonly Row[]>;

const connect = ({ target }: TestPlace): Engine =>
  target.kind === "postgres" ? openPostgres(target.url) : openSqlite(target.path);

/** Writes rows into every table that there is; each time others. */
const fill = (engine: Engine, time = 0): Promise<Rows> =>
  engine.write(async (connection) => {
    const filled = new Map<string, Row[]>();
    for (const table of (await snapshotOf(connection, engine.dialect)).tables) {
      const rows = rowsFor(table, time * 100);
      await insertRows(connection, engine.dialect, table, rows);
      filled.set(
        table.name,
        rows.map((row) => named(table.columns, row)),
      );
    }
    return filled;
  });

const readAll = (engine: Engine): Promise<Rows> =>
  engine.read(async (connection) => {
    const snapshot = await snapshotOf(connection, engine.dialect);
    const found = new Map<string, Row[]>();
    for (const table of snapshot.tables) {
      const rows: Row[] = [];
      for await (const page of snapshot.pages(table))
        rows.push(...page.map((row) => named(table.columns, row)));
      found.set(table.name, rows);
    }
    return found;
  });

const named = (
  columns: readonly { readonly name: string }[],
  row: Parameters<typeof plain>[0][] | readonly Parameters<typeof plain>[0][],
): Row => Object.fromEntries(columns.map(({ name }, at) => [name, plain(row[at] ?? null)]));

/** What of `before` is not in `after`, a sentence each. */
function lost(before: Rows, after: Rows): string[] {
  const missing: string[] = [];
  for (const [table, rows] of before) {
    const found = after.get(table);
    if (!found) missing.push(`the table ${table}`);
    else
      for (const row of rows) {
        const values = Object.entries(row);
        if (!found.some((one) => values.every(([column, value]) => one[column] === value)))
          missing.push(`${table}: ${JSON.stringify(row).slice(0, 300)}`);
      }
  }
  return missing;
}

describe.each(sharedBackends)("an upgrade on $name", (backend) => {
  let place: TestPlace;
  let engine: Engine;
  beforeEach(async () => {
    place = await backend.makeEmpty();
    engine = connect(place);
  });
  afterEach(async () => {
    await engine.close();
    await place.drop();
  });

  const patience = { timeout: 240_000 };
  it("from the schema of any release loses no row and no value of any table", patience, async () => {
    const written: [version: number, rows: Rows][] = [];
    for (const { version } of migrations.slice(0, -1)) {
      await migrate(engine, migrations.slice(0, version));
      written.push([version, await fill(engine, version)]);
    }
    await migrate(engine, migrations);
    const after = await readAll(engine);
    expect(
      written.flatMap(([version, rows]) => lost(rows, after).map((what) => `of ${version}: ${what}`)),
    ).toEqual([]);
    expect(after.get("principal")).toHaveLength(3 * (migrations.length - 1));
  });

  it("that is killed in the middle leaves what was there, and is done at the next start", async () => {
    const OLD = 20;
    await migrate(engine, migrations.slice(0, OLD));
    const before = await fill(engine);
    const program = new URL("upgrade-until-killed.ts", import.meta.url).pathname;
    const child = spawn(process.execPath, [program, JSON.stringify(place.target), String(OLD + 5)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    for await (const line of createInterface({ input: child.stdout })) if (line === "in the middle") break;
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    expect(child.signalCode).toBe("SIGKILL");
    // Whole steps only: the one that was killed has left nothing.
    expect(await engine.read(schemaVersion)).toBe(OLD + 4);
    expect(lost(before, await readAll(engine))).toEqual([]);
    await (await openStorage(place.target)).close();
    expect(await engine.read(schemaVersion)).toBe(migrations.length);
    expect(lost(before, await readAll(engine))).toEqual([]);
  });
});
