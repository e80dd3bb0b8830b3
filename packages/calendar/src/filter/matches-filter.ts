import type { CalendarObject } from "../icalendar/calendar-object.ts";
import type { Zone } from "../time/zone.ts";
import type { CompFilter, TimeRange } from "./caldav-filter.ts";

/**
 * Whether anything of an object overlaps a time range, by the tables of RFC 4791 §9.9 for its own kind
 * (VEVENT, VTODO, VJOURNAL), recurrences included. All-day and floating times are those of `floatingZone`.
 */
export function matchesTimeRange(object: CalendarObject, range: TimeRange, floatingZone: Zone): boolean {
  throw new Error(`not built yet ${object.uid} ${range} ${floatingZone}`);
}

/** Whether an object matches a CALDAV:filter, given as its outermost comp-filter (RFC 4791 §9.7). */
export function matchesFilter(object: CalendarObject, filter: CompFilter, floatingZone: Zone): boolean {
  throw new Error(`not built yet ${object.uid} ${filter} ${floatingZone}`);
}
