import type { CalendarObject } from "../icalendar/calendar-object.ts";
import {
  firstProperty,
  propertiesNamed,
  withComponents,
  type Component,
  type Property,
} from "../icalendar/component.ts";
import { readTime, readTimes, type ZoneLookup } from "../icalendar/time-property.ts";
import type { CalendarProblem } from "../problems.ts";
import { instantOf, type CalendarTime } from "../time/calendar-time.ts";
import { exactMilliseconds, nominalDays, parseDuration } from "../time/duration.ts";
import { DAY, MAX_INSTANT, MIN_INSTANT } from "../time/instant.ts";
import { UTC } from "../time/zone.ts";
import { zonesOf } from "./resolve-zone.ts";
import { isNoRule, parseRule } from "./rule.ts";
import { isUnplaced, MAX_RULES } from "./series.ts";

/** A problem, and the property that has it. */
interface Finding {
  readonly problem: CalendarProblem;
  readonly property?: Property;
}

/**
 * The problems that prevent an object from being stored: a start or a rule that nobody could place, an instance that nobody could
 * place and that has no series to stand in for it, times out of range, what stands twice, an iTIP method (RFC 4791 §4.1). Empty if
 * there are none. What can be read as something sensible is none ("What clients write", docs/compliance.md).
 */
export function validateCalendarObject(object: CalendarObject): readonly CalendarProblem[] {
  const zones = zonesOf(object);
  const isPassedOver = (component: Component): boolean =>
    object.main !== undefined && component !== object.main && isUnplaced(component, zones);
  const problems = componentsOf(object).flatMap((component) =>
    isPassedOver(component) ? [] : findings(component, zones).map(({ problem }) => problem),
  );
  if (object.method === undefined) return problems;
  const detail = `METHOD:${object.method} is for messages, not for storage`;
  return [{ code: "invalid-calendar-object", detail }, ...problems];
}

const componentsOf = ({ main, overrides }: CalendarObject): readonly Component[] =>
  main ? [main, ...overrides] : overrides;

/**
 * An object of an import or a feed without the least that keeps it from being stored: rules and dates that cannot be read, and
 * instances whose place is not known.
 * @returns the VCALENDAR, the same if there is nothing to drop, and why each part was dropped
 */
export function mendCalendarObject(object: CalendarObject): {
  readonly calendar: Component;
  readonly dropped: readonly CalendarProblem[];
} {
  const zones = zonesOf(object);
  const dropped: CalendarProblem[] = [];
  const mended = object.calendar.components.flatMap((component) => {
    if (component !== object.main && !object.overrides.includes(component)) return [component];
    const found = findings(component, zones);
    const isOverride = component !== object.main && componentsOf(object).length > 1;
    const isBeyond = found.some(({ property }) => !property || !OF_SERIES.has(property.name));
    if (found.length === 0 || (isBeyond && !isOverride)) return [component];
    dropped.push(...found.map(({ problem }) => problem));
    return isBeyond ? [] : [withoutUnreadable(component, zones)];
  });
  const calendar = dropped.length > 0 ? withComponents(object.calendar, mended) : object.calendar;
  return { calendar, dropped };
}

const OF_SERIES: ReadonlySet<string> = new Set(["RRULE", "EXRULE", "RDATE", "EXDATE"]);

/** A component without the rules, and the single dates, that cannot be read. */
function withoutUnreadable(component: Component, zones: ZoneLookup): Component {
  const properties = component.properties.flatMap((property) => {
    if (!OF_SERIES.has(property.name)) return [property];
    if (property.name.endsWith("RULE")) return checkRule(property).length > 0 ? [] : [property];
    const dates = property.value
      .split(",")
      .filter((value) => checkTimes({ ...property, value }, zones).length === 0);
    const value = dates.join(",");
    return value === "" ? [] : [value === property.value ? property : { ...property, value }];
  });
  return { ...component, properties };
}

function findings(component: Component, zones: ZoneLookup): Finding[] {
  const isEvent = component.name === "VEVENT";
  const all = (check: (property: Property) => Finding[], ...names: readonly string[]): Finding[] =>
    names.flatMap((name) => propertiesNamed(component, name).flatMap(check));
  const isMissing = isEvent && !firstProperty(component, "DTSTART");
  const twice = ["DTSTART", isEvent ? "DTEND" : "DUE", "DURATION", "RECURRENCE-ID", "UID"].flatMap((name) => {
    const second = propertiesNamed(component, name)[1];
    return second ? [invalid(second, "comes twice")] : [];
  });
  return [
    ...(isMissing ? [missing(component, "DTSTART")] : []),
    ...all((property) => checkTime(property, zones), "DTSTART", "RECURRENCE-ID"),
    ...all((property) => checkRange(property, zones), "DTEND", "DUE"),
    ...all((property) => checkTimes(property, zones), "RDATE", "EXDATE"),
    ...tooManyRules(component),
    ...all(checkRule, "RRULE", "EXRULE"),
    ...all(checkDuration, "DURATION"),
    ...twice,
  ];
}

const invalid = (property: Property, detail: string): Finding => ({
  problem: { code: "invalid-property", property: property.name, line: property.line, detail },
  property,
});

const missing = (component: Component, name: string): Finding => ({
  problem: {
    code: "invalid-property",
    property: name,
    line: component.properties[0]?.line ?? 0,
    detail: `${component.name} without ${name}`,
  },
});

type Side = "before" | "after";

const outOfRange = (property: Property, side: Side): Finding => ({
  problem: { code: "date-out-of-range", side, property: property.name, line: property.line },
  property,
});

/** On which side of the supported range a time lies; undefined if it lies inside. */
function sideOf(time: CalendarTime): Side | undefined {
  const instant = instantOf(time, UTC);
  if (instant >= MAX_INSTANT) return "after";
  // NaN fails this comparison too.
  return instant >= MIN_INSTANT ? undefined : "before";
}

function checkTime(property: Property, zones: ZoneLookup): Finding[] {
  if (!readTime(property, zones)) return [invalid(property, "not a date or time")];
  return checkRange(property, zones);
}

function checkRange(property: Property, zones: ZoneLookup): Finding[] {
  const time = readTime(property, zones);
  const side = time && sideOf(time);
  return side ? [outOfRange(property, side)] : [];
}

function checkTimes(property: Property, zones: ZoneLookup): Finding[] {
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

const tooManyRules = (component: Component): Finding[] =>
  ["RRULE", "EXRULE"].flatMap((name) => {
    const detail = `more than ${MAX_RULES} ${name}`;
    const isTooMany = propertiesNamed(component, name).length > MAX_RULES;
    return isTooMany ? [{ problem: { code: "invalid-calendar-object", detail } }] : [];
  });

function checkRule(property: Property): Finding[] {
  const rule = isNoRule(property.value) ? undefined : parseRule(property.value);
  return rule && !rule.ok ? [{ problem: rule.problem, property }] : [];
}

function checkDuration(property: Property): Finding[] {
  const duration = parseDuration(property.value);
  // Longer than all the time that is kept: an end so far away is no number that a database could hold.
  const length = duration ? nominalDays(duration) * DAY + exactMilliseconds(duration) : 0;
  return length <= MAX_INSTANT - MIN_INSTANT ? [] : [outOfRange(property, "after")];
}
