import type { CalendarProblem } from "../problems.ts";
import type { Result } from "../result.ts";
import type { CalendarTime } from "../time/calendar-time.ts";
import type { Instant } from "../time/instant.ts";
import type { Zone } from "../time/zone.ts";
import type { Series } from "./series.ts";

/** From inclusive, to exclusive. */
export interface Window {
  readonly from: Instant;
  readonly to: Instant;
}

export interface ExpandLimits {
  readonly maxOccurrences: number;
}

/** One time that something takes place. */
export interface Occurrence<T> {
  /** the start that the series gives it; null if it does not recur */
  readonly recurrenceId: CalendarTime | null;
  readonly start: CalendarTime;
  readonly end: CalendarTime;
  readonly startInstant: Instant;
  readonly endInstant: Instant;
  readonly isOverride: boolean;
  /** of the main component or the override that describes it */
  readonly source: T;
}

/**
 * The occurrences that overlap the window, by start. One of no length overlaps if it starts within.
 * All-day and floating times are those of the viewer's zone. More than `maxOccurrences` (10 000) is a problem.
 */
export function expand<T>(
  series: Series<T>,
  window: Window,
  viewer: Zone,
  limits?: Partial<ExpandLimits>,
): Result<readonly Occurrence<T>[], CalendarProblem> {
  throw new Error(`not built yet ${series} ${window} ${viewer} ${limits}`);
}
