import { hash } from "node:crypto";
import { sql, type ExpressionBuilder } from "kysely";
import type { OutboxMessage, WaitingMessages } from "../../records/queues.ts";
import type { Database } from "../database.ts";
import { deleteSome } from "../delete-some.ts";
import type { Scope } from "../scope.ts";
import { outboxMessage } from "../tables/operation.ts";
import { constant } from "../statement.ts";

/** How many messages are not sent yet. */
export async function outboxSize(scope: Scope): Promise<number> {
  const query = scope.query
    .selectFrom("outbox")
    .select((e) => e.fn.countAll<number>().as("count"))
    .where("is_finished", "=", constant(0));
  return (await scope.row(query))?.count ?? 0;
}

export function outboxByKind(scope: Scope): Promise<WaitingMessages[]> {
  return scope.rows(
    scope.query
      .selectFrom("outbox")
      .select((e) => [
        "kind",
        e.fn.countAll<number>().as("count"),
        e.fn.countAll<number>().filterWhere("last_error", "is not", null).as("failed"),
        e.fn.min("created_at").as("oldestAt"),
      ])
      .where("is_finished", "=", constant(0))
      .groupBy("kind")
      .orderBy("kind"),
  );
}

export async function unsent(
  scope: Scope,
  kinds: readonly string[],
  limit: number,
): Promise<OutboxMessage[]> {
  const query = scope.query
    .selectFrom("outbox")
    .selectAll()
    .where("is_finished", "=", constant(0))
    .where(scope.dialect.isIn("kind", scope.list(kinds)))
    .orderBy("position")
    .limit(limit);
  return scope.records(outboxMessage, query);
}

export async function hastenOutbox(
  scope: Scope,
  ids: readonly string[],
  since: number,
  now: number,
): Promise<number> {
  if (ids.length === 0) return 0;
  return await scope.run(
    scope.query
      .updateTable("outbox")
      .set({ available_at: now })
      .where(scope.dialect.isIn("id", scope.list(ids)))
      .where("available_at", ">", since)
      .where("is_finished", "=", constant(0)),
  );
}

/** Keys name people by their addresses, and stay for long after the message: what is stored drops repetitions and tells nobody whose it was. */
const storedKey = (dedupeKey: string): string => hash("sha256", dedupeKey, "base64url");

export async function enqueue(scope: Scope, message: OutboxMessage): Promise<"queued" | "duplicate"> {
  // Whoever writes to an account holds its lock, so that the numbers of its messages rise with the writes.
  const position = scope.query
    .selectFrom("outbox")
    .select(sql<number>`coalesce(max(position), 0) + 1`.as("next"));
  const query = scope.query
    .insertInto("outbox")
    .values({
      ...outboxMessage.row({ ...message, dedupeKey: storedKey(message.dedupeKey) }),
      is_finished: 0,
      position,
    })
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing());
  return (await scope.run(query)) === 1 ? "queued" : "duplicate";
}

/** A message that fails so often (retry-delay.ts: for more than an hour) no longer holds its lane. */
const HOLDS_FOR = 10;

/**
 * Claiming counts as an attempt, so that a message that kills its process is not claimed for ever. That one lane never
 * has two messages on their way holds whichever process has claimed the first: it is unsent until it is finished.
 */
export async function takeOutbox(
  scope: Scope,
  now: number,
  limit: number,
  leaseMs: number,
): Promise<OutboxMessage[]> {
  const due = scope.dialect.skipLocked(
    scope.query
      .selectFrom("outbox")
      .select("id")
      .where("is_finished", "=", constant(0))
      .where("available_at", "<=", now)
      .where((e) => e.or([e("lane", "is", null), e.not(e.exists(earlierInLane(e)))]))
      .orderBy("position")
      .limit(limit),
  );
  const query = scope.query
    .updateTable("outbox")
    .set((e) => ({ available_at: now + leaseMs, attempts: e("attempts", "+", 1) }))
    .where("id", "in", due)
    .returningAll();
  // What is returned has no order.
  const taken = await scope.rows(query);
  return taken.toSorted((a, b) => a.position - b.position).map((row) => outboxMessage.read(row));
}

const earlierInLane = (outbox: ExpressionBuilder<Database, "outbox">) =>
  outbox
    .selectFrom("outbox as earlier")
    .select("earlier.id")
    .whereRef("earlier.lane", "=", "outbox.lane")
    .whereRef("earlier.position", "<", "outbox.position")
    .where("earlier.is_finished", "=", constant(0))
    .where("earlier.attempts", "<", HOLDS_FOR);

export async function renewOutbox(scope: Scope, ids: readonly string[], until: number): Promise<void> {
  if (ids.length === 0) return;
  await scope.run(
    scope.query
      .updateTable("outbox")
      .set({ available_at: until })
      .where(scope.dialect.isIn("id", scope.list(ids)))
      .where("is_finished", "=", constant(0)),
  );
}

/** The row stays, emptied, so that its key still drops repetitions. */
export async function finishOutbox(scope: Scope, id: string): Promise<void> {
  await scope.run(
    scope.query
      .updateTable("outbox")
      .set({ is_finished: 1, payload: "null", lane: null, last_error: null })
      .where("id", "=", id),
  );
}

export async function retryOutbox(
  scope: Scope,
  id: string,
  availableAt: number,
  error: string,
): Promise<void> {
  await scope.run(
    scope.query
      .updateTable("outbox")
      .set({ available_at: availableAt, last_error: error })
      .where("id", "=", id)
      .where("is_finished", "=", constant(0)),
  );
}

/** A sent message is removed with its key: a repetition after so long is a new message. */
export function removeFinishedMessages(scope: Scope, before: number, limit: number): Promise<number> {
  return deleteSome(scope, "outbox", ["id"], sql`is_finished = 1 and available_at <= ${before}`, limit);
}
