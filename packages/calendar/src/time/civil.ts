// Days counted from 1970-01-01 in the proleptic Gregorian calendar. The year is thought of as starting in March,
// so that the leap day is its last day and month lengths follow one linear formula.

const DAYS_PER_ERA = 146_097; // 400 years
const ERA_OFFSET = 719_468; // days from 0000-03-01 to 1970-01-01

/** A day of the calendar; month 1–12, day 1–31. */
export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The day number of a date; month 1–12. A day beyond the month's end counts on into the next month. */
export function dayNumber(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const marchMonth = month > 2 ? month - 3 : month + 9;
  const dayOfYear = (((153 * marchMonth + 2) / 5) | 0) + day - 1;
  return (
    era * DAYS_PER_ERA + yearOfEra * 365 + (yearOfEra >> 2) - ((yearOfEra / 100) | 0) + dayOfYear - ERA_OFFSET
  );
}

/** The date of a day number. */
export function civilDate(days: number): CivilDate {
  const shifted = days + ERA_OFFSET;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  const yearOfEra =
    ((dayOfEra - ((dayOfEra / 1460) | 0) + ((dayOfEra / 36_524) | 0) - ((dayOfEra / 146_096) | 0)) / 365) | 0;
  const dayOfYear = dayOfEra - (365 * yearOfEra + (yearOfEra >> 2) - ((yearOfEra / 100) | 0));
  const marchMonth = ((5 * dayOfYear + 2) / 153) | 0;
  const day = dayOfYear - (((153 * marchMonth + 2) / 5) | 0) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

/** The weekday of a day number: 1 Monday … 7 Sunday. */
export const weekdayOfDay = (days: number): number => ((((days + 3) % 7) + 7) % 7) + 1;

/** Whether the Gregorian year has a 29 February. */
export const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The number of days of a month; month 1–12. */
export const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeapYear(year) ? 29 : (monthLengths[month - 1] ?? 31);

/** The number of days of a year. */
export const daysInYear = (year: number): number => (isLeapYear(year) ? 366 : 365);
