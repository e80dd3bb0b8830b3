/** A proleptic Gregorian date; the almanac knows no times and no zones. */
export interface AlmanacDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const DAY = 86_400_000;

/** Days since 1970-01-01. */
export const dayNumber = ({ year, month, day }: AlmanacDate): number => Date.UTC(year, month - 1, day) / DAY;

/** The date `n` days after 1970-01-01. */
export function dateOfDay(n: number): AlmanacDate {
  const date = new Date(n * DAY);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** `n` days later (earlier if negative). */
export const plusDays = (date: AlmanacDate, n: number): AlmanacDate => dateOfDay(dayNumber(date) + n);

/** ISO weekday: Monday 1 … Sunday 7. */
export const weekdayOf = (date: AlmanacDate): number => ((((dayNumber(date) + 3) % 7) + 7) % 7) + 1;

/** The first given weekday (Monday 1 … Sunday 7) on or after the date. */
export const onOrAfter = (date: AlmanacDate, weekday: number): AlmanacDate =>
  plusDays(date, (weekday - weekdayOf(date) + 7) % 7);

/** The last given weekday of the month. */
export const lastOfMonth = (year: number, month: number, weekday: number): AlmanacDate =>
  onOrAfter(plusDays({ year: month === 12 ? year + 1 : year, month: (month % 12) + 1, day: 1 }, -7), weekday);
