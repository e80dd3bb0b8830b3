import { failed, ok } from "@snart/calendar/result.ts";
import type { Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { accountChanges } from "../../app/changes.ts";
import type { ChangeSet, Principal } from "../../app/types.ts";
import { accountMethod } from "../method.ts";
import type { Method, MethodContext } from "../method.ts";
import { accountErrorOf } from "../problem.ts";
import type { MethodError } from "../wire/errors.ts";
import { changesArguments } from "./arguments.ts";
import { modseqOf, stateOf } from "./state.ts";

/** How many ids one answer may bring when the client sets no bound. */
const DEFAULT_MAX_CHANGES = 10_000;

/** Which of these ids the actor may see in an account of somebody else. */
type SeenIds = (
  context: MethodContext,
  account: Principal,
  ids: readonly string[],
) => Promise<Result<ReadonlySet<string>, MethodError>>;

/** The /changes of a type that has its entries in the change log (RFC 8620 §5.2). */
export function changesMethod(
  capability: Method["capability"],
  type: "Calendar" | "CalendarEvent",
  seenIds: SeenIds,
): Method {
  return accountMethod(capability, v.strictObject(changesArguments), async (context, account, args) => {
    const { app, actor } = context;
    const since = modseqOf(args.sinceState);
    if (since === undefined) return failed({ type: "cannotCalculateChanges" });
    const limit = Math.min(args.maxChanges ?? DEFAULT_MAX_CHANGES, DEFAULT_MAX_CHANGES);
    const changes = await accountChanges(app, actor, account.id, type, since, limit);
    if (!changes.ok) return failed(accountErrorOf(changes.problem));
    const seen = await seenChanges(context, account, changes.value, seenIds);
    if (!seen.ok) return seen;
    const { newModseq, hasMore, created, updated, destroyed } = seen.value;
    // What one transaction did is one step; between its changes there is no state to give.
    const count = created.length + updated.length + destroyed.length;
    if (typeof args.maxChanges === "number" && count > args.maxChanges)
      return failed({ type: "cannotCalculateChanges" });
    return ok({
      accountId: account.id,
      oldState: args.sinceState,
      newState: stateOf(newModseq),
      hasMoreChanges: hasMore,
      created,
      updated,
      destroyed,
    });
  });
}

/**
 * Changes as far as the actor may know of them. What was changed and cannot be seen (any more) is gone for the actor; what
 * was made and cannot be seen never was.
 */
async function seenChanges(
  context: MethodContext,
  account: Principal,
  changes: ChangeSet,
  seenIds: SeenIds,
): Promise<Result<ChangeSet, MethodError>> {
  if (account.id === context.actor.principalId) return ok(changes);
  const seen = await seenIds(context, account, [...changes.created, ...changes.updated]);
  if (!seen.ok) return seen;
  const isSeen = (id: string): boolean => seen.value.has(id);
  return ok({
    ...changes,
    created: changes.created.filter(isSeen),
    updated: changes.updated.filter(isSeen),
    destroyed: [...changes.destroyed, ...changes.updated.filter((id) => !isSeen(id))],
  });
}
