import { ok } from "@snart/calendar/result.ts";
import { itemCopy } from "../calendars/events/event-copy.ts";
import type { Method } from "../method.ts";
import { isJsonObject, type JsonObject } from "../wire/json.ts";
import { TASK } from "./task-kind.ts";
import { taskQuery } from "./task-query.ts";
import { records, refusals, tasksOf, translated, type Parts, type Refused } from "./task-set.ts";

const copies = itemCopy({ kind: TASK, set: records, query: taskQuery, setName: "Task/set" });

/** Task/copy (RFC 8620 §5.4): tasks of one account into another, where they get new ids. */
export const taskCopy: Method = {
  capability: TASK.capability,
  async call(context, args) {
    // Anything but a map of objects is refused there.
    if (!isMapOfObjects(args.create)) return copies.call(context, args);
    const create = translated(args.create);
    const done = await copies.call(context, { ...args, create: create.records as JsonObject });
    if (!done.ok) return done;
    const { created, notCreated } = done.value;
    return ok({
      ...done.value,
      created: tasksOf(created as Parts),
      notCreated: refusals(notCreated as Refused, create.refused),
    });
  },
};

const isMapOfObjects = (value: unknown): value is Readonly<Record<string, JsonObject>> =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every(isJsonObject);
