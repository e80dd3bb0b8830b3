import { failed, ok } from "@snart/calendar/result.ts";
import type { ChangeSet, Principal } from "../../app/types.ts";
import type { MethodResult } from "../method.ts";
import { stateOf } from "./state.ts";

/** What a /queryChanges asks for, and what is known by now. */
export interface QueryDifference {
  readonly account: Principal;
  readonly sinceQueryState: string;
  /** What changed among the records since then. */
  readonly changes: Pick<ChangeSet, "newModseq" | "created" | "updated" | "destroyed">;
  /** The results as they are now, in their order. */
  readonly ids: readonly string[];
  readonly maxChanges: number | null | undefined;
  readonly calculateTotal: boolean;
}

/**
 * The answer of a /queryChanges (RFC 8620 §5.6) for a query in which each record is judged by itself: nothing is remembered of former
 * results, but only what has changed can have come, gone or moved. Whatever has changed is told as removed, which the RFC allows of
 * what may have been there, and as added where it stands now.
 */
export function queryChangesAnswer(difference: QueryDifference): MethodResult {
  const { account, sinceQueryState, changes, ids, maxChanges, calculateTotal } = difference;
  const removed = [...changes.updated, ...changes.destroyed];
  const changed = new Set([...changes.created, ...changes.updated]);
  const added = ids.flatMap((id, index) => (changed.has(id) ? [{ id, index }] : []));
  if (typeof maxChanges === "number" && removed.length + added.length > maxChanges)
    return failed({ type: "tooManyChanges" });
  return ok({
    accountId: account.id,
    oldQueryState: sinceQueryState,
    newQueryState: stateOf(changes.newModseq),
    ...(calculateTotal && { total: ids.length }),
    removed,
    added,
  });
}
