import { parameterValue, withComponents } from "../icalendar/component.ts";
import type { Component } from "../icalendar/component.ts";
import { timeZonesOf } from "../icalendar/calendar-object.ts";
import { vtimezoneFor } from "../recurrence/write-vtimezone.ts";
import { DAY, MAX_INSTANT, MIN_INSTANT } from "../time/instant.ts";
import type { Instant } from "../time/instant.ts";
import { ianaZone } from "../time/zone.ts";

/** Rules are written from so long before the first use that an onset lies between. */
const LEAD_IN = 800 * DAY;
/** … and to so long after the later of first use and now that yearly rules show. */
const LEAD_OUT = 5 * 366 * DAY;

/** Every TZID that a component and those inside it refer to. */
export function tzidsIn(component: Component): string[] {
  const own = component.properties.map((property) => parameterValue(property, "TZID"));
  return [...own.filter((tzid) => tzid !== undefined), ...component.components.flatMap(tzidsIn)];
}

/** When the zones are needed. */
export interface ZoneUse {
  readonly first: Instant;
  readonly now: Instant;
  /** TZIDs that need no VTIMEZONE now, because they had none before */
  readonly except?: readonly string[];
}

/** The VCALENDAR with a VTIMEZONE for every IANA zone that it refers to (RFC 5545 §3.6.5); those there stay. */
export function withTimeZones(calendar: Component, { first, now, except = [] }: ZoneUse): Component {
  const known = new Set([...timeZonesOf(calendar).keys(), ...except]);
  const missing = [...new Set(tzidsIn(calendar))].filter((tzid) => !known.has(tzid) && ianaZone(tzid));
  if (missing.length === 0) return calendar;
  const from = Math.max(MIN_INSTANT, first - LEAD_IN);
  const to = Math.min(MAX_INSTANT, Math.max(first, now) + LEAD_OUT);
  const written = missing.map((tzid) => vtimezoneFor(tzid, from, to));
  const isZone = ({ name }: Component): boolean => name === "VTIMEZONE";
  return withComponents(calendar, [
    ...calendar.components.filter(isZone),
    ...written,
    ...calendar.components.filter((component) => !isZone(component)),
  ]);
}
