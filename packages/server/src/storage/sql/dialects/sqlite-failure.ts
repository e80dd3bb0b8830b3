import { StorageFailure } from "../../port/failure.ts";

/** SQLite's primary result codes (https://www.sqlite.org/rescode.html) that are no fault of the program. */
const BUSY = 5;
const READ_ONLY = 8;
const IO_ERROR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const NO_DATABASE = 26;
/** Extended codes of an IO_ERROR: the disk did not give back what was written. */
const UNREADABLE: ReadonlySet<number> = new Set([1, 2, 33, 34]);

const codeOf = (error: unknown): number =>
  error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;

/**
 * An error of SQLite as the database's fault, if it is one: the disk is full, its file is damaged, or another process keeps it busy. All
 * others are returned unchanged.
 */
export function failureOfSqlite(error: unknown): unknown {
  const code = codeOf(error);
  switch (code & 0xff) {
    case FULL:
      return new StorageFailure(error, false, "full");
    case CORRUPT:
    case NO_DATABASE:
      return new StorageFailure(error, false, "damaged");
    case IO_ERROR:
      return new StorageFailure(error, false, UNREADABLE.has(code >> 8) ? "damaged" : "unavailable");
    case BUSY:
    case READ_ONLY:
      return new StorageFailure(error);
    default:
      return error;
  }
}

/** Whether the system refused to write a file, or to make one; it does not say whether for want of room. */
export const isOfDisk = (error: unknown): boolean =>
  [IO_ERROR, CANNOT_OPEN, FULL].includes(codeOf(error) & 0xff);
