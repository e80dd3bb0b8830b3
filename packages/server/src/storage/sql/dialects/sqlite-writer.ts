import { setTimeout as delay } from "node:timers/promises";
import type { CompiledQuery } from "kysely";
import { processTurns } from "../../../turns/turns.ts";
import { type Connection } from "./dialect.ts";
import { TransactionConnection } from "./engine.ts";
import { StorageFailure } from "../../port/failure.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";
import { failureOfSqlite } from "./sqlite-failure.ts";

interface Job {
  run(connection: Connection): Promise<void>;
  /** The batch is durable: answer the caller. */
  succeed(): void;
  /** Its changes are undone: answer the caller. No effect on one that was answered already. */
  fail(error: unknown): void;
}

/** One commit serves at most this many writes, so that the first doesn't wait long for the last. */
const BATCH = 64;
/** How long a write waits for another process's transaction. */
const LOCK_PATIENCE_MS = 30_000;
const GIVE_BACK_EVERY = 16;
const GIVE_BACK_PAGES = 256;
const GAVE_UP = "the database gave up the transaction";

/**
 * The only writer of a SQLite database in this process. Writes queue up and share commits ("group commit"): each
 * except the first runs in a savepoint inside one transaction, and none is answered before that transaction is on
 * disk. A write that throws undoes only itself.
 */
export class SqliteWriter {
  readonly #database: SqliteConnection;
  readonly #queue: Job[] = [];
  /** Work outside of transactions that waits. */
  readonly #chores: (() => void)[] = [];
  #running: Promise<void> | undefined;
  #batches = 0;

  readonly #onDamage: () => void;
  /** Damage that the present transaction has met: SQLite refuses all that it would write afterwards, and its commit. */
  #doom: unknown;

  /** @param onDamage called when something can't be read */
  constructor(database: SqliteConnection, onDamage: () => void = () => undefined) {
    this.#database = database;
    this.#onDamage = onDamage;
  }

  #meetDamage(failure: unknown): void {
    this.#doom = failure;
    this.#onDamage();
  }

  /** One has met damage: the others of its transaction are done again without it. */
  #startOver(doomed: Job, kept: readonly Job[]): void {
    this.#rollBack();
    doomed.fail(this.#doom);
    this.#queue.unshift(...kept.filter((job) => job !== doomed));
  }

  write<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let value: T;
      this.#queue.push({
        run: async (connection) => {
          value = await work(connection);
        },
        succeed: () => resolve(value),
        fail: (error) => reject(failureOfSqlite(error)),
      });
      this.#running ??= this.#drain();
    });
  }

  /** How many writes wait for their turn. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Runs `chore` while no transaction of this connection is open. */
  between<T>(chore: (database: SqliteConnection) => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#chores.push(() => {
        try {
          resolve(chore(this.#database));
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
      this.#running ??= this.#drain();
    });
  }

  /** Resolves when nothing is waiting any more. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async #drain(): Promise<void> {
    try {
      while (this.#queue.length + this.#chores.length > 0) {
        // Lets every request that has already arrived join the batch.
        await nextTurn();
        if (this.#chores.length > 0) this.#rollBack();
        for (const chore of this.#chores.splice(0)) chore();
        if (this.#queue.length > 0) await this.#batch();
      }
    } finally {
      this.#running = undefined;
    }
  }

  async #batch(): Promise<void> {
    try {
      await this.#begin();
    } catch (error) {
      // Nobody else would answer the waiting ones.
      for (const job of this.#queue.splice(0)) job.fail(error);
      return;
    }
    const started: Job[] = [];
    const kept: Job[] = [];
    this.#doom = undefined;
    try {
      for (let job = this.#queue.shift(); job !== undefined; job = this.#queue.shift()) {
        started.push(job);
        const isFirst = started.length === 1;
        if (await (isFirst ? this.#asFirst(job) : this.#inSavepoint(job))) kept.push(job);
        else if (isFirst) return;
        if (this.#doom !== undefined) return this.#startOver(job, kept);
        if (started.length >= BATCH) break;
      }
      this.#database.exec("commit");
    } catch (error) {
      for (const job of started) job.fail(error);
      this.#rollBack();
      return;
    }
    for (const job of kept) job.succeed();
    this.#giveBack();
  }

  /** Gives room that was freed back to the disk, a little at a time: nobody waits long for it. */
  #giveBack(): void {
    if (++this.#batches % GIVE_BACK_EVERY !== 0) return;
    try {
      this.#database.execWhole(`pragma incremental_vacuum(${GIVE_BACK_PAGES})`);
    } catch {
      // Another process writes, or the disk is full: later.
    }
  }

  /** What can't be undone now (a full disk) is undone before the next transaction begins, or by SQLite itself. */
  #rollBack(): void {
    try {
      if (this.#database.isTransaction) this.#database.exec("rollback");
    } catch {
      // Its callers have the reason already.
    }
  }

  /**
   * The first job needs no savepoint, as nothing else could be undone with it: long jobs mostly come alone, and then
   * do not pay for one (20,000 changes took 34 s instead of 2).
   * @returns whether the transaction continues, with the job's changes
   */
  async #asFirst(job: Job): Promise<boolean> {
    const connection = new TransactionConnection(
      new WritingConnection(this.#database, (failure) => this.#meetDamage(failure)),
    );
    try {
      await job.run(connection);
    } catch (error) {
      this.#rollBack();
      job.fail(error);
      return false;
    } finally {
      connection.end();
    }
    if (!this.#database.isTransaction) throw new Error(GAVE_UP);
    return true;
  }

  /** @returns whether the job's changes stay */
  async #inSavepoint(job: Job): Promise<boolean> {
    this.#database.exec("savepoint job");
    const connection = new TransactionConnection(
      new WritingConnection(this.#database, (failure) => this.#meetDamage(failure)),
    );
    try {
      await job.run(connection);
    } catch (error) {
      if (!this.#database.isTransaction) throw error;
      this.#database.exec("rollback to job");
      this.#database.exec("release job");
      job.fail(error);
      return false;
    } finally {
      connection.end();
    }
    if (!this.#database.isTransaction) throw new Error(GAVE_UP);
    this.#database.exec("release job");
    return true;
  }

  /** Waits without blocking the process while another process writes. */
  async #begin(): Promise<void> {
    const deadline = performance.now() + LOCK_PATIENCE_MS;
    if (this.#database.isTransaction) this.#database.exec("rollback");
    for (let wait = 2; ; wait = Math.min(wait * 2, 50)) {
      try {
        this.#database.exec("begin immediate");
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error;
      }
      await delay(wait);
    }
  }
}

/** SQLITE_BUSY and its extended codes. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === 5;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The connection with the interface of asynchronous drivers. */
export class AsynchronousConnection implements Connection {
  readonly #database: SqliteConnection;
  readonly #onDamage: (failure: StorageFailure) => void;

  constructor(database: SqliteConnection, onDamage: (failure: StorageFailure) => void) {
    this.#database = database;
    this.#onDamage = onDamage;
  }

  async rows<R>(query: CompiledQuery<R>): Promise<R[]> {
    return this.#withFailures(() => this.#database.rows(query));
  }

  async values<V extends readonly unknown[]>(query: CompiledQuery): Promise<V[]> {
    return this.#withFailures(() => this.#database.values<V>(query));
  }

  async run(query: CompiledQuery): Promise<number> {
    return this.#withFailures(() => this.#database.run(query));
  }

  /** @throws StorageFailure for what is no fault of the program */
  #withFailures<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      const failure = failureOfSqlite(error);
      if (failure instanceof StorageFailure && failure.kind === "damaged") this.#onDamage(failure);
      throw failure;
    }
  }
}

/** Whose turn it is while a transaction writes: its callers share one transaction. */
const turn = processTurns.of("write");

/** The same for a transaction that may be long: others, who read their own snapshots, get their turn between its statements. */
class WritingConnection extends AsynchronousConnection {
  override async rows<R>(query: CompiledQuery<R>): Promise<R[]> {
    if (turn.isDue()) await turn.next();
    return super.rows(query);
  }

  override async values<V extends readonly unknown[]>(query: CompiledQuery): Promise<V[]> {
    if (turn.isDue()) await turn.next();
    return super.values<V>(query);
  }

  override async run(query: CompiledQuery): Promise<number> {
    if (turn.isDue()) await turn.next();
    return super.run(query);
  }
}
