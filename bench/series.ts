// The series that the benchmarks of recurrence rules expand (docs/benchmarks.md).
import { parseTimeValue } from "../packages/calendar/src/icalendar/time-property.ts";
import { expand } from "../packages/calendar/src/recurrence/expand.ts";
import { walkRule } from "../packages/calendar/src/recurrence/iterate.ts";
import type { Occurrence } from "../packages/calendar/src/recurrence/occurrence.ts";
import { parseRule, type RecurrenceRule } from "../packages/calendar/src/recurrence/rule.ts";
import type { Series } from "../packages/calendar/src/recurrence/series.ts";
import { timed } from "../packages/calendar/src/time/calendar-time.ts";
import type { Instant } from "../packages/calendar/src/time/instant.ts";
import type { Local } from "../packages/calendar/src/time/local.ts";
import { UTC, ianaZone } from "../packages/calendar/src/time/zone.ts";

export const zone = ianaZone("Europe/Stockholm") ?? UTC;
const HOUR = 3_600_000;

export const MIX = [
  "FREQ=DAILY",
  "FREQ=WEEKLY;BYDAY=MO,WE,FR",
  "FREQ=MONTHLY;BYDAY=-1FR",
  "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
  "FREQ=YEARLY;BYMONTH=6;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=2",
  "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO",
  "FREQ=YEARLY",
];

/** Reads a DATE-TIME value. Throws Error if it is none. */
export const local = (value: string): Local => {
  const time = parseTimeValue(value);
  if (!time) throw new Error(value);
  return time.local;
};
/** Reads an RRULE value. Throws Error if it is none. */
export const readRule = (text: string): RecurrenceRule => {
  const rule = parseRule(text);
  if (!rule.ok) throw new Error(text);
  return rule.value;
};

export const START_TEXT = "19970902T090000";
export const START = local(START_TEXT);

/** A series of an hour each in Stockholm, as callers hold it. */
export const seriesOf = (rule: RecurrenceRule): Series<null> => ({
  start: timed(START, zone),
  duration: { days: 0, milliseconds: HOUR },
  rules: [rule],
  exclusionRules: [],
  recurrenceDates: [],
  exceptionDates: [],
  overrides: [],
  source: null,
});

/** What callers call: the occurrences of a series that overlap a window whose end is exclusive. Throws Error on a problem. */
export function occurrences(series: Series<null>, from: Instant, to: Instant): readonly Occurrence<null>[] {
  const found = expand(series, { from, to }, zone, { maxOccurrences: 1_000_000 });
  if (!found.ok) throw new Error(found.problem.code);
  return found.value;
}

/** The sum of the instants at which occurrences begin. */
export const sumOf = (found: readonly Occurrence<null>[]): number => {
  let sum = 0;
  for (const { startInstant } of found) sum += startInstant;
  return sum;
};

/** Whether another engine gives the same instants of a whole series, by their sums; some leave out a start that the rule does not give. */
export const isSameSum = (ours: number, theirs: number): boolean =>
  theirs === ours || theirs === ours - zone.toInstant(START);

/** Adds up the instants of a rule's instances in a range: the inner function, which nobody calls but `expand`. */
export function instants(rule: RecurrenceRule, start: Local, from: Local, to: Local): number {
  let sum = 0;
  walkRule(rule, start, { zone, from, to }, (reading) => {
    sum += zone.toInstant(reading);
    return true;
  });
  return sum;
}
