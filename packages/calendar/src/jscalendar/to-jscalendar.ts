import type { CalendarObject } from "../icalendar/calendar-object.ts";
import type { CalendarProblem } from "../problems.ts";
import type { Result } from "../result.ts";
import type { JSEvent, JSTask } from "./types.ts";

/**
 * The JSCalendar Event of a VEVENT object (draft-ietf-calext-jscalendar-icalendar-25), overrides as patches.
 * Without a main component the first instance is the event, with its `recurrenceId`.
 */
export function eventFromObject(object: CalendarObject): Result<JSEvent, CalendarProblem> {
  throw new Error(`not built yet ${object.uid}`);
}

/** The JSCalendar Task of a VTODO object. */
export function taskFromObject(object: CalendarObject): Result<JSTask, CalendarProblem> {
  throw new Error(`not built yet ${object.uid}`);
}
