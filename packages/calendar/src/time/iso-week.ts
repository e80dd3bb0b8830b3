import { civilDate, dayNumber, weekdayOfDay } from "./civil.ts";
import { addDays, asLocal, dayOf, startOfWeek, type Local } from "./local.ts";
import { DAY } from "./instant.ts";

/** An ISO 8601 week; its year can differ from the calendar year of its days. */
interface IsoWeek {
  readonly year: number;
  /** 1–53 */
  readonly week: number;
}

/** The ISO 8601 week of a day: weeks start on Monday, week 1 contains the year's first Thursday. */
export function isoWeek(local: Local): IsoWeek {
  const thursday = dayOf(addDays(startOfWeek(local), 3));
  const { year } = civilDate(thursday);
  return { year, week: Math.floor((thursday - dayNumber(year, 1, 1)) / 7) + 1 };
}

/** Midnight of the Monday of an ISO week. Weeks past the year's last carry over. */
export function startOfIsoWeek({ year, week }: IsoWeek): Local {
  const fourth = dayNumber(year, 1, 4);
  return asLocal((fourth - weekdayOfDay(fourth) + 1 + (week - 1) * 7) * DAY);
}

/** The number of ISO weeks of a year: 52 or 53. */
export const weeksInIsoYear = (year: number): number => isoWeek(asLocal(dayNumber(year, 12, 28) * DAY)).week;
