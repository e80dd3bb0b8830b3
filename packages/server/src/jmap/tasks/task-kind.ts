import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ItemKind } from "../calendars/events/item-kind.ts";
import type { Answer } from "../method.ts";
import { TASKS } from "../wire/capabilities.ts";
import { invalidProperties, type SetError } from "../wire/errors.ts";
import type { Json, JsonObject } from "../wire/json.ts";

export const TASK: ItemKind = { capability: TASKS, component: "VTODO", type: "Task", required: [] };

/** Names that the draft changes from JMAP Calendars: a task is in one list, not in a set of calendars. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  taskListId: "calendarIds",
  baseTaskId: "baseEventId",
};

/** The record name, shared with events, of a task's property. */
export const recordName = (name: string): string =>
  Object.hasOwn(OTHER_NAMES, name) ? (OTHER_NAMES[name] ?? name) : name;

/** A record as a Task. */
export function asTask({ calendarIds, baseEventId, ...rest }: Answer): Answer {
  const [taskListId] = Object.keys((calendarIds as object | undefined) ?? {});
  return {
    ...rest,
    ...(taskListId !== undefined && { taskListId }),
    ...(baseEventId !== undefined && { baseTaskId: baseEventId }),
  };
}

/** Times in UTC are only returned: a due time with a zone stays right when the zone's rules change. */
const ANSWERED_ONLY = ["utcStart", "utcDue", "baseTaskId"];

/** A client's task, whole or as a patch, with the names of a record. */
export function asRecord(given: JsonObject): Result<JsonObject, SetError> {
  const refused = ANSWERED_ONLY.filter((name) => (given[name] ?? null) !== null);
  if (refused.length > 0) return failed(invalidProperties(refused, "are answered only; say start and due"));
  if (Object.hasOwn(given, "calendarIds"))
    return failed(invalidProperties(["calendarIds"], "a task is in one list: taskListId"));
  const { taskListId, utcStart: _start, utcDue: _due, baseTaskId: _base, ...rest } = given;
  if (taskListId === undefined) return ok(rest);
  if (typeof taskListId !== "string")
    return failed(invalidProperties(["taskListId"], "must be the id of a task list"));
  return ok({ ...rest, calendarIds: { [taskListId]: true } as Json });
}
