import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { firstProperty, propertiesNamed, type Component, type Property } from "../icalendar/component.ts";
import { readTime, readTimes, type ZoneLookup } from "../icalendar/time-property.ts";
import type { CalendarProblem } from "../problems.ts";
import { instantOf, type CalendarTime } from "../time/calendar-time.ts";
import { exactMilliseconds, nominalDays, parseDuration } from "../time/duration.ts";
import { DAY, MAX_INSTANT, MIN_INSTANT } from "../time/instant.ts";
import { UTC } from "../time/zone.ts";
import { zonesOf } from "./resolve-zone.ts";
import { parseRule } from "./rule.ts";
import { MAX_RULES } from "./series.ts";

/**
 * The problems that prevent an object from being stored: times that are unreadable or out of range, an end before its
 * start or of another type, an unreadable rule, an iTIP method (RFC 4791 §4.1). Empty if there are none.
 */
export function validateCalendarObject(object: CalendarObject): readonly CalendarProblem[] {
  const zones = zonesOf(object);
  const problems: CalendarProblem[] = [];
  if (object.method !== undefined)
    problems.push({
      code: "invalid-calendar-object",
      detail: `METHOD:${object.method} is for messages, not for storage`,
    });
  for (const component of object.main ? [object.main, ...object.overrides] : object.overrides)
    problems.push(...validateComponent(component, zones));
  return problems;
}

function validateComponent(component: Component, zones: ZoneLookup): CalendarProblem[] {
  const problems: CalendarProblem[] = [];
  const isEvent = component.name === "VEVENT";
  const startProperty = firstProperty(component, "DTSTART");
  if (isEvent && !startProperty) problems.push(missing(component, "DTSTART"));
  const recurs = firstProperty(component, "RRULE") ?? firstProperty(component, "RDATE");
  if (recurs && !startProperty && !firstProperty(component, "DUE"))
    problems.push(missing(component, "DTSTART"));
  for (const name of ["DTSTART", "DTEND", "DUE", "RECURRENCE-ID"])
    for (const property of propertiesNamed(component, name)) problems.push(...checkTime(property, zones));
  for (const name of ["RDATE", "EXDATE"])
    for (const property of propertiesNamed(component, name)) problems.push(...checkTimes(property, zones));
  problems.push(...checkRules(component));
  problems.push(...checkEnd(component, isEvent ? "DTEND" : "DUE", zones));
  problems.push(...checkDuration(component));
  for (const name of ["DTSTART", isEvent ? "DTEND" : "DUE", "DURATION", "RECURRENCE-ID", "UID"]) {
    const second = propertiesNamed(component, name)[1];
    if (second) problems.push(invalid(second, "comes twice"));
  }
  return problems;
}

const invalid = ({ name, line }: Property, detail: string): CalendarProblem => ({
  code: "invalid-property",
  property: name,
  line,
  detail,
});

const missing = (component: Component, name: string): CalendarProblem => ({
  code: "invalid-property",
  property: name,
  line: component.properties[0]?.line ?? 0,
  detail: `${component.name} without ${name}`,
});

type Side = "before" | "after";

const outOfRange = ({ name, line }: Property, side: Side): CalendarProblem => ({
  code: "date-out-of-range",
  side,
  property: name,
  line,
});

/** On which side of the supported range a time lies; undefined if it lies inside. */
function sideOf(time: CalendarTime): Side | undefined {
  const instant = instantOf(time, UTC);
  if (instant >= MAX_INSTANT) return "after";
  // NaN fails this comparison too.
  return instant >= MIN_INSTANT ? undefined : "before";
}

function checkTime(property: Property, zones: ZoneLookup): CalendarProblem[] {
  const time = readTime(property, zones);
  if (!time) return [invalid(property, "not a date or time")];
  const side = sideOf(time);
  return side ? [outOfRange(property, side)] : [];
}

function checkTimes(property: Property, zones: ZoneLookup): CalendarProblem[] {
  const times = readTimes(property, zones);
  if (!times) return [invalid(property, "not a list of dates, times or periods")];
  // An exception out of range excludes nothing, so it does no harm.
  if (property.name === "EXDATE") return [];
  for (const { start, end } of times) {
    const side = sideOf(start) ?? (end && sideOf(end));
    if (side) return [outOfRange(property, side)];
  }
  return [];
}

function checkRules(component: Component): CalendarProblem[] {
  return ["RRULE", "EXRULE"].flatMap((name) => {
    const properties = propertiesNamed(component, name);
    if (properties.length > MAX_RULES)
      return [{ code: "invalid-calendar-object", detail: `more than ${MAX_RULES} ${name}` } as const];
    return properties.flatMap(({ value }) => {
      const rule = parseRule(value);
      return rule.ok ? [] : [rule.problem];
    });
  });
}

function checkEnd(component: Component, name: "DTEND" | "DUE", zones: ZoneLookup): CalendarProblem[] {
  const property = firstProperty(component, name);
  const startProperty = firstProperty(component, "DTSTART");
  const start = startProperty && readTime(startProperty, zones);
  const end = property && readTime(property, zones);
  if (!property || !start || !end) return [];
  if ((start.kind === "allDay") !== (end.kind === "allDay"))
    return [invalid(property, "a date beside a time: DTSTART and the end must be of one kind")];
  return instantOf(end, UTC) < instantOf(start, UTC) ? [invalid(property, "before DTSTART")] : [];
}

function checkDuration(component: Component): CalendarProblem[] {
  const property = firstProperty(component, "DURATION");
  if (!property) return [];
  const duration = parseDuration(property.value);
  if (!duration) return [invalid(property, "not a duration")];
  if (duration.sign < 0) return [invalid(property, "negative")];
  // Longer than the supported range: a database could not hold the number of an end so far away.
  const length = nominalDays(duration) * DAY + exactMilliseconds(duration);
  if (length <= MAX_INSTANT - MIN_INSTANT) return [];
  return [outOfRange(property, "after")];
}
