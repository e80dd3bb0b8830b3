import { failed, ok, type Failed, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import type { Principal } from "../../app/types.ts";
import type { Answer, Method, MethodContext, MethodResult } from "../method.ts";
import { invalidArguments, type MethodError } from "../wire/errors.ts";
import { getArguments } from "./arguments.ts";
import { jsonWeight, type JsonObject } from "../wire/json.ts";
import { recordOf, stateIn, typeMethod, type JmapRecord, type Source } from "./source.ts";

/** The particulars of a type's /get. */
export interface GetOf {
  /** Replace the standard arguments. */
  readonly arguments?: v.ObjectEntries;
  /** The limit of ids in one call (default `maxObjectsInGet`). */
  readonly limit?: "maxObjectsInGet" | "maxSignUpsInGet";
}

interface Asked {
  readonly ids?: readonly string[] | null | undefined;
  readonly properties?: readonly string[] | null | undefined;
}

/** The /get of a type (RFC 8620 §5.1). */
export function getMethod<T>(source: Source<T>, get: GetOf = {}): Method {
  const schema = v.strictObject({ ...getArguments, ...(get.arguments as typeof getArguments | undefined) });
  return typeMethod(source, schema, (context, account, args) =>
    getRecords(source, context, account, args, get.limit),
  );
}

/** Answers a /get. A property that the type does not have is refused. */
export async function getRecords<T>(
  source: Source<T>,
  context: MethodContext,
  account: Principal,
  asked: Asked,
  limit: GetOf["limit"] = "maxObjectsInGet",
): Promise<MethodResult> {
  const ids = requestedIds(asked.ids, context.app.limits[limit], limit);
  if (!ids.ok) return ids;
  const unknown = asked.properties?.find((name) => !Object.hasOwn(source.properties, name));
  if (unknown !== undefined) return failed(invalidArguments(`there is no property ${unknown}`));
  const read = await source.read(context, account, ids.value);
  if (!read.ok) return read;
  const { id: idOf } = source.properties;
  const wanted = ids.value && new Set(ids.value);
  const found = read.value.items.filter((item) => !wanted || wanted.has(idOf(item, context)));
  const foundIds = new Set(found.map((item) => idOf(item, context)));
  const shown = asked.properties ? new Set(asked.properties) : undefined;
  const list: JmapRecord[] = [];
  for (const item of found) {
    const record = recordOf(source, item, context, shown);
    const tooLarge = answerTooLarge(context, record);
    if (tooLarge) return tooLarge;
    list.push(record);
  }
  return ok({
    accountId: account.id,
    state: stateIn(source, context, read.value),
    list,
    notFound: ids.value?.filter((id) => !foundIds.has(id)) ?? [],
  });
}

/**
 * Counts a record of the answer to a request, which is in memory as a whole until it is sent.
 * @returns the error if the answer now has more than one may have
 */
export function answerTooLarge(
  { app, answered }: Pick<MethodContext, "app" | "answered">,
  record: Answer,
): Failed<MethodError> | undefined {
  answered.size += jsonWeight(record as JsonObject, new WeakMap());
  const limit = app.limits.answerSize;
  if (answered.size <= limit) return undefined;
  const description = `an answer has at most ${limit} bytes: ask for fewer records or properties`;
  return failed({ type: "requestTooLarge", description, limit });
}

/** The ids of a /get, each once (RFC 8620 §5.1); null: all. */
export function requestedIds(
  ids: readonly string[] | null | undefined,
  limit: number,
  limitName = "maxObjectsInGet",
): Result<readonly string[] | null, MethodError> {
  if (ids === null || ids === undefined) return ok(null);
  if (ids.length > limit) return failed(tooManyInGet(limit, limitName));
  return ok([...new Set(ids)]);
}

export const tooManyInGet = (limit: number, limitName = "maxObjectsInGet"): MethodError => ({
  type: "requestTooLarge",
  description: `${limitName} is ${limit}`,
  limit,
});
