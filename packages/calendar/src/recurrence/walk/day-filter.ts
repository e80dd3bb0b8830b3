import { civilDate, dayNumber, daysInMonth, daysInYear, weekdayOfDay } from "../../time/civil.ts";
import type { RecurrenceRule, RuleDay } from "../rule.ts";
import { weekNumbers } from "./week-number.ts";

/** Tells whether a rule accepts a day number. */
export type DayFilter = (day: number) => boolean;

/** The parts of a rule that can limit days. */
type DayPart = "byMonth" | "byMonthDay" | "byYearDay" | "byWeekNo" | "byDay";

/**
 * The filter of the named parts of a rule, which must all accept a day (RFC 5545 §3.3.10: "Limit"); undefined if the
 * rule has none of them. Numbered weekdays count within the month, or within the year for a yearly rule without
 * BYMONTH.
 */
export function dayFilter(rule: RecurrenceRule, parts: readonly DayPart[]): DayFilter | undefined {
  const filters = parts.flatMap((part) => partFilter(rule, part) ?? []);
  const [first, second] = filters;
  if (!first || !second) return first;
  return (day) => filters.every((filter) => filter(day));
}

function partFilter(rule: RecurrenceRule, part: DayPart): DayFilter | undefined {
  switch (part) {
    case "byMonth": {
      const months = rule.byMonth && new Set(rule.byMonth);
      return months && ((day) => months.has(civilDate(day).month));
    }
    case "byMonthDay":
      return rule.byMonthDay && monthDayFilter(new Set(rule.byMonthDay));
    case "byYearDay":
      return rule.byYearDay && yearDayFilter(new Set(rule.byYearDay));
    case "byWeekNo": {
      const weeks = rule.byWeekNo && new Set(rule.byWeekNo);
      return weeks && ((day) => weekNumbers(day, rule.wkst).some((week) => weeks.has(week)));
    }
    case "byDay":
      return rule.byDay && weekdayFilter(rule, rule.byDay);
  }
}

const monthDayFilter =
  (wanted: ReadonlySet<number>): DayFilter =>
  (day) => {
    const date = civilDate(day);
    return wanted.has(date.day) || wanted.has(date.day - daysInMonth(date.year, date.month) - 1);
  };

const yearDayFilter =
  (wanted: ReadonlySet<number>): DayFilter =>
  (day) => {
    const { year } = civilDate(day);
    const dayOfYear = day - dayNumber(year, 1, 1) + 1;
    return wanted.has(dayOfYear) || wanted.has(dayOfYear - daysInYear(year) - 1);
  };

function weekdayFilter(rule: RecurrenceRule, days: readonly RuleDay[]): DayFilter {
  const numbered = takesNumberedDays(rule) && days.some(({ nth }) => nth !== undefined);
  if (!numbered) {
    const wanted = new Set(days.map(({ day }) => day));
    return (day) => wanted.has(weekdayOfDay(day));
  }
  return (day) => {
    const weekday = weekdayOfDay(day);
    if (!days.some((wanted) => wanted.day === weekday)) return false;
    const [first, last] = scopeOf(rule, day);
    const fromStart = Math.floor((day - first) / 7) + 1;
    const fromEnd = -Math.floor((last - day) / 7) - 1;
    return days.some(
      ({ day: wanted, nth }) =>
        wanted === weekday && (nth === undefined || nth === fromStart || nth === fromEnd),
    );
  };
}

/** Whether `2MO` means the second Monday; otherwise the number has no meaning and is ignored (RFC 5545 §3.3.10). */
const takesNumberedDays = (rule: RecurrenceRule): boolean =>
  rule.freq === "MONTHLY" || (rule.freq === "YEARLY" && rule.byWeekNo === undefined);

/** First and last day of the month or year within which weekdays are numbered. */
function scopeOf(rule: RecurrenceRule, day: number): readonly [first: number, last: number] {
  const { year, month } = civilDate(day);
  if (rule.freq === "YEARLY" && rule.byMonth === undefined)
    return [dayNumber(year, 1, 1), dayNumber(year, 12, 31)];
  const first = dayNumber(year, month, 1);
  return [first, first + daysInMonth(year, month) - 1];
}
