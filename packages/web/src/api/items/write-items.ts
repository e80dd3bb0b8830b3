import { ok } from "@snart/calendar/result.ts";
import type { JSEvent, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import type { EventSet, EventSetResult } from "./calendar-api.ts";
import { inCalendars, inList, itemsOf, type ItemType } from "./items.ts";
import { jmap, refusal, resultOf } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";
import { record, text, type JsonRecord } from "../read-json.ts";

const TYPES: readonly ItemType[] = ["CalendarEvent", "Task"];

/** Returns some events and tasks by id, without those that do not exist. */
export async function fetchItemsById(accountId: string, ids: readonly string[]): Asked<readonly JSEvent[]> {
  const answers = await jmap.gather(TYPES.map((type) => [`${type}/get`, { accountId, ids }, type]));
  if (!answers.ok) return answers;
  const found: JSEvent[] = [];
  for (const type of TYPES) {
    const got = answers.value.of(type);
    if (!got.ok) return got;
    found.push(...itemsOf(got.value["list"]));
  }
  return ok(found);
}

/** Returns the events and tasks with a UID, at most one in each calendar. */
export async function fetchItemsByUid(accountId: string, uid: string): Asked<readonly JSEvent[]> {
  const answers = await jmap.gather(
    TYPES.flatMap((type) => [
      [`${type}/query`, { accountId, filter: { uid } }, `${type} query`],
      [`${type}/get`, { accountId, "#ids": resultOf(`${type} query`, `${type}/query`, "/ids") }, type],
    ]),
  );
  if (!answers.ok) return answers;
  const found: JSEvent[] = [];
  for (const type of TYPES) {
    const got = answers.value.of(type);
    if (!got.ok) return got;
    found.push(...itemsOf(got.value["list"]));
  }
  return ok(found);
}

/** Creates, changes and removes events or tasks; refused ones stay unchanged and are reported by id. */
export async function setItems(
  accountId: string,
  { type = "CalendarEvent", ...set }: EventSet,
): Asked<EventSetResult> {
  const args = type === "Task" ? ofTasks(set) : set;
  const given = await jmap.callOne(`${type}/set`, { accountId, ...args });
  if (!given.ok) return given;
  const it = given.value;
  const refused = Object.assign(
    {},
    record(it["notCreated"]),
    record(it["notUpdated"]),
    record(it["notDestroyed"]),
  );
  return ok({
    oldState: typeof it["oldState"] === "string" ? it["oldState"] : null,
    newState: text(it["newState"]),
    created: eachOf(it["created"], (made) => inCalendars(record(made))),
    updated: eachOf(it["updated"], (said) => (said === null ? null : inCalendars(record(said)))),
    refused: eachOf(refused, (error) => refusal(record(error))),
  });
}

const eachOf = <T>(given: unknown, make: (value: unknown) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(record(given)).map(([id, value]) => [id, make(value)]));

/** A request about tasks, with the names of JMAP for Tasks. */
const ofTasks = ({ create, update, ...rest }: Omit<EventSet, "type">): JsonRecord => ({
  ...rest,
  ...(create && { create: eachOf(create, (task) => inList(record(task))) }),
  ...(update && { update: eachOf(update, (patch) => inList(record(patch))) }),
});

/** Restores deleted events and tasks unchanged; with `tells` the other participants are notified. */
export async function restoreItems(
  accountId: string,
  ids: readonly string[],
  tells: boolean,
): Asked<readonly JSEvent[]> {
  const args = { accountId, ids, sendSchedulingMessages: tells };
  const given = await jmap.setOne("CalendarEvent/restore", args);
  return given.ok ? fetchItemsById(accountId, ids) : given;
}

/** Changes properties of calendars, by id. */
export const updateCalendars = (
  accountId: string,
  update: Readonly<Record<string, PatchObject>>,
): Asked<unknown> => jmap.setOne("Calendar/set", { accountId, update });
