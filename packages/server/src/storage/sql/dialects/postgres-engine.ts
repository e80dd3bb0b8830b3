import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import type { Connection } from "./dialect.ts";
import { StorageFailure } from "../../port/failure.ts";
import type { Engine } from "./engine.ts";
import { MissedCommits } from "./missed-commits.ts";
import { postgres } from "./postgres.ts";
import { PostgresAnnouncer } from "./postgres-announcer.ts";
import { clientOptions, CONNECTION_MS } from "./postgres-connection.ts";
import { holdSnapshot } from "./postgres-held-snapshot.ts";
import { PostgresListener } from "./postgres-listener.ts";
import { GrowingPool } from "./pool/growing-pool.ts";
import { inTransaction, type TransactionKind } from "./postgres-transaction.ts";

const POOL_SIZE = 10;
const READ: TransactionKind = { begin: "begin isolation level repeatable read read only", isRead: true };
const WRITE: TransactionKind = { begin: "begin isolation level read committed read write", isRead: false };
/** Independent of the server's defaults: acknowledged means durable, and a process that hangs loses its locks. */
const SESSION =
  "set synchronous_commit = on; set idle_in_transaction_session_timeout = '60s'; set statement_timeout = '60s'; set lock_timeout = '30s'";
/** Longer than any of these: for a server that is gone without a word. */
const ANSWER_MS = 75_000;
const LOOK_MS = 5_000;
const ignore = (): void => undefined;

interface PostgresOptions {
  readonly poolSize?: number | undefined;
  /** How often to look for commits that no notification told of, while somebody watches. */
  readonly pollMs?: number | undefined;
}

/**
 * Connects to PostgreSQL through a pool. Nothing is opened yet; the first transaction shows whether it works.
 * @param url `postgres://user:password@host:port/database`
 */
export function openPostgres(url: string, options: PostgresOptions = {}): Engine {
  const { poolSize = POOL_SIZE, pollMs = LOOK_MS } = options;
  const pool = new pg.Pool({
    ...clientOptions(url),
    max: poolSize,
    // What was opened stays: after a quiet night a time that opens would find only connections that are still to be made, each of which
    // reads the catalogue and plans anew.
    idleTimeoutMillis: 0,
    // What a transaction asks at once goes out at once, and is answered in order.
    pipeline: true,
    query_timeout: ANSWER_MS,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types do not say
    onConnect: async (client) => {
      client.on("error", ignore);
      await client.query(SESSION);
    },
  });
  // An idle connection that breaks is replaced by the pool, one in use fails its transaction; without a listener either would end the
  // process.
  pool.on("error", ignore);
  const connections = new GrowingPool(pool, { most: poolSize, longest: CONNECTION_MS });
  const running = new Set<Promise<unknown>>();
  const watchers = new Set<OnCommit>();
  let isClosed = false;
  const run = <T>(kind: TransactionKind, work: (connection: Connection) => Promise<T>): Promise<T> => {
    if (isClosed) return Promise.reject(new Error("the storage is closed"));
    const transaction = inTransaction(connections, kind, work);
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
  const announcer = new PostgresAnnouncer(pool, self);
  const read: Engine["read"] = (work, patience) => run({ ...READ, ...patience }, work);
  return {
    dialect: postgres,
    openConnections: () => connections.open(),
    read,
    hold: () => holdSnapshot(connections, READ, running),
    write: (work, patience) => run({ ...WRITE, ...patience }, work),
    load: async () => {
      const [load] = await read((connection) => connection.rows(loadOf));
      return { databaseBytes: load?.bytes ?? 0, logBytes: null, waiting: load?.waiting ?? 0 };
    },
    announce: (accountIds) => announcer.announce(accountIds),
    watch: (onCommit) => {
      const stops = [listen(url, self, onCommit), lookForMissed(read, pollMs, onCommit)];
      watchers.add(onCommit);
      return () => {
        watchers.delete(onCommit);
        for (const stop of stops) stop();
      };
    },
    close: async () => {
      isClosed = true;
      // The pool would leave callers that wait for a connection without an answer.
      await Promise.allSettled(running);
      await announcer.flush();
      await pool.end();
    },
  };
}

const loadOf = sql<{ bytes: number; waiting: number }>`
  select pg_database_size(current_database()) as bytes,
    (select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock') as waiting
`.compile(postgres.query);

type OnCommit = (accountIds: readonly string[] | undefined) => void;

function listen(url: string, self: string, onCommit: OnCommit): () => void {
  const listener = new PostgresListener(
    url,
    (payload) => {
      const [sender, ...accountIds] = payload.split(" ");
      if (sender !== self) onCommit(accountIds);
    },
    () => onCommit(undefined),
  );
  return () => listener.stop();
}

/** A look that fails is made up for by the next one. */
function lookForMissed(read: Engine["read"], pollMs: number, onCommit: OnCommit): () => void {
  const missed = new MissedCommits();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const look = async (): Promise<void> => {
    await read((connection) => missed.look(connection)).then(onCommit, ignore);
    if (isStopped) return;
    timer = setTimeout(() => void look(), pollMs);
    timer.unref();
  };
  void look();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
