import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { StorageFailure } from "../../port/failure.ts";
import type { Connection } from "./dialect.ts";
import { TransactionConnection } from "./engine.ts";
import type { Connections } from "./pool/growing-pool.ts";
import { postgresConnection, sendTogether } from "./postgres-connection.ts";

/** How a transaction begins, and how much time its statements have. */
export interface TransactionKind {
  readonly begin: string;
  readonly isRead: boolean;
  /** For work on all data, such as a migration: its statements may take as long as they need. */
  readonly isPatient?: boolean;
}

/** A transaction is begun at most this often. */
const MOST_ATTEMPTS = 5;
/** Before a further attempt, up to this: two transactions that stood in each other's way should not meet again. */
const LONGEST_PAUSE_MS = 40;
const NO_TIMEOUTS =
  "; set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0";
/** Node's longest timer. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** The database undid the transaction because of others: serialization_failure and deadlock_detected. */
const CONFLICTS: ReadonlySet<string> = new Set(["40001", "40P01"]);
/** The connection was ended from outside before the commit: admin_shutdown and crash_shutdown. */
const ENDED_FROM_OUTSIDE: ReadonlySet<string> = new Set(["57P01", "57P02"]);
/**
 * The server takes no writes: it was demoted, or is the standby of another. It says so with read_only_sql_transaction, and when a
 * transaction that writes begins with feature_not_supported.
 */
const READ_ONLY: ReadonlySet<string> = new Set(["25006", "0A000"]);
const DISK_FULL = "53100";
/** data_corrupted, index_corrupted */
const DAMAGED: ReadonlySet<string> = new Set(["XX001", "XX002"]);
/** query_canceled and lock_not_available, by a timeout; insufficient_resources. */
const GAVE_UP = /^(?:57014|55P03|53...)$/;

/**
 * Runs `work` in a transaction. If the database undoes it because of other transactions, or loses the connection before the commit was
 * sent, everything is done once more from the beginning: `work` may therefore run several times, but only one run counts.
 * @throws StorageFailure if the database can't be reached, is lost, or takes too long
 */
export async function inTransaction<T>(
  pool: Connections,
  kind: TransactionKind,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await connected(pool);
    const { error, ...outcome } = await new Attempt(client, kind).run(work);
    if (error === undefined) return (outcome as { value: T }).value;
    if (!error.mayRepeat || attempt === MOST_ATTEMPTS) throw error.reason;
    await delay(Math.random() * LONGEST_PAUSE_MS);
  }
}

async function connected(pool: Connections): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw new StorageFailure(error);
  }
}

interface AttemptFailure {
  readonly reason: unknown;
  /** Nothing of the transaction has happened, and the next attempt may succeed. */
  readonly mayRepeat: boolean;
}
type AttemptOutcome<T> =
  | { readonly value: T; readonly error?: undefined }
  | { readonly error: AttemptFailure };

/** One run of a transaction on one connection. */
class Attempt {
  readonly #client: pg.PoolClient;
  readonly #kind: TransactionKind;
  #step: "begin" | "work" | "commit" = "begin";
  /** Why the connection is gone. It may go while nothing is asked, and then the client alone reports it. */
  #lost: unknown;

  constructor(client: pg.PoolClient, kind: TransactionKind) {
    this.#client = client;
    this.#kind = kind;
  }

  async run<T>(work: (connection: Connection) => Promise<T>): Promise<AttemptOutcome<T>> {
    const { begin, isPatient, isRead } = this.#kind;
    const onLost = (error: unknown): void => void (this.#lost ??= error);
    this.#client.on("error", onLost);
    const connection = new TransactionConnection(
      postgresConnection(this.#client, isPatient ? LONGEST_TIMER_MS : undefined),
    );
    let broken: Error | undefined;
    try {
      sendTogether(this.#client);
      const begun = this.#client.query(begin + (isPatient ? NO_TIMEOUTS : "")).then(() => {
        this.#step = "work";
      });
      // The first question of a read goes out with its beginning; a write that has not begun would change things all the same.
      if (isRead) begun.catch(() => undefined);
      else await begun;
      const value = await work(connection);
      await begun;
      this.#step = "commit";
      broken = await this.#commit();
      return { value };
    } catch (error) {
      if (isEndOfConnection(error)) this.#lost ??= error;
      broken = await this.#rollback();
      // The next connection may lead to the server that took over.
      if (READ_ONLY.has(sqlState(error))) broken ??= asError(error);
      return { error: this.#failure(error) };
    } finally {
      connection.end();
      this.#client.off("error", onLost);
      this.#client.release(broken);
    }
  }

  /** @returns why the connection can't be used again, if so: what was read is true even if the transaction can't be ended any more */
  async #commit(): Promise<Error | undefined> {
    try {
      const { command } = await this.#client.query("commit");
      if (command !== "COMMIT") throw new Error("the database rolled the transaction back");
      return undefined;
    } catch (error) {
      if (!this.#kind.isRead) throw error;
      return asError(error);
    }
  }

  /** @returns why the connection can't be used again, if so */
  async #rollback(): Promise<Error | undefined> {
    if (this.#lost !== undefined) return asError(this.#lost);
    try {
      await this.#client.query("rollback");
      return undefined;
    } catch (error) {
      // Whatever the question before it failed with, the connection was gone.
      this.#lost = error;
      return asError(error);
    }
  }

  #failure(error: unknown): AttemptFailure {
    const code = sqlState(error);
    if (this.#lost === undefined) {
      if (CONFLICTS.has(code)) return { reason: new StorageFailure(error), mayRepeat: true };
      if (DAMAGED.has(code)) return { reason: new StorageFailure(error, false, "damaged"), mayRepeat: false };
      if (code === DISK_FULL) return { reason: new StorageFailure(error, false, "full"), mayRepeat: false };
      const isItsFault = GAVE_UP.test(code) || READ_ONLY.has(code);
      return { reason: isItsFault ? new StorageFailure(error) : error, mayRepeat: false };
    }
    // The commit was sent, and nobody answered whether it was done.
    if (this.#step === "commit") return { reason: new StorageFailure(this.#lost, true), mayRepeat: false };
    const mayRepeat =
      this.#step === "begin" || ENDED_FROM_OUTSIDE.has(sqlState(this.#lost)) || isCut(this.#lost);
    return { reason: new StorageFailure(this.#lost), mayRepeat };
  }
}

/** PostgreSQL's code of an error; "" for all others. */
const sqlState = (error: unknown): string =>
  error instanceof pg.DatabaseError && error.code !== undefined ? error.code : "";

/** The driver's error of a question that stayed without an answer; the connection waits for it for ever. */
const NO_ANSWER = "Query read timeout";
/** The driver's errors of a question that it did not send, because the connection had ended before. */
const NOT_SENT = /\bis not queryable$/;

const isEndOfConnection = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? error.severity === "FATAL" || error.severity === "PANIC"
    : error instanceof Error && (error.message === NO_ANSWER || NOT_SENT.test(error.message));

/** The codes of a socket that the other side has closed, for who writes to it and who reads from it. */
const CLOSED_BY_PEER: ReadonlySet<string> = new Set(["EPIPE", "ECONNRESET"]);
/** The driver's error of a socket that ended without a farewell. */
const NO_FAREWELL = "Connection terminated unexpectedly";

/**
 * Whether the connection was cut. A server that ends it says so first (`ENDED_FROM_OUTSIDE`), but who is writing at that moment meets the
 * closed socket before it reads the message.
 */
const isCut = (lost: unknown): boolean =>
  lost instanceof Error &&
  (lost.message === NO_FAREWELL ||
    NOT_SENT.test(lost.message) ||
    ("code" in lost && CLOSED_BY_PEER.has(String(lost.code))));

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
