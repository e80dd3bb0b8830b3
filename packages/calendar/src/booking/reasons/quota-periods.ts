import { civilDate, dayNumber, weekdayOfDay } from "../../time/civil.ts";
import type { LimitPeriod } from "../rules.ts";

/** Days of a period; `to` is exclusive. Day numbers. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

/** The day, ISO week, month or year that a day lies in; undefined for periods that have no such bounds. */
export function periodOf(per: LimitPeriod, day: number): DayRange | undefined {
  const { year, month } = civilDate(day);
  if (per === "day") return { from: day, to: day + 1 };
  if (per === "week") {
    const from = day - weekdayOfDay(day) + 1;
    return { from, to: from + 7 };
  }
  if (per === "year") return { from: dayNumber(year, 1, 1), to: dayNumber(year + 1, 1, 1) };
  if (per !== "month") return undefined;
  const to = month === 12 ? dayNumber(year + 1, 1, 1) : dayNumber(year, month + 1, 1);
  return { from: dayNumber(year, month, 1), to };
}
