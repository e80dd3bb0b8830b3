import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from "node:sqlite";
import type { CompiledQuery } from "kysely";

/** With more different statements than this, the oldest are prepared again. */
const STATEMENT_CACHE = 300;

/** How long a statement waits, blocking the process, for another process; the writer's own wait is asynchronous. */
export const BUSY_TIMEOUT_MS = 200;

interface Prepared {
  readonly statement: StatementSync;
  /** Names of what it returns; none when it returns no rows. */
  readonly columns: readonly string[];
}

type Row = Record<string, SQLOutputValue>;

/** With more cached answers than this, all are dropped. */
const MOST_REMEMBERED = 2_000;

/** Marks a statement with few different answers that every request needs, such as identity and rights. */
export interface Remembered {
  readonly isRemembered?: boolean;
  /** The same within one snapshot alone: for what each person asks, and what has many rows. */
  readonly isRememberedInSnapshot?: boolean;
}

let commits = 0;
/** How often connections of this process have committed; comparing two values needs no database. */
export const commitsOfThisProcess = (): number => commits;

/** One SQLite connection that keeps its prepared statements. */
export class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();
  /** By text, then parameters: the answers in the version of the database that is being read. */
  readonly #remembered = new Map<string, Map<string, readonly Row[]>>();
  #rememberedCount = 0;
  #version: SQLOutputValue | undefined;
  #isRemembering = false;
  #dataVersion: StatementSync | undefined;

  /** @param image what a database in memory begins with: the file of a closed one */
  constructor(path: string, cacheKilobytes: number, image?: Uint8Array) {
    this.#database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
    if (image) this.#database.deserialize(image);
    this.#database.exec(`pragma cache_size = -${cacheKilobytes}`);
  }

  /** Whether a transaction is open; an error can end one (disk full). */
  get isTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** Executes without parameters or result. */
  exec(text: string): void {
    this.#prepare(text).statement.run();
    this.#countCommit();
  }

  /** Executes a pragma that does a part of its work for each row that is asked for. */
  execWhole(text: string): void {
    this.#prepare(text).statement.all();
    this.#countCommit();
  }

  #countCommit(): void {
    if (!this.#database.isTransaction) commits += 1;
  }

  /**
   * Begins to read one version of the database; frequent questions ({@link Remembered}) are answered from memory as
   * long as nobody has committed anything since. Ends with the transaction.
   */
  beginReading(): void {
    this.exec("begin");
    // Takes the snapshot, too.
    const version = this.version();
    if (version !== this.#version) this.#forget();
    this.#version = version;
    this.#isRemembering = true;
  }

  /**
   * Changes whenever any other connection, in any process, has committed; takes as long as finding a row by its key.
   */
  version(): SQLOutputValue | undefined {
    this.#dataVersion ??= this.#prepare("pragma data_version").statement;
    const row = this.#dataVersion.get() as unknown as readonly SQLOutputValue[];
    return row[0];
  }

  endReading(): void {
    this.#isRemembering = false;
    if (this.isTransaction) this.#prepare("rollback").statement.run();
  }

  rows<R>(query: Pick<CompiledQuery<R>, "sql" | "parameters"> & Remembered): R[] {
    return query.isRemembered && this.#isRemembering ? (this.#recall(query) as R[]) : this.#ask(query);
  }

  /** The rows as their values, in the order of the columns. */
  values<V extends readonly unknown[]>(query: Pick<CompiledQuery, "sql" | "parameters">): V[] {
    const { statement } = this.#prepare(query.sql);
    return statement.all(...(query.parameters as SQLInputValue[])) as unknown as V[];
  }

  #recall(query: Pick<CompiledQuery, "sql" | "parameters">): readonly Row[] {
    let answers = this.#remembered.get(query.sql);
    if (answers === undefined) this.#remembered.set(query.sql, (answers = new Map()));
    const key = query.parameters.length === 1 ? String(query.parameters[0]) : query.parameters.join("\0");
    const known = answers.get(key);
    if (known !== undefined) return known;
    if (this.#rememberedCount >= MOST_REMEMBERED) this.#forget();
    const rows = Object.freeze(this.#ask<Row>(query).map((row) => Object.freeze(row)));
    answers.set(key, rows);
    this.#rememberedCount += 1;
    return rows;
  }

  #forget(): void {
    for (const answers of this.#remembered.values()) answers.clear();
    this.#rememberedCount = 0;
  }

  #ask<R>(query: Pick<CompiledQuery<R>, "sql" | "parameters">): R[] {
    const { statement, columns } = this.#prepare(query.sql);
    const rows = statement.all(...(query.parameters as SQLInputValue[])) as unknown as SQLOutputValue[][];
    return rows.map((values) => toRow(columns, values)) as R[];
  }

  run(query: Pick<CompiledQuery, "sql" | "parameters">): number {
    const { changes } = this.#prepare(query.sql).statement.run(...(query.parameters as SQLInputValue[]));
    this.#countCommit();
    return Number(changes);
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(text: string): Prepared {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(text);
    statement.setReturnArrays(true);
    const prepared = { statement, columns: statement.columns().map((column) => column.name ?? "") };
    // Changes, and even commits, return the last row id, and those inside a full-text index exceed what a number
    // holds: as a number it would throw.
    if (prepared.columns.length === 0) statement.setReadBigInts(true);
    if (this.#statements.size >= STATEMENT_CACHE) {
      const [oldest] = this.#statements.keys();
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    this.#statements.set(text, prepared);
    return prepared;
  }
}

/** Twice as fast as the rows that node:sqlite makes itself, whose null prototype makes them slow to read. */
function toRow(columns: readonly string[], values: readonly SQLOutputValue[]): Row {
  const row: Row = {};
  for (let i = 0; i < columns.length; i++) row[columns[i] ?? ""] = values[i] ?? null;
  return row;
}
