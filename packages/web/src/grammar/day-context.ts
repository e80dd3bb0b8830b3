import { civilDate, dayNumber, daysInMonth, weekdayOfDay } from "@snart/calendar/time/civil.ts";
import { startOfIsoWeek, weeksInIsoYear } from "@snart/calendar/time/iso-week.ts";
import { dayOf } from "@snart/calendar/time/local.ts";
import type { DayPart } from "./clock-phrases.ts";

/** Days that the text names, as day numbers (days since 1970-01-01); `last` is inclusive. */
export interface NamedDays {
  readonly first: number;
  readonly last: number;
  /** a weekday alone: may also be today, if the hour is still ahead */
  readonly mayBeToday?: boolean;
  /** a part of the day said in the same word: "tonight" */
  readonly part?: DayPart;
  /** a name of the almanac: may as well be the title's, beside a date */
  readonly isAlmanac?: boolean;
  /** a day of each month or year, if the line repeats: of the 25th, of the last day (-1) */
  readonly monthDay?: number;
  /** an nth weekday of one month ("2FR"), if the line repeats */
  readonly nth?: string;
}

/** How days are counted. */
export interface DayContext {
  /** day number */
  readonly today: number;
  /** dates and weeks without a year are the first ones since this day */
  readonly since: number;
  /** "3/12" is the 12th of March */
  readonly monthFirst: boolean;
}

export const one = (day: number): NamedDays => ({ first: day, last: day });

export const mondayOf = (day: number): number => day - weekdayOfDay(day) + 1;

/** The next day of that name (Monday = 1), or today. */
export const coming = (weekday: number, today: number): number =>
  today + ((weekday - weekdayOfDay(today) + 7) % 7);

/** The Monday of the first week of that number from a day's week on; undefined if neither year has one. */
export function mondayOfWeek(number: number, since: number): number | undefined {
  const { year } = civilDate(mondayOf(since) + 3);
  return [year, year + 1]
    .filter((inYear) => number >= 1 && number <= weeksInIsoYear(inYear))
    .map((inYear) => dayOf(startOfIsoWeek({ year: inYear, week: number })))
    .find((it) => it >= mondayOf(since));
}

/** A date without a year is the first one from a day on, that day included. */
export function dateOf(
  day: number,
  month: number,
  year: number | undefined,
  since: number,
): number | undefined {
  const { year: thisYear } = civilDate(since);
  const real = (inYear: number): boolean =>
    month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(inYear, month);
  if (year !== undefined) {
    const whole = year < 100 ? 2000 + year : year;
    return whole >= 1900 && whole <= 2199 && real(whole) ? dayNumber(whole, month, day) : undefined;
  }
  for (let inYear = thisYear; inYear <= thisYear + 8; inYear++) {
    if (real(inYear) && dayNumber(inYear, month, day) >= since) return dayNumber(inYear, month, day);
  }
  return undefined;
}

/** The next day of this number in a month, today included. */
export function dayOfMonth(day: number, today: number): NamedDays | undefined {
  if (!(day >= 1 && day <= 31)) return undefined;
  for (let ahead = 0; ahead < 100; ahead++)
    if (civilDate(today + ahead).day === day) return { ...one(today + ahead), monthDay: day };
  return undefined;
}

/** The days of a month; the first such month whose last day is not over, if no year is said. */
export function wholeMonth(month: number, year: number | undefined, since: number): NamedDays | undefined {
  const from = civilDate(since);
  const inYear = year ?? (month < from.month ? from.year + 1 : from.year);
  if (!(month >= 1 && month <= 12 && inYear >= 1900 && inYear <= 2199)) return undefined;
  const first = dayNumber(inYear, month, 1);
  return { first, last: first + daysInMonth(inYear, month) - 1 };
}

/** The days from one to another; undefined if they are in the wrong order or more than about a year. */
export function between(first: number | undefined, last: number | undefined): NamedDays | undefined {
  return first !== undefined && last !== undefined && last >= first && last - first <= 366
    ? { first, last }
    : undefined;
}

/** So many days, weeks, months or years after a day; a month without that day gives its last one. */
export function ahead(count: number, unit: string, today: number): NamedDays | undefined {
  if (!(count >= 1 && count <= 999)) return undefined;
  if (unit.startsWith("da")) return one(today + count);
  if (/^(?:ve|we)/.test(unit)) return one(today + 7 * count);
  if (unit.startsWith("fo")) return one(today + 14 * count);
  const { year, month, day } = civilDate(today);
  const months = (unit.startsWith("m") ? count : 12 * count) + month - 1;
  const [toYear, toMonth] = [year + Math.floor(months / 12), (months % 12) + 1];
  if (toYear > 2199) return undefined;
  return one(dayNumber(toYear, toMonth, Math.min(day, daysInMonth(toYear, toMonth))));
}
