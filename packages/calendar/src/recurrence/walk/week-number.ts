import { civilDate, dayNumber, weekdayOfDay } from "../../time/civil.ts";

/**
 * The first day of week 1 of a year whose weeks start on `wkst`: the week with 4 January (RFC 5545 §3.3.10, WKST).
 */
export function firstWeekStart(year: number, wkst: number): number {
  const fourth = dayNumber(year, 1, 4);
  return fourth - ((weekdayOfDay(fourth) - wkst + 7) % 7);
}

/** The week number of a day, counted from the start and from the end (-1 is the last) of the week's year. */
export function weekNumbers(day: number, wkst: number): readonly [fromStart: number, fromEnd: number] {
  const { year } = civilDate(day);
  let first = firstWeekStart(year, wkst);
  let next = firstWeekStart(year + 1, wkst);
  if (day < first) {
    next = first;
    first = firstWeekStart(year - 1, wkst);
  } else if (day >= next) {
    first = next;
    next = firstWeekStart(year + 2, wkst);
  }
  return [Math.floor((day - first) / 7) + 1, Math.floor((day - next) / 7)];
}
