import { backup, DatabaseSync } from "node:sqlite";
import { MARK } from "./torn-copy.ts";

/** How long a statement waits for another process, blocking this one. */
const TIMEOUT_MS = 100;

/**
 * Holds the write-ahead log of a database (https://www.sqlite.org/wal.html) so that nobody begins it anew: a reader that stays at its
 * beginning lets others write on, and lets no process write the log into the database and then over it. So whoever copies it misses nothing;
 * and it alone begins the log anew, when all of it is copied.
 *
 * Files are not opened here besides SQLite: closing one would end the locks that this process has on it.
 */
export class HeldLog {
  readonly #reader: DatabaseSync;
  readonly #writer: DatabaseSync;

  /** @param path of a database that is open with a log */
  constructor(path: string) {
    this.#reader = new DatabaseSync(path, { timeout: TIMEOUT_MS });
    this.#writer = new DatabaseSync(path, { timeout: TIMEOUT_MS });
    // Its own writes would end a log of a thousand pages and more, before the reader has hold of it.
    this.#writer.exec("pragma wal_autocheckpoint = 0");
  }

  /**
   * Begins to hold it; while this process has no write transaction open, as it would wait for that one in vain.
   * @returns false if another process writes for longer than a moment
   */
  hold(): boolean {
    // A reader of a database to which all of the log has been written reads no log, and holds none.
    if (!this.#touch()) return false;
    this.#read();
    return true;
  }

  #read(): void {
    this.#reader.exec("begin");
    this.#reader.prepare("select count(*) from sqlite_schema").get();
  }

  /** Writes something that changes nothing. */
  #touch(): boolean {
    try {
      this.#writer.exec(`pragma user_version = ${MARK}`);
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    }
  }

  /** The database as it was when it began to be held, as a file. Nobody waits for it. */
  async copyTo(path: string): Promise<void> {
    await backup(this.#reader, path, { rate: 500 });
  }

  /**
   * Writes all of the log into the database and begins it anew, while nobody writes.
   * @param takeRest copies what is not copied yet
   * @returns `done`: it is held, and begun anew unless somebody was just reading it; `later`: somebody writes, or reads something older:
   *   it goes on being held; `lost`: it may not be held any more
   */
  beginAnew(takeRest: () => void): "done" | "later" | "lost" {
    try {
      this.#writer.exec("begin immediate");
    } catch (error) {
      if (isBusy(error)) return "later";
      throw error;
    }
    let isWritten = false;
    try {
      takeRest();
      this.#reader.exec("rollback");
      const state = this.#reader.prepare("pragma wal_checkpoint(passive)").get();
      isWritten = state?.["busy"] === 0 && state["log"] === state["checkpointed"];
      // What is not in the database yet keeps the log from being begun anew.
      if (!isWritten) this.#read();
    } finally {
      this.#writer.exec("rollback");
    }
    if (!isWritten) return "later";
    return this.hold() ? "done" : "lost";
  }

  close(): void {
    if (this.#reader.isTransaction) this.#reader.exec("rollback");
    this.#reader.close();
    this.#writer.close();
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === 5;
