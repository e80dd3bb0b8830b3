import type { CalendarObject } from "../icalendar/calendar-object.ts";
import type { CalendarProblem } from "../problems.ts";

/** What keeps an object from being stored: unreadable or out-of-range times, ends before starts, unreadable rules. Empty if nothing. */
export function validateCalendarObject(object: CalendarObject): readonly CalendarProblem[] {
  throw new Error(`not built yet ${object.uid}`);
}
