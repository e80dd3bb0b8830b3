import type { CalendarObject } from "../icalendar/calendar-object.ts";
import type { Component } from "../icalendar/component.ts";
import type { ZoneLookup } from "../icalendar/time-property.ts";
import type { Zone } from "../time/zone.ts";

/** The zone a TZID means: by IANA name, alias, X-LIC-LOCATION, Windows name, and last by the rules of its VTIMEZONE. */
export function resolveZone(tzid: string, vtimezone: Component | undefined): Zone | undefined {
  throw new Error(`not built yet ${tzid} ${vtimezone}`);
}

/** The zones that an object's times refer to; each TZID is resolved once. */
export function zonesOf(object: Pick<CalendarObject, "timeZones">): ZoneLookup {
  throw new Error(`not built yet ${object.timeZones.size}`);
}
