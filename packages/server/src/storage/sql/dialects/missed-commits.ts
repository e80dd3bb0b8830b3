import { sql } from "kysely";
import type { Connection } from "./dialect.ts";
import { postgres } from "./postgres.ts";

/**
 * Finds the accounts that were changed since the last look, whether or not a notification told of it: a process may die between
 * commit and notification. Costs one tiny question while nobody writes, else one walk over the principals' rows in the database.
 */
export class MissedCommits {
  /** Every transaction before this one had ended at the last look, and all of them were seen. */
  #seen: string | undefined;
  #next: string | undefined;

  /** @returns the accounts that may have changed; undefined: all, as this is the first look */
  async look(connection: Connection): Promise<readonly string[] | undefined> {
    const [now] = await connection.rows(snapshot);
    if (now === undefined) throw new Error("the database did not say which transactions have ended");
    if (this.#seen === undefined) {
      this.#remember(now);
      return undefined;
    }
    if (now.next === this.#next) return [];
    const rows = await connection.rows(changedSince(this.#seen));
    this.#remember(now);
    return rows.map((row) => row.id);
  }

  #remember({ ended, next }: Snapshot): void {
    this.#seen = ended;
    this.#next = next;
  }
}

interface Snapshot {
  readonly ended: string;
  readonly next: string;
}

const snapshot = sql<Snapshot>`
  select pg_snapshot_xmin(s)::text as ended, pg_snapshot_xmax(s)::text as next from pg_current_snapshot() as s
`.compile(postgres.query);

/** The ages are compared, as the numbers of transactions begin anew after 2^32. */
const changedSince = (seen: string) =>
  sql<{ id: string }>`
    select id from principal where age(xmin) <= age(${seen}::text::xid8::xid)
  `.compile(postgres.query);
