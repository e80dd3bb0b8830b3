import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { accountState } from "../../app/changes.ts";
import { eventChanges, type ObjectType } from "../../app/objects/seen-changes.ts";
import type { ChangeSet, Modseq, Principal } from "../../app/types.ts";
import type { MethodContext, MethodResult } from "../method.ts";
import { accountErrorOf } from "../problem.ts";
import type { MethodError } from "../wire/errors.ts";
import { modseqOf, stateOf } from "./state.ts";

/** The input of a /queryChanges, and the present results. */
interface QueryDifference {
  readonly account: Principal;
  readonly sinceQueryState: string;
  /** The changed records since then. */
  readonly changes: Pick<ChangeSet, "newModseq" | "created" | "updated" | "destroyed">;
  /** The present results, in order. */
  readonly ids: readonly string[];
  readonly maxChanges: number | null | undefined;
  readonly calculateTotal: boolean;
}

/**
 * The answer of a /queryChanges (RFC 8620 §5.6) for a query that judges each record separately: former results are
 * not stored, but only changed records can have been added, removed or moved. Each changed record is reported as
 * removed, which the RFC permits for records that may have been there, and as added at its present position.
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

/** The arguments of every /queryChanges. */
interface QueryChangesArguments {
  readonly sinceQueryState: string;
  readonly maxChanges?: number | null | undefined;
  readonly calculateTotal: boolean;
}

/** A query of events or tasks whose changes are requested. */
interface ChangedQuery {
  readonly type: ObjectType;
  /**
   * Returns the present results, in order; at least as new as `modseq`. Null if the query's answer had
   * `canCalculateChanges: false`.
   */
  readonly ids: ((modseq: Modseq) => Promise<Result<readonly string[], MethodError>>) | null;
}

/** The most changes examined; with more it is faster to query again. */
const MOST_CHANGES = 1_000;

/** The /queryChanges of events or of tasks. Every query can report that nothing has changed. */
export async function itemQueryChanges(
  { app, actor }: MethodContext,
  account: Principal,
  args: QueryChangesArguments,
  query: ChangedQuery,
): Promise<MethodResult> {
  const { sinceQueryState, maxChanges, calculateTotal } = args;
  const told = { account, sinceQueryState, maxChanges, calculateTotal };
  const state = await accountState(app, actor, account.id);
  if (!state.ok) return failed(accountErrorOf(state.problem));
  const since = modseqOf(sinceQueryState);
  if (since === state.value && !calculateTotal) {
    const nothing = { newModseq: state.value, created: [], updated: [], destroyed: [] };
    return queryChangesAnswer({ ...told, changes: nothing, ids: [] });
  }
  if (since === undefined || query.ids === null) return failed({ type: "cannotCalculateChanges" });
  const changes = await eventChanges(app, actor, account.id, since, MOST_CHANGES, query.type);
  if (!changes.ok) return failed(accountErrorOf(changes.problem));
  if (changes.value.hasMore) return failed({ type: "cannotCalculateChanges" });
  const ids = await query.ids(changes.value.newModseq);
  return ids.ok ? queryChangesAnswer({ ...told, changes: changes.value, ids: ids.value }) : ids;
}
