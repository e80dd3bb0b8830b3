import { failed, ok, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import type { Problem } from "../../app/problems.ts";
import type { ChangeSet, Modseq, Principal } from "../../app/types.ts";
import { accountMethod, type Method, type MethodContext } from "../method.ts";
import { accountErrorOf } from "../problem.ts";
import { changesArguments } from "./arguments.ts";
import { stateIn, typeMethod, type Source } from "./source.ts";
import { placeOf, stateOf } from "./state.ts";

/** The most ids in one answer if the client sets no limit. */
const DEFAULT_MAX_CHANGES = 10_000;

/** The changes in an account after a state, as far as the actor may know them. */
export type ReadChanges = (
  context: MethodContext,
  account: Principal,
  since: Modseq,
  limit: number,
  within?: string,
) => Promise<Result<ChangeSet, Problem>>;

/** The /changes of a type whose state is its account's modseq (RFC 8620 §5.2). */
export function changesMethod(capability: Method["capability"], read: ReadChanges): Method {
  return accountMethod(capability, v.strictObject(changesArguments), async (context, account, args) => {
    const place = placeOf(args.sinceState);
    if (place === undefined) return failed({ type: "cannotCalculateChanges" });
    const limit = Math.min(args.maxChanges ?? DEFAULT_MAX_CHANGES, DEFAULT_MAX_CHANGES);
    const changes = await read(context, account, place.since, limit, place.within);
    if (!changes.ok) return failed(accountErrorOf(changes.problem));
    const { newModseq, newWithin, hasMore, created, updated, destroyed } = changes.value;
    const count = created.length + updated.length + destroyed.length;
    if (typeof args.maxChanges === "number" && count > args.maxChanges)
      return failed({ type: "cannotCalculateChanges" });
    return ok({
      accountId: account.id,
      oldState: args.sinceState,
      newState: stateOf(newModseq, newWithin),
      hasMoreChanges: hasMore,
      created,
      updated,
      destroyed,
    });
  });
}

/** The /changes of a type without a log: nothing has changed, or everything must be fetched again (RFC 8620 §5.2). */
export function wholeChangesMethod<T>(source: Source<T>): Method {
  return typeMethod(source, v.strictObject(changesArguments), async (context, account, { sinceState }) => {
    const read = await source.read(context, account, null);
    if (!read.ok) return read;
    const state = stateIn(source, context, read.value);
    if (state !== sinceState) return failed({ type: "cannotCalculateChanges" });
    const nothing = { created: [], updated: [], destroyed: [] };
    return ok({ accountId: account.id, oldState: state, newState: state, hasMoreChanges: false, ...nothing });
  });
}
