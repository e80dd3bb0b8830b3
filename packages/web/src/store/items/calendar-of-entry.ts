import type { CalendarEntry, EventEntry } from "./entries.ts";

const readOnly = new WeakMap<CalendarEntry, CalendarEntry>();

/**
 * Returns a calendar as it is for one thing in it: without the right to write for what somebody else made, where the person only adds
 * things of their own. The same object for the same calendar.
 */
export function calendarOfEntry({ event }: EventEntry, calendar: CalendarEntry): CalendarEntry {
  if (event["snart:isOthers"] !== true || !calendar.mayWrite) return calendar;
  const known = readOnly.get(calendar) ?? { ...calendar, mayWrite: false };
  readOnly.set(calendar, known);
  return known;
}
