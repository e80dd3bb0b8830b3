// Days counted from 1970-01-01 in the proleptic Gregorian calendar. The year is computed as starting in March, so
// that the leap day is its last day and month lengths follow one linear formula.

const DAYS_PER_ERA = 146_097; // 400 years
const DAYS_PER_FOUR_YEARS = 1461;
const ERA_OFFSET = 719_468; // days from 0000-03-01 to 1970-01-01

/** A day of the calendar; month 1–12, day 1–31. */
export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The day number of a date; month 1–12. A day past the month's end continues into the next month. */
export function dayNumber(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const century = Math.floor(y / 100);
  const marchMonth = month > 2 ? month - 3 : month + 9;
  const dayOfYear = (((153 * marchMonth + 2) / 5) | 0) + day - 1;
  return y * 365 + (y >> 2) - century + (century >> 2) + dayOfYear - ERA_OFFSET;
}

/** The date of a day number. */
export function civilDate(days: number): CivilDate {
  // Counted in quarters of a day, all centuries have the same integral length, and so do all years of a century.
  const quarters = 4 * (days + ERA_OFFSET) + 3;
  const century = Math.floor(quarters / DAYS_PER_ERA);
  const ofCentury = (quarters - century * DAYS_PER_ERA) | 3;
  const yearOfCentury = (ofCentury / DAYS_PER_FOUR_YEARS) | 0;
  const dayOfYear = (ofCentury - yearOfCentury * DAYS_PER_FOUR_YEARS) >> 2;
  // 65 536 / 2141 is slightly more than the 30.6 days of a mean month; exact for every day of a year.
  const scaled = 2141 * dayOfYear + 197_913;
  const month = scaled >> 16;
  const day = (((scaled & 0xffff) / 2141) | 0) + 1;
  const year = century * 100 + yearOfCentury;
  return month > 12 ? { year: year + 1, month: month - 12, day } : { year, month, day };
}

/** The weekday of a day number: 1 Monday … 7 Sunday. */
export const weekdayOfDay = (days: number): number => ((((days + 3) % 7) + 7) % 7) + 1;

/** Whether the Gregorian year has a 29 February. */
const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The number of days of a month; month 1–12. */
export const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeapYear(year) ? 29 : (monthLengths[month - 1] ?? 31);

/** The number of days of a year. */
export const daysInYear = (year: number): number => (isLeapYear(year) ? 366 : 365);
