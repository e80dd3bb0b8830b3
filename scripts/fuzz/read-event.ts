import {
  readCalendarObject,
  type CalendarObject,
} from "../../packages/calendar/src/icalendar/calendar-object.ts";
import type { Component } from "../../packages/calendar/src/icalendar/component.ts";
import { parseICalendar } from "../../packages/calendar/src/icalendar/parse.ts";
import { serialiseICalendar } from "../../packages/calendar/src/icalendar/serialise.ts";
import type { Occurrence } from "../../packages/calendar/src/recurrence/expand.ts";
import { UTC, ianaZone } from "../../packages/calendar/src/time/zone.ts";

/** The zone of whole days and floating times. */
export const viewer = ianaZone("Europe/Stockholm") ?? UTC;

/** The object of a text that is known to be sound; throws if it is not read. */
export function objectOf(text: string): CalendarObject {
  const parsed = parseICalendar(text);
  if (!parsed.ok) throw new Error(`not read: ${JSON.stringify(parsed.problem)}`);
  const object = readCalendarObject(parsed.value.calendar);
  if (!object.ok) throw new Error(`no object: ${JSON.stringify(object.problem)}`);
  return object.value;
}

/** Through text, like everything stored. */
export const reread = (calendar: Component): CalendarObject => objectOf(serialiseICalendar(calendar));

const MAX_MILLISECONDS = 3_000;

/** Runs something that must end quickly for every input; by processor time, which a busy machine does not stretch. */
export function inTime<T>(what: string, work: () => T): T {
  const began = process.cpuUsage();
  const result = work();
  const spent = process.cpuUsage(began).user / 1000;
  if (spent > MAX_MILLISECONDS) throw new Error(`${what} took ${spent} ms`);
  return result;
}

/** An occurrence as text. */
export const told = <T>({ startInstant, endInstant, isOverride }: Occurrence<T>): string =>
  `${new Date(startInstant).toISOString()}/${new Date(endInstant).toISOString()}${isOverride ? " changed" : ""}`;
