import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from "node:sqlite";
import type { CompiledQuery } from "kysely";

/** More different statements than this and the oldest are prepared anew. */
const STATEMENT_CACHE = 300;

/** How long a statement waits, blocking the process, for another process; the writer's own wait is asynchronous. */
const BUSY_TIMEOUT_MS = 200;

interface Prepared {
  readonly statement: StatementSync;
  /** Names of what it returns; none when it returns no rows. */
  readonly columns: readonly string[];
}

type Row = Record<string, SQLOutputValue>;

/** One SQLite connection that keeps its prepared statements. */
export class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();

  constructor(path: string, cacheKilobytes: number) {
    this.#database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
    this.#database.exec(`pragma cache_size = -${cacheKilobytes}`);
  }

  /** Whether a transaction is open; an error can end one (disk full). */
  get isTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** Executes without parameters or result. */
  exec(text: string): void {
    this.#prepare(text).statement.run();
  }

  rows<R>(query: Pick<CompiledQuery<R>, "sql" | "parameters">): R[] {
    const { statement, columns } = this.#prepare(query.sql);
    const rows = statement.all(...(query.parameters as SQLInputValue[])) as unknown as SQLOutputValue[][];
    return rows.map((values) => toRow(columns, values)) as R[];
  }

  run(query: Pick<CompiledQuery, "sql" | "parameters">): number {
    return Number(this.#prepare(query.sql).statement.run(...(query.parameters as SQLInputValue[])).changes);
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
  for (const [i, value] of values.entries()) row[columns[i] ?? ""] = value;
  return row;
}
