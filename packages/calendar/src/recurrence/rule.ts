import type { CalendarProblem } from "../problems.ts";
import type { Result } from "../result.ts";
import type { Local } from "../time/local.ts";

export type Frequency = "SECONDLY" | "MINUTELY" | "HOURLY" | "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";

/** A weekday of a rule; `nth` counts within the month or year, from the end if negative. */
export interface RuleDay {
  /** 1 Monday … 7 Sunday */
  readonly day: number;
  readonly nth?: number;
}

/** The last moment of a rule, inclusive. */
export interface RuleUntil {
  /** as written: a reading in UTC if `utc`, else in the series' own zone */
  readonly local: Local;
  readonly utc: boolean;
  /** written as a date: the whole day is meant */
  readonly date: boolean;
}

/** A recurrence rule (RFC 5545 §3.3.10, RFC 7529). */
export interface RecurrenceRule {
  readonly freq: Frequency;
  readonly interval: number;
  readonly count?: number;
  readonly until?: RuleUntil;
  /** 1–12 */
  readonly byMonth?: readonly number[];
  readonly byMonthDay?: readonly number[];
  readonly byYearDay?: readonly number[];
  readonly byWeekNo?: readonly number[];
  readonly byDay?: readonly RuleDay[];
  readonly byHour?: readonly number[];
  readonly byMinute?: readonly number[];
  readonly bySecond?: readonly number[];
  readonly bySetPos?: readonly number[];
  /** first day of the week, 1 Monday … 7 Sunday */
  readonly wkst: number;
  /** calendar of RFC 7529, upper case; absent for the Gregorian */
  readonly rscale?: string;
  readonly skip?: "OMIT" | "BACKWARD" | "FORWARD";
  /** parts that are not of these RFCs, as written */
  readonly unknown?: readonly string[];
}

/** Reads an RRULE value. */
export function parseRule(text: string): Result<RecurrenceRule, CalendarProblem> {
  throw new Error(`not built yet ${text}`);
}

/** Writes an RRULE value: FREQ first, then the parts in the order of RFC 5545; INTERVAL=1 and WKST=MO are left out. */
export function formatRule(rule: RecurrenceRule): string {
  throw new Error(`not built yet ${rule.freq}`);
}
