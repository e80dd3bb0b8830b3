import type { Snapshot } from "../../port/archive.ts";
import type { Connection, Dialect } from "../dialects/dialect.ts";
import type { Engine } from "../dialects/engine.ts";
import { schemaVersion } from "../run-migrations.ts";
import { describeTables } from "./describe-tables.ts";
import { countRows, readPages } from "./table-rows.ts";

const PATIENT = { isPatient: true };

/** Reads a database that is open as it is at one moment; see `readSnapshot`. */
export async function readEngine<T>(engine: Engine, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const begin = once();
  return await engine.read(async (connection) => {
    begin();
    return await work(await snapshotOf(connection, engine.dialect));
  }, PATIENT);
}

/** What was read or written for an attempt that failed has left this process, so there is no second one. */
export function once(): () => void {
  let hasBegun = false;
  return () => {
    if (hasBegun) throw new Error("the database was lost in the middle");
    hasBegun = true;
  };
}

export async function snapshotOf(connection: Connection, dialect: Dialect): Promise<Snapshot> {
  return {
    dialect: dialect.name,
    schemaVersion: await schemaVersion(connection),
    tables: await describeTables(connection, dialect),
    count: (table) => countRows(connection, table),
    pages: (table) => readPages(connection, dialect, table),
  };
}
