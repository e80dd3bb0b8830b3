import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { CompiledQuery } from "kysely";

/** More different statements than this and the oldest are prepared anew. */
const STATEMENT_CACHE = 300;

/** How long a statement waits, blocking the process, for another process; the writer's own wait is asynchronous. */
const BUSY_TIMEOUT_MS = 200;

/** One SQLite connection that keeps its prepared statements. */
export class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

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
    this.#prepare(text).run();
  }

  rows<R>(query: Pick<CompiledQuery<R>, "sql" | "parameters">): R[] {
    return this.#prepare(query.sql).all(...(query.parameters as SQLInputValue[])) as R[];
  }

  run(query: Pick<CompiledQuery, "sql" | "parameters">): number {
    return Number(this.#prepare(query.sql).run(...(query.parameters as SQLInputValue[])).changes);
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    const prepared = this.#database.prepare(text);
    if (this.#statements.size >= STATEMENT_CACHE) {
      const [oldest] = this.#statements.keys();
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    this.#statements.set(text, prepared);
    return prepared;
  }
}
