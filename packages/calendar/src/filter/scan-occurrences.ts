import { expand, type Occurrence } from "../recurrence/expand.ts";
import type { Series } from "../recurrence/series.ts";
import type { TimeBounds } from "../recurrence/time-bounds.ts";
import { DAY, HOUR, MAX_INSTANT, MIN_INSTANT } from "../time/instant.ts";
import type { Zone } from "../time/zone.ts";
import type { TimeRange } from "./caldav-filter.ts";

/**
 * The first stretch of time searched; each following one is twice as long, or shorter if there are too many
 * occurrences.
 */
const FIRST_STRETCH = 400 * DAY;
const SHORTEST_STRETCH = HOUR;
/** The search stops after this many stretches. */
const MAX_STRETCHES = 100;

/** The series to search, its bounds, and the zone of floating times. */
export interface Scan<T> {
  readonly series: Series<T>;
  /** outer bounds of the series, loose */
  readonly bounds: TimeBounds;
  readonly zone: Zone;
}

/**
 * Whether any occurrence that overlaps a range passes a test. Searches stretch by stretch, so that an endless series
 * in an open range only costs as much as finding its first match. Too many occurrences count as a match: a filter
 * must not hide an object that it can't judge.
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
