import { StorageFailure } from "../../port/failure.ts";

/** SQLite's primary result codes (https://www.sqlite.org/rescode.html) that are no fault of the program. */
const BUSY = 5;
const READ_ONLY = 8;
const FULL = 13;

/**
 * An error of SQLite as the database's fault, if it is one: the disk is full, or another process keeps the database busy. All others are
 * returned unchanged.
 */
export function failureOfSqlite(error: unknown): unknown {
  if (!(error instanceof Error) || !("errcode" in error)) return error;
  switch (Number(error.errcode) & 0xff) {
    case FULL:
      return new StorageFailure(error, false, "full");
    case BUSY:
    case READ_ONLY:
      return new StorageFailure(error);
    default:
      return error;
  }
}
