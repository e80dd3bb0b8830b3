import { civilDate, dayNumber, daysInMonth } from "../time/civil.ts";
import { DAY, MINUTE, type Instant } from "../time/instant.ts";
import { dayOf, type Local } from "../time/local.ts";
import type { Zone } from "../time/zone.ts";

/** The target of a distance: a moment, or a whole day (midnight to midnight: docs/design.md §2.2). */
export type DistanceTarget =
  | { readonly kind: "instant"; readonly at: Instant }
  /** any time of the day will do */
  | { readonly kind: "date"; readonly date: Local };

/** The units that date-fns' locales have words for. */
type DistanceToken =
  | "lessThanXMinutes"
  | "xMinutes"
  | "aboutXHours"
  | "xDays"
  | "aboutXMonths"
  | "xMonths"
  | "aboutXYears"
  | "xYears"
  | "overXYears"
  | "almostXYears";

/** A rung of the ladder: how many of which unit. */
export interface Rung {
  readonly token: DistanceToken;
  readonly count: number;
}

/** A distance before it is put into words; `direction` is 1 ahead, -1 past, and 0 for a whole day that is today. */
interface Distance extends Rung {
  readonly direction: 1 | 0 | -1;
}

/** Below a day: date-fns' own thresholds, by elapsed time. `elapsed` is in ms, not negative. */
function clockRung(elapsed: number): Rung {
  const minutes = Math.round(Math.floor(elapsed / 1000) / 60);
  if (minutes < 1) return { token: "lessThanXMinutes", count: 1 };
  if (minutes < 45) return { token: "xMinutes", count: minutes };
  return { token: "aboutXHours", count: minutes < 90 ? 1 : Math.round(minutes / 60) };
}

/** Whole calendar months from one day to a later one, and whether no days are left over. */
function monthsBetween(from: number, to: number): { readonly months: number; readonly whole: boolean } {
  const a = civilDate(from);
  const b = civilDate(to);
  const months = (b.year - a.year) * 12 + b.month - a.month - (b.day < a.day ? 1 : 0);
  return { months, whole: a.day === b.day };
}

/** The nearest number of months: the remaining days count as a share of their month. */
function nearestMonths(from: number, to: number, months: number): number {
  const { year, month, day } = civilDate(from);
  const index = year * 12 + month - 1 + months;
  const [y, m] = [Math.floor(index / 12), (index % 12) + 1];
  const reached = dayNumber(y, m, Math.min(day, daysInMonth(y, m)));
  return to - reached >= daysInMonth(y, m) / 2 ? months + 1 : months;
}

/** From a day up: midnights, calendar months and calendar years. `from` ≤ `to` are day numbers. */
function calendarRung(from: number, to: number): Rung {
  const { months, whole } = monthsBetween(from, to);
  if (months < 1) return { token: "xDays", count: to - from };
  if (months < 12) {
    if (whole) return { token: "xMonths", count: months };
    return { token: "aboutXMonths", count: nearestMonths(from, to, months) };
  }
  const years = Math.floor(months / 12);
  if (whole && months % 12 === 0) return { token: "xYears", count: years };
  if (months % 12 < 3) return { token: "aboutXYears", count: years };
  return months % 12 < 9
    ? { token: "overXYears", count: years }
    : { token: "almostXYears", count: years + 1 };
}

/** The rung between two days, in either order; undefined if they are the same. */
function daysApart(today: number, day: number): Rung | undefined {
  return today === day ? undefined : calendarRung(Math.min(today, day), Math.max(today, day));
}

/** A length of time, by date-fns' thresholds: days of 24 hours and months of 30 days. `ms` is not negative. */
export function lengthRung(ms: number): Rung {
  if (ms < DAY - MINUTE / 2) return clockRung(ms);
  const days = Math.max(1, Math.round(ms / DAY));
  if (days < 30) return { token: "xDays", count: days };
  const months = Math.round(days / 30);
  if (days < 60) return { token: "aboutXMonths", count: months };
  if (days < 365) return { token: "xMonths", count: months };
  return { token: "aboutXYears", count: Math.round(days / 365.2425) };
}

/** Whether a gap is given in days: 24 hours elapsed or on the wall clock, with a midnight in between. */
function isCalendarGap(at: Instant, now: Instant, zone: Zone): boolean {
  const there = zone.toLocal(at);
  const here = zone.toLocal(now);
  const longest = Math.max(Math.abs(at - now), Math.abs(there - here));
  // The last half minute already rounds up to the day, as in date-fns.
  return longest >= DAY - MINUTE / 2 && dayOf(there) !== dayOf(here);
}

/**
 * The distance from now to a target, as unit and count (docs/architecture.md, decision 12): minutes and hours by the
 * stopwatch below 24 hours; from there up midnights, months and years of the calendar in the viewer's zone.
 */
export function distanceTo(target: DistanceTarget, now: Instant, zone: Zone): Distance {
  const today = dayOf(zone.toLocal(now));
  if (target.kind === "date") {
    const day = dayOf(target.date);
    const rung = daysApart(today, day) ?? { token: "xDays", count: 0 };
    return { ...rung, direction: day > today ? 1 : day < today ? -1 : 0 };
  }
  const { at } = target;
  const direction = at > now ? 1 : -1;
  const days = isCalendarGap(at, now, zone) ? daysApart(today, dayOf(zone.toLocal(at))) : undefined;
  // A day of 25 hours can be a full day long and contain no midnight: then at most "about 24 hours".
  return { ...(days ?? clockRung(Math.min(Math.abs(at - now), DAY - MINUTE))), direction };
}
