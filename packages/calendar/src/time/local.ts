import { civilDate, dayNumber, daysInMonth, weekdayOfDay } from "./civil.ts";
import { DAY, HOUR, MINUTE, SECOND } from "./instant.ts";

declare const localBrand: unique symbol;

/**
 * A wall-clock time without a zone: the milliseconds that the same clock reading would have in UTC, so that days and
 * months can be computed without any zone. Never compare it with an `Instant`.
 */
export type Local = number & { readonly [localBrand]: true };

interface LocalFields {
  readonly year: number;
  /** 1–12 */
  readonly month: number;
  /** 1–31 */
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** Marks a number of milliseconds, counted as if in UTC, as a wall-clock time. */
export const asLocal = (milliseconds: number): Local => milliseconds as Local;

/** The wall-clock time of the given fields (month 1–12); fields beyond their range carry over. */
export const localFromFields = (
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
): Local => {
  const years = Math.floor((month - 1) / 12);
  const days = dayNumber(year + years, month - years * 12, day);
  return asLocal(days * DAY + hour * HOUR + minute * MINUTE + second * SECOND);
};

/** Whether the fields form a real date and time of day (a leap second is accepted: RFC 5545 §3.3.12). */
export const areRealFields = (f: LocalFields): boolean =>
  f.month >= 1 &&
  f.month <= 12 &&
  f.day >= 1 &&
  f.day <= daysInMonth(f.year, f.month) &&
  f.hour <= 23 &&
  f.minute <= 59 &&
  f.second <= 60;

/** The day number (days since 1970-01-01) of a wall-clock time. */
export const dayOf = (local: Local): number => Math.floor(local / DAY);

/** The milliseconds since the midnight of its day. */
export const timeOfDay = (local: Local): number => local - dayOf(local) * DAY;

/** The calendar fields of a wall-clock time. */
export function fieldsOfLocal(local: Local): LocalFields {
  const days = dayOf(local);
  const time = local - days * DAY;
  return {
    ...civilDate(days),
    hour: Math.floor(time / HOUR),
    minute: Math.floor((time % HOUR) / MINUTE),
    second: Math.floor((time % MINUTE) / SECOND),
  };
}

/** Midnight at the start of the same day. */
export const startOfDay = (local: Local): Local => asLocal(dayOf(local) * DAY);

/** The same time of day, `days` days later (earlier if negative). */
export const addDays = (local: Local, days: number): Local => asLocal(local + days * DAY);

/** The weekday: 1 Monday … 7 Sunday. */
export const weekday = (local: Local): number => weekdayOfDay(dayOf(local));

/** Midnight of the Monday on or before the day. */
export const startOfWeek = (local: Local): Local => addDays(startOfDay(local), 1 - weekday(local));
