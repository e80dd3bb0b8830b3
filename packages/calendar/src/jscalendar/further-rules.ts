import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { firstProperty, propertiesNamed, withProperties, type Component } from "../icalendar/component.ts";
import type { ZoneLookup } from "../icalendar/time-property.ts";
import { expand, type Occurrence } from "../recurrence/expand.ts";
import { parseRule } from "../recurrence/rule.ts";
import { seriesOfObject, type Series } from "../recurrence/series.ts";
import { instantOf, timed, type CalendarTime } from "../time/calendar-time.ts";
import { DAY, MAX_INSTANT } from "../time/instant.ts";
import { UTC } from "../time/zone.ts";
import { timeOf } from "./properties/event-times.ts";
import { ruleFromJs, ruleToJs, ruleValue } from "./properties/recurrence-rule.ts";
import { recurrenceKey, spokenTime, timeFrom, zoneName, type TimeFrame } from "./item-time.ts";
import { withValue } from "./properties/edit-property.ts";
import { shiftRule } from "./series/shift-rule.ts";
import type { Item, LocalDateTime, PatchObject } from "./types.ts";

// JSCalendar 2.0 has one recurrence rule, no excluding rule, and only IANA time zones. The effects of EXRULE, of
// further RRULEs, and of rules in a custom zone (given in UTC, which has no change of clocks) are therefore given as
// overrides, within useful limits. The lines themselves stay in iCalendar, and the server expands those.

/** How long after the start the overrides are given, and how many. */
const HORIZON = 5 * 366 * DAY;
const MAX_TOLD = 500;
/** For frequent rules, such as one of every minute, the span is quartered up to this many times. */
const SHORTENINGS = 12;

/** Whether a time is in a zone that only its VTIMEZONE describes. */
const isForeign = (time: CalendarTime): boolean => time.kind === "timed" && zoneName(time.zone) === undefined;

/** Whether a component recurs in a way that JSCalendar's one rule can't express. */
const hasFurtherRules = (main: Component, start: CalendarTime): boolean => {
  const rules = propertiesNamed(main, "RRULE").length;
  return rules > 1 || propertiesNamed(main, "EXRULE").length > 0 || (rules > 0 && isForeign(start));
};

/** The series as JSCalendar's one rule describes it. */
function spokenSeries(series: Series<Component>, { recurrenceRule }: Item): Series<Component> {
  const one = { ...series, rules: series.rules.slice(0, 1), exclusionRules: [] };
  if (!isForeign(series.start)) return one;
  const start = timed(spokenTime(series.start).local, UTC, null);
  return { ...one, start, rules: recurrenceRule ? [ruleFromJs(recurrenceRule, start)] : [] };
}

/** The occurrences of both series, over the longest span without too many of them. */
function occurrencesOf(
  all: readonly Series<Component>[],
  from: number,
): readonly (readonly Occurrence<Component>[])[] {
  let length = HORIZON;
  for (let i = 0; i < SHORTENINGS; i++, length /= 4) {
    const window = { from: from - DAY, to: Math.min(MAX_INSTANT, from + length) };
    const found = all.map((series) => expand(series, window, UTC, { maxOccurrences: 4_000 }));
    const told = found.flatMap((result) => (result.ok ? [result.value] : []));
    if (told.length === all.length) return told;
  }
  return all.map(() => []);
}

/**
 * Overrides for the occurrences that the real rules add to JSCalendar's one rule (`{}`) and remove from it
 * (`excluded`): the first 500 within five years of the start. Empty when that rule is enough.
 */
export function readFurtherRules(
  object: CalendarObject,
  main: Component,
  start: CalendarTime,
  item: Item,
): [LocalDateTime, PatchObject][] {
  const read = hasFurtherRules(main, start) ? seriesOfObject(object) : undefined;
  if (!read?.ok) return [];
  const full = { ...read.value, overrides: [], exceptionDates: [] };
  const one = spokenSeries(full, item);
  const [plain = [], real = []] = occurrencesOf([one, full], instantOf(start, UTC));
  const keysOf = (found: readonly Occurrence<Component>[]): Set<LocalDateTime> =>
    new Set(found.map(({ recurrenceId, start: at }) => recurrenceKey(recurrenceId ?? at, start)));
  const [told, taking] = [keysOf(plain), keysOf(real)];
  const gone = [...told].filter((key) => !taking.has(key));
  const added = [...taking].filter((key) => !told.has(key));
  return [
    ...gone.map((key): [LocalDateTime, PatchObject] => [key, { excluded: true }]),
    ...added.map((key): [LocalDateTime, PatchObject] => [key, {}]),
  ]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, MAX_TOLD);
}

/**
 * Moves a component's further RRULEs and its EXRULEs in the same way as the first rule when the start of a series
 * moves.
 */
export function withFurtherRulesMoved(main: Component, from: CalendarTime, to: CalendarTime): Component {
  const first = firstProperty(main, "RRULE");
  const properties = main.properties.map((property) => {
    const isFurther = property.name === "EXRULE" || (property.name === "RRULE" && property !== first);
    const rule = isFurther ? parseRule(property.value) : undefined;
    if (!rule?.ok) return property;
    const moved = shiftRule(ruleToJs(rule.value, from), spokenTime(from).local, spokenTime(to).local);
    return withValue(property, ruleValue(ruleFromJs(moved, to), property.value));
  });
  return properties.every((property, i) => property === main.properties[i])
    ? main
    : withProperties(main, properties);
}

/** Tells whether a component's RRULEs give an occurrence at a key that JSCalendar's rule doesn't give. */
export function furtherGenerator(
  main: Component,
  frame: TimeFrame,
  zones: ZoneLookup,
): (key: LocalDateTime) => boolean {
  const start = timeOf(main, "DTSTART", zones);
  const rules = propertiesNamed(main, "RRULE")
    .slice(start && isForeign(start) ? 0 : 1)
    .flatMap(({ value }) => {
      const rule = parseRule(value);
      return rule.ok ? [rule.value] : [];
    });
  if (!start || rules.length === 0) return () => false;
  const series: Series<Component> = {
    start,
    duration: { days: 0, milliseconds: 0 },
    rules,
    exclusionRules: [],
    recurrenceDates: [],
    exceptionDates: [],
    overrides: [],
    source: main,
  };
  return (key) => {
    const time = timeFrom(key, frame, start);
    if (!time) return false;
    const at = instantOf(time, UTC);
    const found = expand(series, { from: at, to: at + 1 }, UTC);
    return found.ok && found.value.some(({ startInstant }) => startInstant === at);
  };
}
