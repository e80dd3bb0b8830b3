import { existsSync, statSync } from "node:fs";
import { CompiledQuery } from "kysely";
import type { Filling, Snapshot } from "../../port/archive.ts";
import type { Connection, Dialect } from "../dialects/dialect.ts";
import type { Engine } from "../dialects/engine.ts";
import { openSqlite } from "../dialects/sqlite-engine.ts";
import { examineStates } from "../changes/examine-states.ts";
import { migrations } from "../migrations/all.ts";
import type { StorageTarget } from "../open.ts";
import { beginSchema, migrate, raiseSchema, schemaVersion } from "../run-migrations.ts";
import { Scope } from "../scope.ts";
import { finishRestoring } from "./after-restore.ts";
import { once, readEngine, snapshotOf } from "./read-engine.ts";
import { insertRows } from "./table-rows.ts";

const PATIENT = { isPatient: true };

/** The schema that this Snart works with. */
export const NEWEST_SCHEMA = migrations.at(-1)?.version ?? 0;

/**
 * Reads a database as it is at one moment, of whichever schema it is, without changing it and without making a writer wait.
 * @throws what `work` throws; an error if there is no database of Snart, or it was lost in the middle
 */
export async function readSnapshot<T>(
  target: StorageTarget,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  if (target.kind === "sqlite" && !existsSync(target.path))
    throw new Error(`there is no file ${target.path}`);
  const engine = await connect(target);
  try {
    return await readEngine(engine, work);
  } finally {
    await engine.close();
  }
}

export interface FillingOptions {
  /** Of what will be filled in. */
  readonly schemaVersion: number;
  /** Fills the database, with the tables of that schema. */
  readonly fill: (filling: Filling) => Promise<void>;
}

/**
 * Fills an empty database in one transaction: the schema of the time, what is filled in, all later steps of the schema, what is derived.
 * @returns problems of the database, one sentence each
 * @throws what `fill` throws; then nothing stays of it in a database, and a file is to be removed by the caller
 */
export async function fillDatabase(
  target: StorageTarget,
  options: FillingOptions,
): Promise<readonly string[]> {
  const engine = await connect(target);
  const begin = once();
  try {
    await engine.write(async (connection) => {
      begin();
      await fillIn(connection, engine.dialect, options);
    }, PATIENT);
    return await problemsOf(engine);
  } finally {
    await engine.close();
  }
}

/**
 * Makes the copy of a SQLite file a database that goes on from there: brings it to the present schema, and does what every restoration does.
 * @returns problems of the database, one sentence each
 * @throws if it is no database of Snart, or one of a newer Snart
 */
export async function finishCopy(path: string): Promise<readonly string[]> {
  const engine = openSqlite(path);
  try {
    if ((await engine.read(schemaVersion)) === 0) throw new Error("it has no schema of Snart");
    await migrate(engine, migrations);
    await engine.write(finishRestoring, PATIENT);
    return await problemsOf(engine);
  } finally {
    await engine.close();
  }
}

const problemsOf = (engine: Engine): Promise<readonly string[]> =>
  engine.read(
    async (connection) => [
      ...(await engine.dialect.examine(connection)),
      ...(await examineStates(new Scope(engine.dialect, connection))),
    ],
    PATIENT,
  );

async function fillIn(
  connection: Connection,
  dialect: Dialect,
  { schemaVersion: version, fill }: FillingOptions,
): Promise<void> {
  await beginSchema(connection, dialect);
  const steps = migrations.slice(0, version);
  for (const step of steps) await raiseSchema(connection, dialect, step);
  const snapshot = await snapshotOf(connection, dialect);
  await fill({
    ...snapshot,
    insert: (table, rows) => insertRows(connection, dialect, table, rows),
  });
  for (const step of migrations.slice(version)) await raiseSchema(connection, dialect, step);
  await finishRestoring(connection);
  // Until its own analysis comes round, PostgreSQL would take all tables for empty, and read them whole.
  if (dialect.name === "postgres") await connection.run(CompiledQuery.raw("analyze"));
}

/** Whether there is nothing at all: no file, or a database without any table. */
export async function isEmptyPlace(target: StorageTarget): Promise<boolean> {
  if (target.kind === "sqlite") return !existsSync(target.path) || statSync(target.path).size === 0;
  const engine = await connect(target);
  try {
    const text = `select count(*)::int as count from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`;
    const query = CompiledQuery.raw(text) as CompiledQuery<{ count: number }>;
    const [row] = await engine.read((connection) => connection.rows(query));
    return row?.count === 0;
  } finally {
    await engine.close();
  }
}

async function connect(target: StorageTarget): Promise<Engine> {
  if (target.kind === "sqlite") return openSqlite(target.path);
  const { openPostgres } = await import("../dialects/postgres-engine.ts");
  return openPostgres(target.url, { poolSize: 1 });
}
