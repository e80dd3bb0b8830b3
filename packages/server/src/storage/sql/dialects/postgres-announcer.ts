import pg from "pg";
import { CHANNEL } from "./postgres-listener.ts";

/** How long a commit may wait for others that are told with it. */
const TOGETHER_MS = 20;
/** PostgreSQL takes payloads of fewer than 8000 bytes. */
const PAYLOAD_BYTES = 7_900;

/**
 * Notifies other processes of commits, after them and together. Inside the transactions it would make them commit one after another:
 * PostgreSQL holds one lock for all that notify until their commits are durable. What a process that dies doesn't send any more,
 * the others find by `MissedCommits`.
 */
export class PostgresAnnouncer {
  readonly #pool: pg.Pool;
  readonly #self: string;
  #waiting = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> = Promise.resolve();

  /** @param self tells own notifications from those of others; without spaces */
  constructor(pool: pg.Pool, self: string) {
    this.#pool = pool;
    this.#self = self;
  }

  announce(accountIds: readonly string[]): void {
    if (accountIds.length === 0) return;
    for (const id of accountIds) this.#waiting.add(id);
    this.#timer ??= setTimeout(() => void this.flush(), TOGETHER_MS);
  }

  /** Resolves when all that was announced is sent, or could not be. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const ids = [...this.#waiting];
    this.#waiting = new Set();
    if (ids.length > 0) this.#sending = this.#sending.then(() => this.#send(ids)).catch(() => undefined);
    return this.#sending;
  }

  async #send(ids: readonly string[]): Promise<void> {
    const notices = payloads(this.#self, ids).map(
      (payload) => `select pg_notify('${CHANNEL}', ${pg.escapeLiteral(payload)})`,
    );
    // Nothing is lost with a notification that a crash of the database undoes, so nobody waits for the disk.
    await this.#pool.query(["begin", "set local synchronous_commit = off", ...notices, "commit"].join("; "));
  }
}

/** @returns the sender and the ids of accounts, separated by spaces, in as few payloads as they fit into */
export function payloads(self: string, ids: readonly string[]): string[] {
  const all: string[] = [];
  let payload = self;
  for (const id of ids) {
    if (Buffer.byteLength(payload) + 1 + Buffer.byteLength(id) > PAYLOAD_BYTES) {
      all.push(payload);
      payload = self;
    }
    payload += ` ${id}`;
  }
  return [...all, payload];
}
