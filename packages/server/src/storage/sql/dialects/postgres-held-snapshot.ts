import type { Connection } from "./dialect.ts";
import type { HeldSnapshot } from "./engine.ts";
import type { Connections } from "./pool/growing-pool.ts";
import { inTransaction, type TransactionKind } from "./postgres-transaction.ts";

/**
 * Begins a transaction that reads and keeps it open until it is released. Nobody waits for its end.
 * @param running holds what has not ended yet
 * @returns the snapshot, whose connection fails as a transaction does that can't be begun
 */
export function holdSnapshot(
  pool: Connections,
  kind: TransactionKind,
  running: Set<Promise<unknown>>,
): HeldSnapshot {
  const begun = Promise.withResolvers<Connection>();
  const released = Promise.withResolvers<void>();
  const over = inTransaction(pool, kind, (connection) => {
    begun.resolve(connection);
    return released.promise;
  }).catch(begun.reject);
  running.add(over);
  void over.finally(() => running.delete(over));
  // Released before anybody asked for it.
  begun.promise.catch(() => undefined);
  return { connection: begun.promise, release: released.resolve, over };
}
