import type { CalendarTime } from "../time/calendar-time.ts";
import type { Zone } from "../time/zone.ts";
import type { Property } from "./component.ts";

/** Finds the zone of a TZID; undefined if there is none, and the time is then read as floating. */
export type ZoneLookup = (tzid: string) => Zone | undefined;

/** A PERIOD value, or a date or time without an end. */
export interface TimeOrPeriod {
  readonly start: CalendarTime;
  readonly end?: CalendarTime;
}

/** Reads a DATE or DATE-TIME property such as DTSTART; undefined if it is neither. */
export function readTime(property: Property, zones: ZoneLookup): CalendarTime | undefined {
  throw new Error(`not built yet ${property.name} ${zones.length}`);
}

/** Reads a list property such as EXDATE or RDATE, PERIOD included; undefined if any item is unreadable. */
export function readTimes(property: Property, zones: ZoneLookup): readonly TimeOrPeriod[] | undefined {
  throw new Error(`not built yet ${property.name} ${zones.length}`);
}

/** Writes a DATE or DATE-TIME property. Its parameters go after TZID or VALUE. */
export function writeTime(
  name: string,
  time: CalendarTime,
  parameters?: Readonly<Record<string, string | readonly string[]>>,
): Property {
  throw new Error(`not built yet ${name} ${time.kind} ${parameters}`);
}

/** Writes a list such as EXDATE; the times must be of one kind and zone. */
export function writeTimes(name: string, times: readonly CalendarTime[]): Property {
  throw new Error(`not built yet ${name} ${times.length}`);
}
