import type { Series } from "../recurrence/series.ts";
import type { TimeBounds } from "../recurrence/time-bounds.ts";
import { instantOf, ownLocal, type CalendarTime } from "../time/calendar-time.ts";
import { DAY, MAX_INSTANT, MIN_INSTANT } from "../time/instant.ts";
import { UTC } from "../time/zone.ts";

/** More than any zone's distance from UTC and any change of clocks. */
const SLACK = 2 * DAY;

const at = (time: CalendarTime): number => instantOf(time, UTC);

/** Outer bounds of a series, deliberately loose: a rule without UNTIL may go on for ever. */
export function boundsOfEvent<T>(series: Series<T>): TimeBounds {
  const { start, duration, rules, recurrenceDates, overrides } = series;
  const moments = [
    start,
    ...recurrenceDates.map((date) => date.start),
    ...overrides.flatMap((o) => [o.start, o.end]),
  ];
  const instants = moments.map(at);
  const untils = rules.map(({ until }) => until?.local ?? MAX_INSTANT);
  const longest = Math.max(
    duration.days * DAY + duration.milliseconds,
    ...overrides.map((override) => ownLocal(override.end) - ownLocal(override.start)),
  );
  const last = Math.max(
    ...untils,
    instants.reduce((a, b) => Math.max(a, b), MIN_INSTANT),
  );
  const first = instants.reduce((a, b) => Math.min(a, b), MAX_INSTANT);
  return { start: first - SLACK, end: last >= MAX_INSTANT ? null : last + longest + SLACK };
}
