import { dirname } from "node:path";
import { StorageFailure } from "../../port/failure.ts";
import type { ReservePart } from "../../port.ts";
import { freeBytes } from "../lack-of-space.ts";
import type { Connection } from "./dialect.ts";
import { Reserve } from "./reserve.ts";
import { BUSY_TIMEOUT_MS, type SqliteConnection } from "./sqlite-connection.ts";
import { isOfDisk } from "./sqlite-failure.ts";
import type { SqliteWriter } from "./sqlite-writer.ts";

/** Room that is left beside the reserve before others may write again. */
const MARGIN = 4 * 1024 * 1024;
/** With less room than this, a write that the system refused was refused for want of room. */
const NOTHING = 1024 * 1024;
/** Pages given back to the disk at once while it is full: 8 MiB. */
const GIVE_BACK_PAGES = 2_048;

/**
 * The room of a database's file. On a full disk SQLite can't delete either, as whatever changes goes into its log first. So some room
 * is set aside, in a file of its own, and given back when the disk is full: then only writes that make room are done, until as much as
 * before can be set aside again.
 */
export class SqliteRoom {
  readonly #writer: SqliteWriter;
  readonly #folder: string;
  readonly #reserve: Reserve;
  #isShort = false;

  /** @param path of the database @param bytes that are set aside */
  constructor(writer: SqliteWriter, path: string, bytes: number) {
    this.#writer = writer;
    this.#folder = dirname(path);
    this.#reserve = reserveOf(path, bytes);
    const free = freeBytes(this.#folder);
    this.#reserve.refill(free - MARGIN);
    this.#isShort = this.#reserve.missing > 0 && free < MARGIN;
  }

  /** Whether only writes that make room are done. */
  get isFull(): boolean {
    return this.#isShort;
  }

  /** Runs a write; on a full disk once more, after the part of the reserve that it may take was given back. */
  async write<T>(work: (connection: Connection) => Promise<T>, part?: ReservePart): Promise<T> {
    if (this.#isShort && part === undefined) {
      await this.#recover();
      if (this.#isShort) throw new StorageFailure(new Error("the disk is full"), false, "full");
    }
    const value = await this.#attempt(work, part);
    if (this.#isShort) await this.#recover();
    return value;
  }

  async #attempt<T>(work: (connection: Connection) => Promise<T>, part?: ReservePart): Promise<T> {
    try {
      return await this.#writer.write(work);
    } catch (error) {
      const failure = this.#asFull(error);
      if (failure === undefined) throw error;
      this.#isShort = true;
      if (part === undefined) {
        await this.#recover();
        throw failure;
      }
    }
    this.#reserve.release(part);
    try {
      return await this.#writer.write(work);
    } catch (error) {
      throw this.#asFull(error) ?? error;
    }
  }

  #asFull(error: unknown): StorageFailure | undefined {
    if (error instanceof StorageFailure && error.kind === "full") return error;
    const cause = error instanceof StorageFailure ? error.cause : error;
    return isOfDisk(cause) && freeBytes(this.#folder) < NOTHING
      ? new StorageFailure(cause, false, "full")
      : undefined;
  }

  /** Gives freed room back to the disk, and sets aside again what it can: others may write as soon as there is enough. */
  #recover(): Promise<void> {
    return this.#writer.between((database) => {
      emptyLog(database);
      attempt(() => database.execWhole(`pragma incremental_vacuum(${GIVE_BACK_PAGES})`));
      emptyLog(database);
      attempt(() => this.#refill(reusableBytes(database)));
    });
  }

  /** @param reusable bytes that the database has freed but keeps for itself, as one of an older release does */
  #refill(reusable: number): void {
    const free = freeBytes(this.#folder);
    if (free + reusable < this.#reserve.missing + MARGIN) return;
    this.#reserve.refill(free - Math.max(0, MARGIN - reusable));
    this.#isShort = this.#reserve.missing > reusable;
  }
}

export const reserveOf = (path: string, bytes: number): Reserve => new Reserve(`${path}-reserve`, bytes);

/** Writes the log into the database and gives its room back; readers are not waited for. */
function emptyLog(database: SqliteConnection): void {
  attempt(() => {
    database.execWhole("pragma busy_timeout = 0");
    database.execWhole("pragma wal_checkpoint(truncate)");
  });
  attempt(() => database.execWhole(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`));
}

function reusableBytes(database: SqliteConnection): number {
  const one = (name: string): number =>
    Number(database.values<[number]>({ sql: `pragma ${name}`, parameters: [] })[0]?.[0] ?? 0);
  return one("freelist_count") * one("page_size");
}

/** What fails now for want of room is done the next time. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {}
}
