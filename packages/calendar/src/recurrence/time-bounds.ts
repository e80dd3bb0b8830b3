import type { CalendarObject } from "../icalendar/calendar-object.ts";
import type { Instant } from "../time/instant.ts";

/** From inclusive, to exclusive; an end of null means that it goes on for ever. */
export interface TimeBounds {
  readonly start: Instant;
  readonly end: Instant | null;
}

/** Outer bounds of all that a time-range filter could find (RFC 4791 §9.9), for viewers in any zone: loose, never too narrow. */
export function timeBounds(object: CalendarObject): TimeBounds {
  throw new Error(`not built yet ${object.uid}`);
}
