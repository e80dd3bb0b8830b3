import type { CalendarObject } from "../icalendar/calendar-object.ts";
import type { Component } from "../icalendar/component.ts";
import type { CalendarProblem } from "../problems.ts";
import type { Result } from "../result.ts";
import type { CalendarTime } from "../time/calendar-time.ts";
import type { Zone } from "../time/zone.ts";
import type { RecurrenceRule } from "./rule.ts";

/**
 * How long each occurrence lasts: first `days` on the clock (nominal), then `milliseconds` on the stopwatch (exact),
 * never negative together (RFC 5545 §3.8.5.3: DTEND gives an exact duration, DURATION may give a nominal one).
 */
export interface SeriesDuration {
  readonly days: number;
  readonly milliseconds: number;
  /** the zone that ends are told in, if it is not that of the start */
  readonly endZone?: { readonly zone: Zone; readonly tzid: string | null };
}

/** An RDATE; `end` if it was a period with an end of its own. */
export interface RecurrenceDate {
  readonly start: CalendarTime;
  readonly end?: CalendarTime;
}

/** An instance that differs from its series. */
export interface Override<T> {
  /** the start that the series would have given it */
  readonly recurrenceId: CalendarTime;
  readonly start: CalendarTime;
  readonly end: CalendarTime;
  /** RANGE=THISANDFUTURE: later instances are moved by the same amount and take these details */
  readonly thisAndFuture: boolean;
  /** the instance does not take place */
  readonly excluded: boolean;
  readonly source: T;
}

/** All that decides when something takes place; `source` is handed on to the occurrences. */
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

/** Reads the series of a calendar object. Instances without their main component each stand for themselves. */
export function seriesOfObject(object: CalendarObject): Result<Series<Component>, CalendarProblem> {
  throw new Error(`not built yet ${object.uid}`);
}
