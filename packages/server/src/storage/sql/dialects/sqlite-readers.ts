import { type Connection } from "./dialect.ts";
import { TransactionConnection } from "./engine.ts";
import { AsynchronousConnection } from "./sqlite-writer.ts";
import { failureOfSqlite } from "./sqlite-failure.ts";
import { commitsOfThisProcess, SqliteConnection } from "./sqlite-connection.ts";

/** Reads are synchronous, so more connections only serve reads that pause between their queries. */
const READERS = 4;

/** The watching connection reads no rows. */
const WATCH_CACHE_KB = 64;

/** With more answers than this, all are dropped. */
const MOST_ANSWERS = 2_000;

const CLOSED = "the storage is closed";

/** One state of the database, seen by all reads that began while it was the newest. */
interface Snapshot {
  readonly database: SqliteConnection;
  readonly version: unknown;
  readers: number;
}

/**
 * Read-only connections beside the writer. Reads that begin in the same turn of the event loop share a snapshot,
 * unless a process has committed before the event that started them.
 */
export class SqliteReaders {
  readonly #path: string;
  readonly #cacheKilobytes: number;
  readonly #free: SqliteConnection[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #onDamage: () => void;
  #watcher: SqliteConnection | undefined;
  #shared: Snapshot | undefined;
  #answers = new Map<string, unknown>();
  #answersVersion: unknown;
  /** the newest version, as long as no news from outside can have arrived since it was read */
  #known: { readonly version: unknown; readonly commits: number } | undefined;
  #opened = 0;
  #isClosed = false;

  /** @param onDamage called when something can't be read */
  constructor(path: string, cacheKilobytes: number, onDamage: () => void = () => undefined) {
    this.#path = path;
    this.#cacheKilobytes = cacheKilobytes;
    this.#onDamage = onDamage;
  }

  /** @throws StorageFailure if the database's file can't be read */
  async read<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const snapshot = await this.#join().catch((error: unknown) => {
      throw failureOfSqlite(error);
    });
    const connection = new TransactionConnection(
      new AsynchronousConnection(snapshot.database, this.#onDamage),
    );
    try {
      return await work(connection);
    } finally {
      connection.end();
      snapshot.readers -= 1;
      if (snapshot.readers === 0 && snapshot !== this.#shared) this.#release(snapshot);
    }
  }

  /** The answers of reads of the present version, by question; a new map after every commit. */
  answers(): Map<string, unknown> {
    if (this.#isClosed) throw new Error(CLOSED);
    const version = this.#version();
    if (version !== this.#answersVersion || this.#answers.size >= MOST_ANSWERS) {
      this.#answers = new Map();
      this.#answersVersion = version;
    }
    return this.#answers;
  }

  /**
   * Read once in each run of a callback and the promises that it resolves. No message arrives here in that time, so
   * nobody who waits for an answer can have heard of another process's commit in it. Commits of this process count at
   * once.
   */
  #version(): unknown {
    const commits = commitsOfThisProcess();
    if (this.#known?.commits === commits) return this.#known.version;
    // Ticks requested by promises run when no promise is left to resolve.
    if (!this.#known) queueMicrotask(() => process.nextTick(() => (this.#known = undefined)));
    this.#watcher ??= new SqliteConnection(this.#path, WATCH_CACHE_KB);
    this.#known = { version: this.#watcher.version(), commits };
    return this.#known.version;
  }

  /** Takes no more reads. @returns when those that run are finished, and every connection is closed */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unshare();
    this.#watcher?.close();
    this.#watcher = undefined;
    for (const database of this.#free.splice(0)) this.#end(database);
    while (this.#opened > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #end(database: SqliteConnection): void {
    database.close();
    this.#opened -= 1;
  }

  async #join(): Promise<Snapshot> {
    for (;;) {
      if (this.#isClosed) throw new Error(CLOSED);
      const snapshot = this.#newest();
      if (snapshot !== undefined) {
        snapshot.readers += 1;
        return snapshot;
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** @returns undefined while all connections are in use */
  #newest(): Snapshot | undefined {
    const version = this.#version();
    if (this.#shared?.version === version) return this.#shared;
    this.#unshare();
    const database = this.#free.pop() ?? this.#open();
    if (database === undefined) return undefined;
    try {
      database.beginReading();
    } catch (error) {
      database.endReading();
      this.#free.push(database);
      throw error;
    }
    const snapshot = { database, version, readers: 0 };
    this.#shared = snapshot;
    // A snapshot kept open would keep the write-ahead log from being emptied.
    setImmediate(() => {
      if (this.#shared === snapshot) this.#unshare();
    });
    return snapshot;
  }

  #unshare(): void {
    const snapshot = this.#shared;
    this.#shared = undefined;
    if (snapshot?.readers === 0) this.#release(snapshot);
  }

  #open(): SqliteConnection | undefined {
    if (this.#opened >= READERS) return undefined;
    const database = new SqliteConnection(this.#path, this.#cacheKilobytes);
    this.#opened += 1;
    database.exec("pragma query_only = on");
    return database;
  }

  #release({ database }: Snapshot): void {
    database.endReading();
    if (this.#isClosed) this.#end(database);
    else this.#free.push(database);
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
