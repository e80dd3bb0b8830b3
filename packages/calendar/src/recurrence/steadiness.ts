import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { instantOf, type CalendarTime } from "../time/calendar-time.ts";
import { DAY, HOUR, MAX_INSTANT, MIN_INSTANT, type Instant } from "../time/instant.ts";
import { UTC } from "../time/zone.ts";
import { expand } from "./expand.ts";
import type { RecurrenceRule } from "./rule.ts";
import { seriesOfObject, type Series } from "./series.ts";

/**
 * That an event takes place again and again: in all that lies from `from` to `until`, both included, no two beginnings that follow each
 * other are further apart than `pause`, wherever its viewer is.
 */
export interface Steadiness {
  readonly from: Instant;
  readonly until: Instant;
  /** ms */
  readonly pause: number;
}

/** So many beginnings are looked at; what comes after them is not known. */
const MOST = 5_000;
/** How far a change of clocks can move a time that a rule gives. */
const SLACK = 2 * DAY;
/** No zone has been further from UTC since 1900. */
const FURTHEST_OFFSET = 16 * HOUR;
const DAYS = { DAILY: 1, WEEKLY: 7 } as const;

/** @returns undefined: nothing is known */
export function steadinessOf(object: CalendarObject): Steadiness | undefined {
  if (object.type !== "VEVENT" || !object.main) return undefined;
  const series = seriesOfObject(object);
  if (!series.ok) return undefined;
  const tail = pauseOfTail(series.value);
  const to = tail === undefined ? MAX_INSTANT : lastSpecial(series.value) + tail + SLACK;
  const found = expand(series.value, { from: MIN_INSTANT, to }, UTC, { maxOccurrences: MOST, isCut: true });
  if (!found.ok) return undefined;
  const starts = found.value.map(({ startInstant }) => startInstant);
  const [first, last] = [starts[0], starts.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const pauses = starts.slice(1).map((start, index) => start - (starts[index] ?? start));
  const isForEver = tail !== undefined && starts.length < MOST;
  const longest = pauses.reduce((most, pause) => Math.max(most, pause), isForEver ? tail : 0);
  const margin = series.value.start.kind === "timed" ? 0 : FURTHEST_OFFSET;
  return {
    from: first + margin,
    until: (isForEver ? MAX_INSTANT - tail : last) - margin,
    pause: longest + 2 * margin,
  };
}

/** How long a series without an end pauses at most, after all that is special about it; undefined: it ends, or nobody knows. */
function pauseOfTail({ rules, exclusionRules, overrides }: Series<unknown>): number | undefined {
  const [rule, ...others] = rules;
  if (!rule || others.length + exclusionRules.length > 0 || !isPlain(rule)) return undefined;
  if (overrides.some(({ thisAndFuture }) => thisAndFuture)) return undefined;
  const days = rule.freq === "DAILY" || rule.freq === "WEEKLY" ? DAYS[rule.freq] : undefined;
  return days === undefined ? undefined : rule.interval * days * DAY + SLACK;
}

const PLAIN: ReadonlySet<string> = new Set(["freq", "interval", "wkst"] satisfies (keyof RecurrenceRule)[]);

/** Every so many days or weeks for ever, perhaps on several days of the week. */
const isPlain = ({ byDay = [], ...rule }: RecurrenceRule): boolean =>
  Object.entries(rule).every(([name, value]) => value === undefined || PLAIN.has(name)) &&
  (byDay.length === 0 || (rule.freq === "WEEKLY" && byDay.every(({ nth }) => nth === undefined)));

/** The last moment of which something is said by itself. */
function lastSpecial({ start, recurrenceDates, exceptionDates, overrides }: Series<unknown>): Instant {
  const times: readonly CalendarTime[] = [
    start,
    ...recurrenceDates.map((date) => date.start),
    ...exceptionDates,
    ...overrides.flatMap((override) => [override.recurrenceId, override.start]),
  ];
  return times.reduce((last, time) => Math.max(last, instantOf(time, UTC)), MIN_INSTANT);
}

/** Whether an event is known to begin within a range; false says nothing. */
export function beginsWithin(
  { from, until, pause }: Steadiness,
  range: { readonly from: Instant | null; readonly to: Instant | null },
): boolean {
  const first = Math.max(from, range.from ?? from);
  const last = Math.min(until + 1, range.to ?? until + 1);
  return last - first > pause;
}
