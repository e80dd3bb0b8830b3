import { timeZonesOf } from "../icalendar/calendar-object.ts";
import { firstProperty, propertiesNamed, type Component } from "../icalendar/component.ts";
import { textValue } from "../icalendar/text.ts";
import type { ZoneLookup } from "../icalendar/time-property.ts";
import { optionalTime, readComponentTimes } from "../recurrence/component-times.ts";
import { zonesOf } from "../recurrence/resolve-zone.ts";
import { parseRule } from "../recurrence/rule.ts";
import { instantOf, ownLocal } from "../time/calendar-time.ts";
import { addDuration, parseDuration } from "../time/duration.ts";
import { DAY, MINUTE, type Instant } from "../time/instant.ts";
import { timeOfDay, weekday } from "../time/local.ts";
import type { WorkingHours, WorkingWeek } from "../time/working-hours.ts";
import type { Zone } from "../time/zone.ts";

/** A span in which somebody is away: a VAVAILABILITY with an end and without AVAILABLE parts (RFC 7953 §3.1). */
export interface Absence {
  /** its UID */
  readonly id: string;
  readonly from: Instant;
  /** exclusive */
  readonly to: Instant;
  readonly text: string;
  /** whether people who see free/busy may read the text: only texts written for them say so */
  readonly isTold: boolean;
}

/** When somebody is available, as far as a week and a list of absences can express it. */
export interface PersonalHours {
  /** null: unknown, or not expressible as one week */
  readonly week: WorkingWeek | null;
  /** IANA name or TZID of the week's zone; null: the person's own zone */
  readonly zoneName: string | null;
  /** another app has written more, such as different hours in summer; it is kept */
  readonly hasMore: boolean;
  /** by start */
  readonly absences: readonly Absence[];
}

/**
 * Snart sets this on absences whose text others may read. No other app knows it, so none publishes private text by
 * mistake.
 */
export const TOLD = "X-SNART-TOLD";

/** Reads the hours and absences of a VCALENDAR with VAVAILABILITY components; floating times are read in `zone`. */
export function readPersonalHours(calendar: Component, zone: Zone): PersonalHours {
  const zones = zonesOf({ timeZones: timeZonesOf(calendar) });
  const absences: Absence[] = [];
  const others: Component[] = [];
  for (const component of availabilitiesOf(calendar)) {
    const absence = absenceOf(component, zones, zone);
    if (absence) absences.push(absence);
    else others.push(component);
  }
  const [first] = others.flatMap((component) => weekOf(component, zones) ?? []);
  return {
    week: first?.week ?? null,
    zoneName: first?.zoneName ?? null,
    hasMore: others.length > (first ? 1 : 0),
    absences: absences.toSorted((a, b) => a.from - b.from),
  };
}

export const availabilitiesOf = (calendar: Component): readonly Component[] =>
  calendar.components.filter(({ name }) => name === "VAVAILABILITY");

/** A component as an absence; undefined if it is something else. */
export function absenceOf(component: Component, zones: ZoneLookup, zone: Zone): Absence | undefined {
  const hasParts = component.components.some(({ name }) => name === "AVAILABLE");
  const id = firstProperty(component, "UID")?.value;
  const start = optionalTime(component, "DTSTART", zones);
  const end = optionalTime(component, "DTEND", zones);
  if (hasParts || id === undefined || !start.ok || !end.ok || !start.value) return undefined;
  const duration = parseDuration(firstProperty(component, "DURATION")?.value ?? "");
  const until = end.value ?? (duration && addDuration(start.value, duration));
  const [from, to] = [instantOf(start.value, zone), until ? instantOf(until, zone) : -Infinity];
  if (to <= from) return undefined;
  const isTold = firstProperty(component, TOLD)?.value.toUpperCase() === "TRUE";
  return { id, from, to, text: textValue(component, "SUMMARY") ?? "", isTold };
}

interface NamedWeek {
  readonly week: WorkingWeek;
  readonly zoneName: string | null;
}

/**
 * The week that the AVAILABLE parts of an endless VAVAILABILITY make up; undefined unless they are one span a
 * weekday.
 */
export function weekOf(component: Component, zones: ZoneLookup): NamedWeek | undefined {
  if (firstProperty(component, "DTEND") ?? firstProperty(component, "DURATION")) return undefined;
  const parts = component.components.filter(({ name }) => name === "AVAILABLE");
  const week: (WorkingHours | null)[] = Array.from({ length: 7 }, () => null);
  const names = new Set<string | null>();
  for (const part of parts) {
    const read = weeklyPart(part, zones);
    if (!read) return undefined;
    names.add(read.zoneName);
    for (const day of read.days) {
      if (week[day - 1] !== null) return undefined;
      week[day - 1] = read.hours;
    }
  }
  const [zoneName = null] = names;
  return parts.length > 0 && names.size === 1 ? { week, zoneName } : undefined;
}

/** Properties that make a part more than the same hours every week. */
const FURTHER = ["EXDATE", "RDATE", "EXRULE", "RECURRENCE-ID"] as const;

interface WeeklyPart {
  /** 1 Monday … 7 Sunday */
  readonly days: readonly number[];
  readonly hours: WorkingHours;
  readonly zoneName: string | null;
}

function weeklyPart(part: Component, zones: ZoneLookup): WeeklyPart | undefined {
  const times = readComponentTimes(part, "VEVENT", zones);
  const rules = propertiesNamed(part, "RRULE");
  const rule = parseRule(rules[0]?.value ?? "");
  const isPlain = rules.length === 1 && FURTHER.every((name) => !firstProperty(part, name));
  if (!isPlain || !rule.ok || !times.ok || !times.value) return undefined;
  const { freq, interval, count, until, byDay = [], byMonth, byHour, byMinute, bySetPos } = rule.value;
  const isWeekly = freq === "WEEKLY" && interval === 1 && count === undefined && !until;
  if (!isWeekly || (byMonth ?? byHour ?? byMinute ?? bySetPos)) return undefined;
  const { start, duration } = times.value;
  if (start.kind === "allDay") return undefined;
  const local = ownLocal(start);
  const from = timeOfDay(local) / MINUTE;
  const to = from + (duration.days * DAY + duration.milliseconds) / MINUTE;
  if (to <= from || to > DAY / MINUTE) return undefined;
  const days = byDay.length > 0 ? byDay.map(({ day }) => day) : [weekday(local)];
  const zoneName = start.kind === "timed" ? start.zone.id : null;
  return { days, hours: { from, to }, zoneName };
}
