import { civilDate, dayNumber as dayNumberOf, weekdayOfDay, type CivilDate } from "../time/civil.ts";

/** A Gregorian date; the almanac knows no times and no zones. */
export type AlmanacDate = CivilDate;

/** Days since 1970-01-01. */
export const dayNumber = ({ year, month, day }: AlmanacDate): number => dayNumberOf(year, month, day);

/** `n` days later (earlier if negative). */
export const plusDays = (date: AlmanacDate, n: number): AlmanacDate => civilDate(dayNumber(date) + n);

/** ISO weekday: Monday 1 … Sunday 7. */
export const weekdayOf = (date: AlmanacDate): number => weekdayOfDay(dayNumber(date));

/** The first given weekday (Monday 1 … Sunday 7) on or after the date. */
export const onOrAfter = (date: AlmanacDate, weekday: number): AlmanacDate =>
  plusDays(date, (weekday - weekdayOf(date) + 7) % 7);

/** The last given weekday of the month. */
export const lastOfMonth = (year: number, month: number, weekday: number): AlmanacDate =>
  onOrAfter(plusDays({ year: month === 12 ? year + 1 : year, month: (month % 12) + 1, day: 1 }, -7), weekday);
