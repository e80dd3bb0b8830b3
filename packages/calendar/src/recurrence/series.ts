import type { CalendarObject, CalendarObjectType } from "../icalendar/calendar-object.ts";
import { firstProperty, parameterValue, propertiesNamed, type Component } from "../icalendar/component.ts";
import { readTime, readTimes, type TimeOrPeriod, type ZoneLookup } from "../icalendar/time-property.ts";
import type { CalendarProblem } from "../problems.ts";
import { failed, ok, type Result } from "../result.ts";
import type { CalendarTime } from "../time/calendar-time.ts";
import { addToTime } from "../time/duration.ts";
import { readComponentTimes, type SeriesDuration } from "./component-times.ts";
import { zonesOf } from "./resolve-zone.ts";
import { isNoRule, parseRule, type RecurrenceRule } from "./rule.ts";

export type { SeriesDuration };

/** An RDATE; with `end` if it was a period. */
export interface RecurrenceDate {
  readonly start: CalendarTime;
  readonly end?: CalendarTime;
}

/** An instance that differs from its series. */
export interface Override<T> {
  /** the start that the series gives it */
  readonly recurrenceId: CalendarTime;
  readonly start: CalendarTime;
  readonly end: CalendarTime;
  /** RANGE=THISANDFUTURE: later instances are moved by the same amount and take these details */
  readonly thisAndFuture: boolean;
  /** the instance does not take place */
  readonly excluded: boolean;
  readonly source: T;
}

/** Everything that decides when an event takes place; the occurrences carry `source`. */
export interface Series<T> {
  /** the first instance, always part of the series unless excluded (RFC 5545 §3.8.5.3) */
  readonly start: CalendarTime;
  readonly duration: SeriesDuration;
  readonly rules: readonly RecurrenceRule[];
  readonly exclusionRules: readonly RecurrenceRule[];
  readonly recurrenceDates: readonly RecurrenceDate[];
  readonly exceptionDates: readonly CalendarTime[];
  readonly overrides: readonly Override<T>[];
  readonly source: T;
}

/** The most rules that a series may have, and the most exclusion rules: each costs work at every expansion. */
export const MAX_RULES = 10;

/** Whether there can be more than one instance. */
export const isRecurring = <T>(series: Series<T>): boolean =>
  series.rules.length + series.recurrenceDates.length + series.overrides.length > 0;

/**
 * Reads the series of a calendar object. Instances without their main component become a series of overrides only. An
 * override whose RECURRENCE-ID cannot be read is passed over where there is a series: nobody could place it, and the
 * series takes place without it. A task or journal entry without any time is a problem: it never takes place.
 */
export function seriesOfObject(object: CalendarObject): Result<Series<Component>, CalendarProblem> {
  const zones = zonesOf(object);
  const overrides: Override<Component>[] = [];
  for (const component of object.overrides) {
    if (object.main && isUnplaced(component, zones)) continue;
    const override = readOverride(component, object, zones);
    if (!override.ok) return override;
    overrides.push(override.value);
  }
  return object.main
    ? seriesOfMain(object.main, object.type, zones, overrides)
    : seriesOfOverrides(overrides);
}

/** Whether nobody can say which instance an override is of. */
export function isUnplaced(override: Component, zones: ZoneLookup): boolean {
  const property = firstProperty(override, "RECURRENCE-ID");
  return property !== undefined && !readTime(property, zones);
}

function seriesOfMain(
  main: Component,
  type: CalendarObjectType,
  zones: ZoneLookup,
  overrides: readonly Override<Component>[],
): Result<Series<Component>, CalendarProblem> {
  const times = readComponentTimes(main, type, zones);
  if (!times.ok) return times;
  if (!times.value) return withoutTime(main);
  const rules = readRules(main, "RRULE");
  if (!rules.ok) return rules;
  const exclusionRules = readRules(main, "EXRULE");
  if (!exclusionRules.ok) return exclusionRules;
  const recurrenceDates = readDates(main, "RDATE", zones);
  if (!recurrenceDates.ok) return recurrenceDates;
  const exceptionDates = readDates(main, "EXDATE", zones);
  if (!exceptionDates.ok) return exceptionDates;
  return ok({
    start: times.value.start,
    duration: times.value.duration,
    rules: rules.value,
    exclusionRules: exclusionRules.value,
    recurrenceDates: recurrenceDates.value,
    exceptionDates: exceptionDates.value.map(({ start }) => start),
    overrides,
    source: main,
  });
}

/** The start is an instance that its override replaces, so only the overrides take place. */
function seriesOfOverrides(
  overrides: readonly Override<Component>[],
): Result<Series<Component>, CalendarProblem> {
  const [first] = overrides;
  if (!first) return failed({ code: "invalid-calendar-object", detail: "no component with a time" });
  return ok({
    start: first.recurrenceId,
    duration: { days: 0, milliseconds: 0 },
    rules: [],
    exclusionRules: [],
    recurrenceDates: [],
    exceptionDates: [],
    overrides: overrides.map((override) => ({ ...override, thisAndFuture: false })),
    source: first.source,
  });
}

function readOverride(
  component: Component,
  { type, main }: CalendarObject,
  zones: ZoneLookup,
): Result<Override<Component>, CalendarProblem> {
  const property = firstProperty(component, "RECURRENCE-ID");
  const recurrenceId = property && readTime(property, zones);
  if (!property || !recurrenceId)
    return failed({
      code: "invalid-property",
      property: "RECURRENCE-ID",
      line: property?.line ?? 0,
      detail: property?.value.slice(0, 80) ?? "missing",
    });
  const times = readComponentTimes(component, type, zones);
  if (!times.ok) return times;
  const { start, end } = times.value ?? inheritedTimes(recurrenceId, main, type, zones);
  return ok({
    recurrenceId,
    start,
    end,
    thisAndFuture: parameterValue(property, "RANGE")?.toUpperCase() === "THISANDFUTURE",
    excluded: false,
    source: component,
  });
}

/** An override without DTSTART keeps the time that the series gives it. */
function inheritedTimes(
  start: CalendarTime,
  main: Component | undefined,
  type: CalendarObjectType,
  zones: ZoneLookup,
): { start: CalendarTime; end: CalendarTime } {
  const times = main && readComponentTimes(main, type, zones);
  const { days, milliseconds } = (times?.ok && times.value?.duration) || { days: 0, milliseconds: 0 };
  return { start, end: addToTime(start, days, milliseconds) };
}

function readRules(
  component: Component,
  name: "RRULE" | "EXRULE",
): Result<RecurrenceRule[], CalendarProblem> {
  const rules: RecurrenceRule[] = [];
  const properties = propertiesNamed(component, name);
  if (properties.length > MAX_RULES)
    return failed({ code: "invalid-calendar-object", detail: `more than ${MAX_RULES} ${name}` });
  for (const property of properties) {
    if (isNoRule(property.value)) continue;
    const rule = parseRule(property.value);
    if (!rule.ok) return rule;
    rules.push(rule.value);
  }
  return ok(rules);
}

function readDates(
  component: Component,
  name: "RDATE" | "EXDATE",
  zones: ZoneLookup,
): Result<TimeOrPeriod[], CalendarProblem> {
  const dates: TimeOrPeriod[] = [];
  for (const property of propertiesNamed(component, name)) {
    const times = readTimes(property, zones);
    if (!times)
      return failed({
        code: "invalid-property",
        property: name,
        line: property.line,
        detail: property.value.slice(0, 80),
      });
    dates.push(...times);
  }
  return ok(dates);
}

const withoutTime = (component: Component) =>
  failed({
    code: "invalid-property",
    property: "DTSTART",
    line: 0,
    detail: `${component.name} without DTSTART`,
  } as const);
