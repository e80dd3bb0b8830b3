import { statSync } from "node:fs";
import { SqliteConnection } from "./sqlite-connection.ts";

const CACHE_KB = 8_000;

/** Bytes of a database's file. */
export interface Compacted {
  readonly before: number;
  readonly after: number;
}

/**
 * Writes a database anew without the room that it has freed. One of an older release kept that for itself; from then on it gives it back
 * to the disk by itself, as a new one does.
 * @returns "in-use" if a process has it open
 * @throws what SQLite throws, of a damaged file or a full disk; then the file is as it was
 */
export function compactSqlite(path: string): Compacted | "in-use" {
  const before = statSync(path).size;
  const database = new SqliteConnection(path, CACHE_KB);
  try {
    // Fails while anybody else has it open, and ends a log that a killed process has left.
    database.exec("pragma journal_mode = delete");
    database.exec("pragma auto_vacuum = incremental");
    database.exec("vacuum");
  } catch (error) {
    if (error instanceof Error && /locked/.test(error.message)) return "in-use";
    throw error;
  } finally {
    database.close();
  }
  return { before, after: statSync(path).size };
}
