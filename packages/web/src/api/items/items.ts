import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import type { JmapRecord } from "../jmap-client.ts";
import { isRecord } from "../request.ts";

/** What is kept in calendars, by the names of JMAP. */
export type ItemType = "CalendarEvent" | "Task";

export const text = (value: unknown): string => (typeof value === "string" ? value : "");
export const record = (value: unknown): JmapRecord => (isRecord(value) ? value : {});

const isItem = (value: unknown): value is JSEvent =>
  isRecord(value) &&
  typeof value["id"] === "string" &&
  (value["@type"] === "Task" || typeof value["start"] === "string");

/** An answer's events or tasks; a task is in one list, which is said here as of events. */
export const itemsOf = (list: unknown): JSEvent[] =>
  Array.isArray(list) ? list.map((it): unknown => inCalendars(record(it))).filter(isItem) : [];

/** `taskListId` as `calendarIds`, for tasks and for what a server says of one. */
export function inCalendars({ taskListId, ...rest }: JmapRecord): JmapRecord {
  return typeof taskListId === "string" ? { ...rest, calendarIds: { [taskListId]: true } } : rest;
}

/** The other way round. */
export function inList({ calendarIds, ...rest }: JmapRecord): JmapRecord {
  const [taskListId] = Object.keys(record(calendarIds));
  return taskListId === undefined ? rest : { ...rest, taskListId };
}
