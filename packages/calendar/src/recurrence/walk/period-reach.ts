import { dayNumber } from "../../time/civil.ts";
import type { RecurrenceRule, RuleDay } from "../rule.ts";

/** The days of a period, counted from its first, between which all picked days lie; never too narrow. */
export interface Reach {
  readonly earliest: number;
  readonly latest: number;
}

/** For a month: by its numbered days, or else by weekdays numbered within the month. */
export function reachInMonth(rule: RecurrenceRule, monthDays: readonly number[] | undefined): Reach {
  if (monthDays) return union(monthDays.map((number) => reachOfMonthDay(number, rule.skip !== undefined)));
  return union((rule.byDay ?? []).map(reachOfWeekday));
}

function reachOfMonthDay(number: number, canMove: boolean): Reach {
  if (number < 0) return { earliest: 28 + number, latest: 31 + number };
  // SKIP moves a missing day to the month's last day, or to the day after.
  return canMove && number > 28 ? { earliest: 27, latest: 31 } : { earliest: number - 1, latest: number - 1 };
}

function reachOfWeekday({ nth }: RuleDay): Reach {
  if (nth === undefined) return { earliest: 0, latest: 30 };
  const week = 7 * nth;
  return nth > 0 ? { earliest: week - 7, latest: week - 1 } : { earliest: 28 + week, latest: 37 + week };
}

/** For a year, given the reach in each of its months. */
export function reachInYear(months: readonly number[], inMonth: Reach): Reach {
  const reaches = months.map((month) => ({
    earliest: dayOfYear(2001, month) + inMonth.earliest,
    latest: dayOfYear(2000, month) + inMonth.latest,
  }));
  return union(reaches);
}

/** The first day of a month, counted from the year's first. */
const dayOfYear = (year: number, month: number): number => dayNumber(year, month, 1) - dayNumber(year, 1, 1);

const union = (reaches: readonly Reach[]): Reach => ({
  earliest: Math.min(...reaches.map(({ earliest }) => earliest)),
  latest: Math.max(...reaches.map(({ latest }) => latest)),
});
