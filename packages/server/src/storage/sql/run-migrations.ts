import { CompiledQuery, sql } from "kysely";
import type { Connection, Dialect } from "./dialects/dialect.ts";
import type { Engine } from "./dialects/engine.ts";
import type { Migration } from "./migration.ts";

/** An arbitrary number that all Snart processes agree on. */
const POSTGRES_LOCK = 7_368_110;
const PATIENT = { isPatient: true };

/**
 * Brings the schema up to date, each migration in a transaction of its own, safe against other processes doing the
 * same.
 * @param beforeUpgrade called before the first step, if there are data of an earlier schema; nothing is changed if it throws
 * @throws if the database was written by a newer Snart, if a migration between others is missing, or if one fails
 * (which then leaves nothing behind)
 */
export async function migrate(
  engine: Engine,
  migrations: readonly Migration[],
  beforeUpgrade: (from: number) => Promise<void> = async () => undefined,
): Promise<void> {
  await engine.write(
    async (connection) => {
      await lock(engine, connection);
      await beginSchema(connection, engine.dialect);
      // On a full disk as well: a database that is opened has its schema, and nothing is written.
    },
    { ...PATIENT, reserve: "half" },
  );
  const newest = migrations.at(-1)?.version ?? 0;
  let version = await engine.read(schemaVersion);
  if (version > newest) throw new Error(newerDatabase(version, newest));
  if (version > 0 && version < newest) await beforeUpgrade(version);
  while (version < newest) {
    version = await engine.write((connection) => next(engine, connection, migrations), PATIENT);
  }
  // A reader of SQLite learns of new columns by running a statement, whose own result still has the old ones: let it be this one.
  await engine.read(schemaVersion);
}

/** The schema's version; 0 when the database is new. */
export async function schemaVersion(connection: Connection): Promise<number> {
  const query = statement<{ version: number | null }>("select max(version) as version from schema_version");
  const [row] = await connection.rows(query);
  return row?.version ?? 0;
}

/** @returns the version reached */
async function next(
  engine: Engine,
  connection: Connection,
  migrations: readonly Migration[],
): Promise<number> {
  await lock(engine, connection);
  const version = await schemaVersion(connection);
  const migration = migrations.find((m) => m.version === version + 1);
  const newest = migrations.at(-1)?.version ?? 0;
  // Another process of a newer Snart may have been faster.
  if (migration === undefined && version >= newest) return version;
  if (migration === undefined)
    throw new Error(
      `there is no migration from schema version ${version} to ${version + 1}, though there is one to ${newest}`,
    );
  await raiseSchema(connection, engine.dialect, migration);
  return migration.version;
}

/** Prepares a database for its first migration, if it isn't. */
export async function beginSchema(connection: Connection, { columnTypes }: Dialect): Promise<void> {
  const { integer, text, tableEnd } = columnTypes;
  const columns = `version ${integer} not null primary key, name ${text} not null`;
  await connection.run(statement(`create table if not exists schema_version (${columns})${tableEnd}`));
}

/** Takes one step of the schema, within the transaction of the caller. */
export async function raiseSchema(
  connection: Connection,
  { columnTypes, query }: Dialect,
  migration: Migration,
): Promise<void> {
  const { version, name } = migration;
  for (const text of migration.statements(columnTypes)) await connection.run(statement(text));
  await connection.run(
    sql`insert into schema_version (version, name) values (${version}, ${name})`.compile(query),
  );
}

/** SQLite has one writer anyway. */
async function lock(engine: Engine, connection: Connection): Promise<void> {
  if (engine.dialect.name === "postgres") {
    await connection.rows(statement(`select pg_advisory_xact_lock(${POSTGRES_LOCK})`));
  }
}

function statement<R>(text: string): CompiledQuery<R> {
  return CompiledQuery.raw(text) as CompiledQuery<R>;
}

function newerDatabase(found: number, known: number): string {
  return `the database has schema version ${found}, but this Snart knows only up to ${known}: start a newer Snart`;
}
