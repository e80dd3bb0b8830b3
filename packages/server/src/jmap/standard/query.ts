import { failed, ok, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import type { Principal } from "../../app/types.ts";
import type { Answer, Method, MethodContext } from "../method.ts";
import { accountErrorOf } from "../problem.ts";
import { invalidArguments, type MethodError } from "../wire/errors.ts";
import type { JsonObject } from "../wire/json.ts";
import { queryArguments, queryChangesArguments, type Comparator } from "./arguments.ts";
import type { ReadChanges } from "./changes.ts";
import { queryChangesAnswer } from "./query-changes.ts";
import { stateIn, typeMethod, type Source } from "./source.ts";
import { modseqOf } from "./state.ts";

/** The parameters of a search. */
export interface Search {
  readonly filter: JsonObject;
  readonly sort: readonly Comparator[];
}

/** How a type is searched. */
export interface QueryOf {
  /** The ids of all matches, in order, with the state in which they were read. */
  search(
    context: MethodContext,
    account: Principal,
    search: Search,
  ): Promise<Result<{ readonly state: string; readonly ids: readonly string[] }, MethodError>>;
  /** The basis of /queryChanges; `whole`: it can only report that nothing has changed. Absent: there is none. */
  readonly changes?: "whole" | ReadChanges;
}

/** The /query of a type (RFC 8620 §5.5). */
export function queryMethod<T>(source: Source<T>, query: QueryOf): Method {
  return typeMethod(source, v.strictObject(queryArguments), async (context, account, args) => {
    const found = await query.search(context, account, { filter: args.filter ?? {}, sort: args.sort ?? [] });
    if (!found.ok) return found;
    const window = queryWindow(found.value.ids, args, context.app.limits.maxObjectsInGet);
    if (!window.ok) return window;
    return ok({
      accountId: account.id,
      queryState: found.value.state,
      canCalculateChanges: typeof query.changes === "function",
      ...window.value,
    });
  });
}

/** The /queryChanges of a type (RFC 8620 §5.6). */
export function queryChangesMethod<T>(source: Source<T>, query: QueryOf): Method {
  const { changes } = query;
  return typeMethod(source, v.strictObject(queryChangesArguments), async (context, account, args) => {
    const { filter, sort, sinceQueryState, maxChanges, calculateTotal } = args;
    if (typeof changes !== "function") {
      const read = await source.read(context, account, null);
      if (!read.ok) return read;
      const state = stateIn(source, context, read.value);
      if (sinceQueryState !== state) return failed({ type: "cannotCalculateChanges" });
      const nothing = { removed: [], added: [] };
      return ok({ accountId: account.id, oldQueryState: state, newQueryState: state, ...nothing });
    }
    const found = await query.search(context, account, { filter: filter ?? {}, sort: sort ?? [] });
    const since = modseqOf(sinceQueryState);
    if (since === undefined || (!found.ok && found.problem.type === "unsupportedSort"))
      return failed({ type: "cannotCalculateChanges" });
    if (!found.ok) return found;
    const changed = await changes(context, account, since, Infinity);
    if (!changed.ok) return failed(accountErrorOf(changed.problem));
    const { ids } = found.value;
    return queryChangesAnswer({
      account,
      sinceQueryState,
      changes: changed.value,
      ids,
      maxChanges,
      calculateTotal,
    });
  });
}

/** Reads a filter of one condition; an unknown name is reported. */
export function readCondition<E extends v.ObjectEntries>(
  conditions: E,
  filter: JsonObject,
): Result<v.InferOutput<v.StrictObjectSchema<E, undefined>>, MethodError> {
  const unknown = Object.keys(filter).find((name) => !Object.hasOwn(conditions, name));
  if (unknown !== undefined) return failed({ type: "unsupportedFilter", description: unknown.slice(0, 100) });
  const parsed = v.safeParse(v.strictObject(conditions), filter);
  return parsed.success ? ok(parsed.output) : failed(invalidArguments("the filter is not valid"));
}

interface Window {
  readonly position: number;
  readonly anchor?: string | null | undefined;
  readonly anchorOffset: number;
  readonly limit?: number | null | undefined;
  readonly calculateTotal: boolean;
}

/** The requested part of all matching ids (RFC 8620 §5.5); never more than `maxLimit`. */
export function queryWindow(
  ids: readonly string[],
  window: Window,
  maxLimit: number,
): Result<Answer, MethodError> {
  const anchored = typeof window.anchor === "string" ? ids.indexOf(window.anchor) : undefined;
  if (anchored === -1) return failed({ type: "anchorNotFound" });
  const position =
    anchored === undefined
      ? fromStart(window.position, ids.length)
      : Math.max(0, anchored + window.anchorOffset);
  const limit = Math.min(window.limit ?? maxLimit, maxLimit);
  return ok({
    position,
    ids: ids.slice(position, position + limit),
    ...(window.calculateTotal ? { total: ids.length } : {}),
    ...(limit === window.limit ? {} : { limit }),
  });
}

/** A negative position counts from the end. */
const fromStart = (position: number, total: number): number =>
  position < 0 ? Math.max(0, total + position) : position;
