import type { CalendarTime } from "../time/calendar-time.ts";
import type { Instant } from "../time/instant.ts";

/** From inclusive, to exclusive. */
export interface Window {
  readonly from: Instant;
  readonly to: Instant;
}

/** One occurrence of a series. */
export interface Occurrence<T> {
  /** the start that the series gives it, in the form of the series' start; null if it does not recur */
  readonly recurrenceId: CalendarTime | null;
  readonly start: CalendarTime;
  readonly end: CalendarTime;
  readonly startInstant: Instant;
  /** never before the start */
  readonly endInstant: Instant;
  readonly isOverride: boolean;
  /** the main component or the override that describes it */
  readonly source: T;
}
