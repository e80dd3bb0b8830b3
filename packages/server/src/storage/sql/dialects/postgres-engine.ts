import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import type { Connection } from "./dialect.ts";
import { StorageFailure } from "../../port/failure.ts";
import type { Engine } from "./engine.ts";
import { postgres } from "./postgres.ts";
import { clientOptions } from "./postgres-connection.ts";
import { CHANNEL, PostgresListener } from "./postgres-listener.ts";
import { inTransaction, type TransactionKind } from "./postgres-transaction.ts";

const POOL_SIZE = 10;
const READ: TransactionKind = { begin: "begin isolation level repeatable read read only", isRead: true };
const WRITE: TransactionKind = { begin: "begin isolation level read committed read write", isRead: false };
/** Independent of the server's defaults: acknowledged means durable, and a process that hangs loses its locks. */
const SESSION =
  "set synchronous_commit = on; set idle_in_transaction_session_timeout = '60s'; set statement_timeout = '60s'; set lock_timeout = '30s'";
/** Longer than any of these: for a server that is gone without a word. */
const ANSWER_MS = 75_000;
const ignore = (): void => undefined;

/**
 * Connects to PostgreSQL through a pool. Nothing is opened yet; the first transaction shows whether it works.
 * @param url `postgres://user:password@host:port/database`
 */
export function openPostgres(url: string, poolSize = POOL_SIZE): Engine {
  const pool = new pg.Pool({ ...clientOptions(url), max: poolSize, query_timeout: ANSWER_MS });
  // An idle connection that breaks is replaced by the pool, one in use fails its transaction; without a listener either would end the
  // process.
  pool.on("error", ignore);
  pool.on("connect", (client) => {
    client.on("error", ignore);
    client.query(SESSION).catch(ignore);
  });
  const running = new Set<Promise<unknown>>();
  const watchers = new Set<OnCommit>();
  let isClosed = false;
  const run = <T>(kind: TransactionKind, work: (connection: Connection) => Promise<T>): Promise<T> => {
    if (isClosed) return Promise.reject(new Error("the storage is closed"));
    const transaction = inTransaction(pool, kind, work);
    running.add(transaction);
    const forget = () => running.delete(transaction);
    transaction.then(forget, (error: unknown) => {
      forget();
      // What the writer cannot say itself is looked up.
      if (error instanceof StorageFailure && error.isUncertain) for (const look of watchers) look(undefined);
    });
    return transaction;
  };
  // Tells own notifications from those of other processes.
  const self = randomUUID();
  return {
    dialect: postgres,
    read: (work, patience) => run({ ...READ, ...patience }, work),
    write: (work, patience) => run({ ...WRITE, ...patience }, work),
    announce: (connection, accountIds) => announce(connection, self, accountIds),
    watch: (onCommit) => {
      const stop = watch(url, self, onCommit);
      watchers.add(onCommit);
      return () => {
        watchers.delete(onCommit);
        stop();
      };
    },
    close: async () => {
      isClosed = true;
      // The pool would leave callers that wait for a connection without an answer.
      await Promise.allSettled(running);
      await pool.end();
    },
  };
}

/** PostgreSQL delivers these if and only if the transaction commits. */
async function announce(connection: Connection, self: string, accountIds: readonly string[]): Promise<void> {
  for (const id of accountIds) {
    await connection.rows(sql`select pg_notify(${CHANNEL}, ${`${self} ${id}`})`.compile(postgres.query));
  }
}

type OnCommit = (accountIds: readonly string[] | undefined) => void;

function watch(url: string, self: string, onCommit: OnCommit): () => void {
  const listener = new PostgresListener(
    url,
    (payload) => {
      const [sender, accountId] = payload.split(" ", 2);
      if (sender !== self && accountId) onCommit([accountId]);
    },
    () => onCommit(undefined),
  );
  return () => listener.stop();
}
