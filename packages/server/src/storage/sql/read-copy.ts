import { setTimeout as pause } from "node:timers/promises";
import { CompiledQuery } from "kysely";
import type { ReadTransaction, Reads } from "../port.ts";
import { StorageFailure } from "../port/failure.ts";
import type { Engine } from "./dialects/engine.ts";
import { migrations } from "./migrations/all.ts";
import { schemaVersion } from "./run-migrations.ts";
import { Scope } from "./scope.ts";
import { openTransaction } from "./transaction.ts";

/** So long a report waits for the copy; then it is read from the database itself. */
const LONGEST_WAIT_MS = 1_000;
const LOOK_MS = 20;
/** A copy that could not be used is left alone for so long. */
const REST_MS = 10_000;

export interface CopyOptions {
  /** The database itself: how far it is, and what the copy can't answer. */
  readonly main: Reads;
  /** A connection of its own to the same database. */
  readonly position: Engine;
  /** The copy that follows it (a hot standby). */
  readonly copy: Engine;
  readonly now: () => number;
  readonly waitMs?: number;
}

/**
 * Reads of a copy that follows the database. Nothing that had been committed when a read is asked for is missing in it: the copy must have
 * come as far as the database was then. Where it doesn't in time, is of another schema, or can't be read, the database itself answers.
 */
export class ReadCopy implements Reads {
  readonly #options: CopyOptions;
  #restsUntil = -Infinity;
  /** How many reads each of them has answered. */
  readonly answered = { copy: 0, main: 0 };

  constructor(options: CopyOptions) {
    this.#options = options;
  }

  read: Reads["read"] = async <T>(work: (tx: ReadTransaction) => Promise<T>): Promise<T> => {
    const { main, copy, now } = this.#options;
    if (now() >= this.#restsUntil) {
      try {
        if (await this.#isCaughtUp()) {
          const value = await copy.read((connection) =>
            work(openTransaction(new Scope(copy.dialect, connection))),
          );
          this.answered.copy += 1;
          return value;
        }
      } catch (error) {
        // Such as one that was cancelled, since what it read was removed: what only reads may begin anew elsewhere.
        if (!(error instanceof StorageFailure)) throw error;
      }
      this.#restsUntil = now() + REST_MS;
    }
    this.answered.main += 1;
    return await main.read(work);
  };

  /** Whether the copy has everything that is committed by now. */
  async #isCaughtUp(): Promise<boolean> {
    const { position, copy, waitMs = LONGEST_WAIT_MS } = this.#options;
    const [here] = await rowsOf<{ at: string }>(position, "select pg_current_wal_flush_lsn()::text as at");
    const until = performance.now() + waitMs;
    for (;;) {
      // Null where it follows nobody: somebody has named the database itself, or has promoted the copy.
      const text = `select pg_last_wal_replay_lsn() >= '${here?.at}'::pg_lsn and pg_is_in_recovery() as reached`;
      const [there] = await rowsOf<{ reached: boolean | null }>(copy, text);
      if (there?.reached === true) return (await copy.read(schemaVersion)) === migrations.at(-1)?.version;
      if (there?.reached !== false || performance.now() >= until) return false;
      await pause(LOOK_MS);
    }
  }

  async close(): Promise<void> {
    await this.#options.position.close();
    await this.#options.copy.close();
  }
}

const rowsOf = <R>(engine: Engine, text: string): Promise<R[]> =>
  engine.read((connection) => connection.rows(CompiledQuery.raw(text) as CompiledQuery<R>));

/** Reports from a copy of a PostgreSQL database. @param main the storage on it */
export async function openReadCopy(
  main: Reads,
  urls: { readonly main: string; readonly copy: string },
  now: () => number,
): Promise<ReadCopy> {
  const { openPostgres } = await import("./dialects/postgres-engine.ts");
  const position = openPostgres(urls.main, { poolSize: 1 });
  return new ReadCopy({ main, position, copy: openPostgres(urls.copy, { poolSize: 4 }), now });
}
