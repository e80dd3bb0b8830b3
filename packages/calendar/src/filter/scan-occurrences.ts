import { expand, type Occurrence } from "../recurrence/expand.ts";
import type { Series } from "../recurrence/series.ts";
import type { TimeBounds } from "../recurrence/time-bounds.ts";
import { DAY, HOUR, MAX_INSTANT, MIN_INSTANT } from "../time/instant.ts";
import type { Zone } from "../time/zone.ts";
import type { TimeRange } from "./caldav-filter.ts";

/** First stretch of time looked at; each next one is twice as long, or shorter if there is too much in it. */
const FIRST_STRETCH = 400 * DAY;
const SHORTEST_STRETCH = HOUR;
/** Further stretches are not looked at. */
const MAX_STRETCHES = 100;

/** What to look through: a series, where it lies, and whose days floating times are in. */
export interface Scan<T> {
  readonly series: Series<T>;
  /** outer bounds of the series, loose */
  readonly bounds: TimeBounds;
  readonly zone: Zone;
}

/**
 * Whether any occurrence overlapping a range passes a test. Looks stretch by stretch, so that an endless series in an
 * open range costs no more than finding its first hit. Too many occurrences to look at count as a hit: a filter must not hide
 * what it can't judge.
 */
export function someOccurrence<T>(
  { series, bounds, zone }: Scan<T>,
  range: TimeRange,
  test: (occurrence: Occurrence<T>) => boolean,
): boolean {
  const end = Math.min(range.to ?? MAX_INSTANT, bounds.end ?? MAX_INSTANT);
  let from = Math.max(range.from ?? MIN_INSTANT, bounds.start);
  let stretch = FIRST_STRETCH;
  for (let looked = 0; from < end; looked++) {
    const to = Math.min(end, from + stretch);
    const found = expand(series, { from, to }, zone);
    if (found.ok) {
      if (found.value.some(test)) return true;
      from = to;
      stretch *= 2;
    } else if (looked > MAX_STRETCHES || stretch <= SHORTEST_STRETCH) return true;
    else stretch = Math.max(SHORTEST_STRETCH, stretch / 16);
  }
  return false;
}
