import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import type { Connection } from "./dialect.ts";
import { type Engine, TransactionConnection } from "./engine.ts";
import { postgres } from "./postgres.ts";
import { clientOptions, postgresConnection } from "./postgres-connection.ts";
import { CHANNEL, PostgresListener } from "./postgres-listener.ts";

const POOL_SIZE = 10;
const READ = "begin isolation level repeatable read read only";
const WRITE = "begin isolation level read committed read write";
/** Independent of the server's defaults: acknowledged means durable, and a process that hangs loses its locks. */
const SESSION = "set synchronous_commit = on; set idle_in_transaction_session_timeout = '60s'";

/**
 * Connects to PostgreSQL through a pool. Nothing is opened yet; the first transaction shows whether it works.
 * @param url `postgres://user:password@host:port/database`
 */
export function openPostgres(url: string, poolSize = POOL_SIZE): Engine {
  const pool = new pg.Pool({ ...clientOptions(url), max: poolSize });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.query(SESSION).catch(() => undefined);
  });
  const running = new Set<Promise<unknown>>();
  let isClosed = false;
  const run = <T>(begin: string, work: (connection: Connection) => Promise<T>): Promise<T> => {
    if (isClosed) return Promise.reject(new Error("the storage is closed"));
    const transaction = inTransaction(pool, begin, work);
    running.add(transaction);
    const forget = () => running.delete(transaction);
    transaction.then(forget, forget);
    return transaction;
  };
  // Tells own notifications from those of other processes.
  const self = randomUUID();
  return {
    dialect: postgres,
    read: (work) => run(READ, work),
    write: (work) => run(WRITE, work),
    announce: (connection, accountIds) => announce(connection, self, accountIds),
    watch: (onCommit) => watch(url, self, onCommit),
    close: async () => {
      isClosed = true;
      // The pool would leave callers that wait for a connection without an answer.
      await Promise.allSettled(running);
      await pool.end();
    },
  };
}

async function inTransaction<T>(
  pool: pg.Pool,
  begin: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const connection = new TransactionConnection(postgresConnection(client));
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const value = await work(connection);
    const { command } = await client.query("commit");
    if (command !== "COMMIT") throw new Error("the database rolled the transaction back");
    return value;
  } catch (error) {
    broken = await rollback(client);
    throw error;
  } finally {
    connection.end();
    client.release(broken);
  }
}

/** @returns why the connection can't be used again, if so */
async function rollback(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query("rollback");
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** PostgreSQL delivers these if and only if the transaction commits. */
async function announce(connection: Connection, self: string, accountIds: readonly string[]): Promise<void> {
  for (const id of accountIds) {
    await connection.rows(sql`select pg_notify(${CHANNEL}, ${`${self} ${id}`})`.compile(postgres.query));
  }
}

function watch(
  url: string,
  self: string,
  onCommit: (accountIds: readonly string[] | undefined) => void,
): () => void {
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
