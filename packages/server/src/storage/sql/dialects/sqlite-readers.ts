import { type Connection } from "./dialect.ts";
import { TransactionConnection } from "./engine.ts";
import { asynchronous } from "./sqlite-writer.ts";
import { SqliteConnection } from "./sqlite-connection.ts";

/** Reads are synchronous, so more connections only serve reads that pause between their queries. */
const READERS = 4;

/** Read-only connections beside the writer; each read has one to itself and so its own snapshot. */
export class SqliteReaders {
  readonly #path: string;
  readonly #cacheKilobytes: number;
  readonly #free: SqliteConnection[] = [];
  readonly #waiting: ((connection: SqliteConnection) => void)[] = [];
  #opened = 0;
  #isClosed = false;

  constructor(path: string, cacheKilobytes: number) {
    this.#path = path;
    this.#cacheKilobytes = cacheKilobytes;
  }

  async read<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new Error("the storage is closed");
    const database = this.#free.pop() ?? this.#open() ?? (await this.#wait());
    const connection = new TransactionConnection(asynchronous(database));
    try {
      database.exec("begin");
      return await work(connection);
    } finally {
      connection.end();
      if (database.isTransaction) database.exec("rollback");
      this.#release(database);
    }
  }

  /** Reads that are under way are finished first. */
  close(): void {
    this.#isClosed = true;
    for (const database of this.#free.splice(0)) database.close();
  }

  #open(): SqliteConnection | undefined {
    if (this.#opened >= READERS) return undefined;
    const database = new SqliteConnection(this.#path, this.#cacheKilobytes);
    this.#opened += 1;
    database.exec("pragma query_only = on");
    return database;
  }

  #wait(): Promise<SqliteConnection> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #release(database: SqliteConnection): void {
    const next = this.#waiting.shift();
    if (next !== undefined) next(database);
    else if (this.#isClosed) database.close();
    else this.#free.push(database);
  }
}
