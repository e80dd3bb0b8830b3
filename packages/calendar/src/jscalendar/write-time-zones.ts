import { parameterValue, withComponents, type Component } from "../icalendar/component.ts";
import { timeZonesOf } from "../icalendar/calendar-object.ts";
import { vtimezoneFor } from "../recurrence/write-vtimezone.ts";
import { DAY, MAX_INSTANT, MIN_INSTANT, type Instant } from "../time/instant.ts";
import { ianaZone } from "../time/zone.ts";

/** Rules are written from so long before the first use that an onset lies in between. */
const LEAD_IN = 800 * DAY;
/** … and until so long after the first use, or now if later, that yearly rules show. */
const LEAD_OUT = 5 * 366 * DAY;

/** Every TZID that a component and those inside it refer to. */
export function tzidsIn(component: Component): string[] {
  const own = component.properties.map((property) => parameterValue(property, "TZID"));
  return [...own.filter((tzid) => tzid !== undefined), ...component.components.flatMap(tzidsIn)];
}

/** When the zones are needed. */
interface ZoneUse {
  readonly first: Instant;
  readonly now: Instant;
  /** TZIDs that need no VTIMEZONE, because they had none before */
  readonly except?: readonly string[];
}

/** Adds a VTIMEZONE for every IANA zone that the VCALENDAR refers to (RFC 5545 §3.6.5); existing ones stay. */
export function withTimeZones(calendar: Component, { first, now, except = [] }: ZoneUse): Component {
  const known = new Set([...timeZonesOf(calendar).keys(), ...except]);
  const missing = [...new Set(tzidsIn(calendar))].filter((tzid) => !known.has(tzid) && ianaZone(tzid));
  if (missing.length === 0) return calendar;
  const from = Math.max(MIN_INSTANT, startOfYear(first - LEAD_IN));
  const to = Math.min(MAX_INSTANT, startOfYear(Math.max(first, now) + LEAD_OUT));
  const written = missing.map((tzid) => writtenZone(tzid, from, to));
  const isZone = ({ name }: Component): boolean => name === "VTIMEZONE";
  return withComponents(calendar, [
    ...calendar.components.filter(isZone),
    ...written,
    ...calendar.components.filter((component) => !isZone(component)),
  ]);
}

/** Whole years, so that most events of a zone share one text. */
const startOfYear = (instant: Instant): Instant => Date.UTC(new Date(instant).getUTCFullYear(), 0, 1);

const MOST_REMEMBERED = 200;
const remembered = new Map<string, Component>();

/** Written once for each zone and span: finding a zone's rules costs more than writing the rest of an event. */
function writtenZone(tzid: string, from: Instant, to: Instant): Component {
  const key = `${tzid} ${String(from)} ${String(to)}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  const made = vtimezoneFor(tzid, from, to);
  remembered.set(key, made);
  return made;
}
