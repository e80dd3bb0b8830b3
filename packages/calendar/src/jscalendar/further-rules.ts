import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { propertiesNamed } from "../icalendar/component.ts";
import type { Component } from "../icalendar/component.ts";
import type { ZoneLookup } from "../icalendar/time-property.ts";
import { expand } from "../recurrence/expand.ts";
import type { Occurrence } from "../recurrence/expand.ts";
import { parseRule } from "../recurrence/rule.ts";
import { seriesOfObject } from "../recurrence/series.ts";
import type { Series } from "../recurrence/series.ts";
import type { CalendarTime } from "../time/calendar-time.ts";
import { instantOf } from "../time/calendar-time.ts";
import { DAY, MAX_INSTANT } from "../time/instant.ts";
import { UTC } from "../time/zone.ts";
import { timeOf } from "./properties/event-times.ts";
import { recurrenceKey, timeFrom } from "./item-time.ts";
import type { TimeFrame } from "./item-time.ts";
import type { LocalDateTime, PatchObject } from "./types.ts";

// JSCalendar 2.0 has one recurrence rule and none that excludes. What EXRULE and further RRULEs do is told as overrides, as
// far as that is of use; the lines themselves stay as they are in iCalendar, which is what the server goes by.

/** How far from the start it is told, and how much of it. */
const HORIZON = 5 * 366 * DAY;
const MAX_TOLD = 500;
/** A rule of every minute is told for so much less. */
const SHORTENINGS = 12;

/** Whether a component has rules that JSCalendar has no place for. */
export const hasFurtherRules = (main: Component): boolean =>
  propertiesNamed(main, "RRULE").length > 1 || propertiesNamed(main, "EXRULE").length > 0;

/** The occurrences of both series, over the longest time that does not come to too many. */
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
 * Overrides for what further RRULEs add (`{}`) and EXRULEs take away (`excluded`): the first 500 within five years of the
 * start. Empty when there are no such rules.
 */
export function readFurtherRules(
  object: CalendarObject,
  main: Component,
  start: CalendarTime,
): [LocalDateTime, PatchObject][] {
  const read = hasFurtherRules(main) ? seriesOfObject(object) : undefined;
  if (!read?.ok) return [];
  const full = { ...read.value, overrides: [], exceptionDates: [] };
  const one = { ...full, rules: full.rules.slice(0, 1), exclusionRules: [] };
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

/** Tells whether one of the further RRULEs of a component gives an occurrence at a key. */
export function furtherGenerator(
  main: Component,
  frame: TimeFrame,
  zones: ZoneLookup,
): (key: LocalDateTime) => boolean {
  const start = timeOf(main, "DTSTART", zones);
  const rules = propertiesNamed(main, "RRULE")
    .slice(1)
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
