import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { invalidArguments, type MethodError } from "../wire/errors.ts";
import type { Answer } from "../method.ts";

/** Any record that has an id. */
export type JmapRecord = Readonly<Record<string, unknown>> & { readonly id: string };

/** The ids of a /get, each once (RFC 8620 §5.1); null is all. */
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

/** Properties of a type that is closed: a name it does not have is refused. */
export function checkProperties(
  properties: readonly string[] | null | undefined,
  known: readonly string[],
): Result<readonly string[] | null, MethodError> {
  const unknown = properties?.find((name) => !known.includes(name));
  return unknown === undefined
    ? ok(properties ?? null)
    : failed(invalidArguments(`there is no property ${unknown}`));
}

/** The record with only these properties, and always its id. */
export function pick(record: JmapRecord, properties: readonly string[] | null): Answer {
  if (properties === null) return record;
  const wanted = new Set(["id", ...properties]);
  return Object.fromEntries(Object.entries(record).filter(([name]) => wanted.has(name)));
}

export interface GetAnswer {
  readonly accountId: string;
  readonly state: string;
  readonly ids: readonly string[] | null;
  readonly properties: readonly string[] | null;
  readonly records: readonly JmapRecord[];
}

/** The response of a /get: those asked for, as far as they are among `records`. */
export function getAnswer({ accountId, state, ids, properties, records }: GetAnswer): Answer {
  const wanted = ids && new Set(ids);
  const found = wanted ? records.filter((record) => wanted.has(record.id)) : records;
  const foundIds = new Set(found.map((record) => record.id));
  return {
    accountId,
    state,
    list: found.map((record) => pick(record, properties)),
    notFound: ids?.filter((id) => !foundIds.has(id)) ?? [],
  };
}
