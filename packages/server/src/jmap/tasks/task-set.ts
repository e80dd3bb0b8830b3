import { ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { itemSet, itemSetArguments } from "../calendars/events/set/event-set.ts";
import { accountMethod, type Answer } from "../method.ts";
import { setArguments } from "../standard/arguments.ts";
import type { SetError } from "../wire/errors.ts";
import type { JsonObject } from "../wire/json.ts";
import { asRecord, asTask, TASK } from "./task-kind.ts";

/** The same with the names of records. */
export const records = itemSet(TASK);
const schema = v.strictObject({ ...setArguments, ...itemSetArguments });

export type Parts = Readonly<Record<string, Answer | null>> | null;
export type Refused = Readonly<Record<string, SetError>> | null;

/**
 * Task/set (JMAP Tasks): CalendarEvent/set for tasks. Completing one occurrence (its synthetic id) completes only
 * that one: the series stays open.
 */
export const taskSet = accountMethod(TASK.capability, schema, async (context, _account, args) => {
  const create = translated(args.create);
  const update = translated(args.update);
  const given = { ...args, create: create.records, update: update.records };
  const done = await records.call(context, given as unknown as JsonObject);
  if (!done.ok) return done;
  const { created, updated, notCreated, notUpdated } = done.value;
  return ok({
    ...done.value,
    created: tasksOf(created as Parts),
    updated: tasksOf(updated as Parts),
    notCreated: refusals(notCreated as Refused, create.refused),
    notUpdated: refusals(notUpdated as Refused, update.refused),
  });
});

/** A client's tasks as records, and the invalid ones. */
export function translated(given: Readonly<Record<string, JsonObject>> | null | undefined): {
  readonly records: Readonly<Record<string, JsonObject>> | null;
  readonly refused: Readonly<Record<string, SetError>>;
} {
  const records: [string, JsonObject][] = [];
  const refused: [string, SetError][] = [];
  for (const [id, task] of Object.entries(given ?? {})) {
    const record = asRecord(task);
    if (record.ok) records.push([id, record.value]);
    else refused.push([id, record.problem]);
  }
  return { records: given ? Object.fromEntries(records) : null, refused: Object.fromEntries(refused) };
}

/** Records of an answer as tasks. */
export const tasksOf = (parts: Parts): Parts =>
  parts && Object.fromEntries(Object.entries(parts).map(([id, record]) => [id, record && asTask(record)]));

/** The refusals, by the server and before; the invalid property has the client's name for it. */
export function refusals(
  found: Refused,
  own: Readonly<Record<string, SetError>>,
): Readonly<Record<string, SetError>> | null {
  const told = Object.entries(found ?? {}).map(([id, error]): [string, SetError] => {
    const { properties } = error;
    const names = properties?.map((name) => (name === "calendarIds" ? "taskListId" : name));
    return [id, names ? { ...error, properties: names } : error];
  });
  const all = { ...Object.fromEntries(told), ...own };
  return Object.keys(all).length > 0 ? all : null;
}
