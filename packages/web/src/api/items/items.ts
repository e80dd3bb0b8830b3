import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { isRecord, record, type JsonRecord } from "../read-json.ts";

/** The types of items, by JMAP's names. */
export type ItemType = "CalendarEvent" | "Task";

const isItem = (value: unknown): value is JSEvent =>
  isRecord(value) &&
  typeof value["id"] === "string" &&
  (value["@type"] === "Task" || typeof value["start"] === "string");

/** Returns an answer's events or tasks; a task's one list becomes calendarIds, as for events. */
export const itemsOf = (list: unknown): JSEvent[] =>
  Array.isArray(list) ? list.map((it): unknown => inCalendars(record(it))).filter(isItem) : [];

/** Converts a task's `taskListId` to `calendarIds`, also in the server's answer to its creation. */
export function inCalendars({ taskListId, ...rest }: JsonRecord): JsonRecord {
  return typeof taskListId === "string" ? { ...rest, calendarIds: { [taskListId]: true } } : rest;
}

/** Converts `calendarIds` to a task's `taskListId`. */
export function inList({ calendarIds, ...rest }: JsonRecord): JsonRecord {
  const [taskListId] = Object.keys(record(calendarIds));
  return taskListId === undefined ? rest : { ...rest, taskListId };
}
