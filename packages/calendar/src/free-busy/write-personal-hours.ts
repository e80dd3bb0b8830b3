import { timeZonesOf } from "../icalendar/calendar-object.ts";
import {
  firstProperty,
  makeComponent,
  makeProperty,
  withComponents,
  withoutProperties,
  withProperty,
  type Component,
  type Property,
} from "../icalendar/component.ts";
import { textProperty } from "../icalendar/text.ts";
import { formatLocalValue, writeTime } from "../icalendar/time-property.ts";
import { zonesOf } from "../recurrence/resolve-zone.ts";
import { WEEKDAYS } from "../recurrence/rule.ts";
import { vtimezoneFor } from "../recurrence/write-vtimezone.ts";
import { timed } from "../time/calendar-time.ts";
import { MINUTE, type Instant } from "../time/instant.ts";
import { addDays, asLocal, localFromFields } from "../time/local.ts";
import type { WorkingHours, WorkingWeek } from "../time/working-hours.ts";
import { UTC, type Zone } from "../time/zone.ts";
import { absenceOf, availabilitiesOf, TOLD, weekOf, type Absence } from "./personal-hours.ts";

interface HoursContext {
  readonly now: Instant;
  readonly prodId: string;
  /** makes a new UID */
  readonly newId: () => string;
  /** the person's zone, in which the week is written */
  readonly zone: Zone;
}

/** A calendar without any hours yet. */
export const emptyHours = (prodId: string): Component =>
  makeComponent("VCALENDAR", [makeProperty("VERSION", "2.0"), makeProperty("PRODID", prodId)], []);

/** A Monday before any time that is asked about. */
const FIRST_MONDAY = localFromFields(2024, 1, 1);

/**
 * The calendar with another week; null removes it. Other components, and other properties of this one, stay (RFC 7953
 * §3.1).
 */
export function withWeek(calendar: Component, week: WorkingWeek | null, context: HoursContext): Component {
  const zones = zonesOf({ timeZones: timeZonesOf(calendar) });
  const old = availabilitiesOf(calendar).find((component) => weekOf(component, zones));
  const others = calendar.components.filter((component) => component !== old);
  if (!week || week.every((hours) => hours === null)) return withComponents(calendar, others);
  const blank = old ?? makeComponent("VAVAILABILITY", [makeProperty("UID", context.newId())], []);
  const kept = blank.components.filter(({ name }) => name !== "AVAILABLE");
  const stamped = withProperty(blank, moment("DTSTAMP", context.now));
  const written = withComponents(stamped, [...partsOf(week, context), ...kept]);
  return withZone(withComponents(calendar, [...others, written]), context);
}

/** The VTIMEZONE covers the years that anybody asks about (RFC 5545 §3.6.5). */
function withZone(calendar: Component, { zone, now }: HoursContext): Component {
  if (zone.id === "UTC" || timeZonesOf(calendar).has(zone.id)) return calendar;
  const written = vtimezoneFor(
    zone.id,
    zone.toInstant(FIRST_MONDAY),
    Math.max(now, zone.toInstant(FIRST_MONDAY)),
  );
  return withComponents(calendar, [written, ...calendar.components]);
}

const moment = (name: string, at: Instant): Property => writeTime(name, timed(UTC.toLocal(at), UTC, null));

/** One AVAILABLE for all weekdays with the same hours. */
function partsOf(week: WorkingWeek, context: HoursContext): readonly Component[] {
  const same = Map.groupBy(
    week.flatMap((hours, index) => (hours ? [{ hours, index }] : [])),
    ({ hours }) => `${hours.from}-${hours.to}`,
  );
  return [...same.values()].flatMap((days) => {
    const [first] = days;
    const indexes = days.map(({ index }) => index);
    return first ? [part(first.hours, indexes, context)] : [];
  });
}

function part(
  { from, to }: WorkingHours,
  days: readonly number[],
  { now, newId, zone }: HoursContext,
): Component {
  const day = addDays(FIRST_MONDAY, days[0] ?? 0);
  const time = (name: string, minutes: number): Property => {
    const value = formatLocalValue(asLocal(day + minutes * MINUTE));
    return zone.id === "UTC" ? makeProperty(name, `${value}Z`) : makeProperty(name, value, { TZID: zone.id });
  };
  const byDay = days.map((index) => WEEKDAYS[index]).join(",");
  return makeComponent(
    "AVAILABLE",
    [
      makeProperty("UID", newId()),
      moment("DTSTAMP", now),
      time("DTSTART", from),
      time("DTEND", to),
      makeProperty("RRULE", `FREQ=WEEKLY;BYDAY=${byDay}`),
    ],
    [],
  );
}

/**
 * The calendar with these absences instead of its own, matched by id. An unchanged absence is left alone; of a
 * changed one, only what differs is written. Absences are busy times of the highest priority, so they take precedence
 * over the week (RFC 7953 §3.2, §4).
 */
export function withAbsences(
  calendar: Component,
  absences: readonly Absence[],
  context: HoursContext,
): Component {
  const zones = zonesOf({ timeZones: timeZonesOf(calendar) });
  const wanted = new Map(absences.map((absence) => [absence.id, absence]));
  const components = calendar.components.flatMap((component) => {
    const old = component.name === "VAVAILABILITY" ? absenceOf(component, zones, context.zone) : undefined;
    if (!old) return [component];
    const absence = wanted.get(old.id);
    wanted.delete(old.id);
    return absence ? [changed(component, old, absence, context)] : [];
  });
  const added = [...wanted.values()].map((absence) => newAbsence(absence, context));
  return withComponents(calendar, [...components, ...added]);
}

function newAbsence(absence: Absence, context: HoursContext): Component {
  const properties = [
    makeProperty("UID", absence.id),
    moment("DTSTAMP", context.now),
    moment("DTSTART", absence.from),
    moment("DTEND", absence.to),
    makeProperty("PRIORITY", "1"),
    makeProperty("BUSYTYPE", "BUSY"),
    ...(absence.isTold ? [makeProperty(TOLD, "TRUE")] : []),
    ...(absence.text ? [textProperty("SUMMARY", absence.text)] : []),
  ];
  return makeComponent("VAVAILABILITY", properties, []);
}

function changed(component: Component, old: Absence, absence: Absence, { now }: HoursContext): Component {
  let next = component;
  if (absence.from !== old.from) next = withProperty(next, moment("DTSTART", absence.from));
  if (absence.to !== old.to || (absence.from !== old.from && firstProperty(component, "DURATION")))
    next = withProperty(withoutProperties(next, "DURATION"), moment("DTEND", absence.to));
  if (absence.text !== old.text)
    next = absence.text
      ? withProperty(next, textProperty("SUMMARY", absence.text))
      : withoutProperties(next, "SUMMARY");
  if (absence.isTold !== old.isTold)
    next = absence.isTold ? withProperty(next, makeProperty(TOLD, "TRUE")) : withoutProperties(next, TOLD);
  return next === component ? component : withProperty(next, moment("DTSTAMP", now));
}
