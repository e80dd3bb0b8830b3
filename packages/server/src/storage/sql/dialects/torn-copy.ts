import { closeSync, existsSync, openSync, readSync } from "node:fs";
import type { SqliteConnection } from "./sqlite-connection.ts";

// A database that is in use keeps what was written last in a second file, its write-ahead log. Who copies only the first
// has a database that is whole and old. So the first says whether it is in use: its header names the log
// (https://www.sqlite.org/fileformat.html §1.3) until the last process closes it, and `user_version` says that this
// holds for it.

/** `user_version` of a database that says when it is in use. */
export const MARK = 1;
const HEADER = 64;
const WRITE_VERSION_AT = 18;
const USER_VERSION_AT = 60;
const WITH_LOG = 2;

/** Opens the write-ahead log of a database and marks it as one that says when it is in use. */
export function beginLog(database: SqliteConnection, path: string): void {
  const isMarked = markOf(readHeader(path)) === MARK;
  if (!isMarked) database.exec(`pragma user_version = ${MARK}`);
  database.exec("pragma journal_mode = wal");
  // So that the mark is in the first file too.
  if (!isMarked) database.exec("pragma wal_checkpoint");
}

const markOf = (header: Buffer | undefined): number | undefined => header?.readUInt32BE(USER_VERSION_AT);

/** Writes the log into the database, which then says that it is closed; not while other processes have it open. */
export function endLog(database: SqliteConnection): void {
  try {
    database.exec("pragma busy_timeout = 0");
    database.exec("pragma journal_mode = delete");
  } catch (error) {
    if (!(error instanceof Error && /locked/.test(error.message))) throw error;
  }
}

/** Whether a file is the copy of a database that was in use, without its log. Call it before opening the file. */
export function isTornCopy(path: string): boolean {
  const header = readHeader(path);
  if (header?.[WRITE_VERSION_AT] !== WITH_LOG || markOf(header) !== MARK) return false;
  return !existsSync(`${path}-wal`);
}

function readHeader(path: string): Buffer | undefined {
  if (!existsSync(path)) return undefined;
  const file = openSync(path, "r");
  try {
    const header = Buffer.alloc(HEADER);
    return readSync(file, header, 0, HEADER, 0) === HEADER ? header : undefined;
  } finally {
    closeSync(file);
  }
}
