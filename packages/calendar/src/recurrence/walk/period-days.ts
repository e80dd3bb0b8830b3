import { civilDate, dayNumber, daysInMonth, daysInYear, weekdayOfDay } from "../../time/civil.ts";
import { dayFilter } from "./day-filter.ts";
import { reachInMonth, reachInYear, type Reach } from "./period-reach.ts";
import type { RecurrenceRule, RuleDay } from "../rule.ts";
import { selectMonthDays, selectWeekdays, tidyDays, type DayRange } from "./select-days.ts";
import { firstWeekStart } from "./week-number.ts";

/** The periods of a rule's frequency, numbered without gaps, and the days that the rule picks in each. */
export interface PeriodDays {
  /** the period that holds a day */
  periodOf(day: number): number;
  firstDay(period: number): number;
  /** number of days of the shortest period */
  readonly shortest: number;
  /** whether all periods have the same length and pick the same days */
  readonly isEven: boolean;
  /** where in a period the picked days lie */
  readonly reach: Reach;
  /**
   * Adds the days picked in a period, ascending, each once; none is before `first`, the period's first day. Days
   * outside `range` may be left out.
   */
  collect(period: number, first: number, range: DayRange, days: number[]): void;
}

/** The periods of a rule of days or longer that started on the day `start`. */
export function periodDays(rule: RecurrenceRule, start: number): PeriodDays {
  if (rule.freq === "YEARLY") return yearly(rule, start);
  if (rule.freq === "MONTHLY") return monthly(rule, start);
  return rule.freq === "WEEKLY" ? weekly(rule, start) : daily(rule);
}

function daily(rule: RecurrenceRule): PeriodDays {
  const filter = dayFilter(rule, ["byMonth", "byMonthDay", "byYearDay", "byWeekNo", "byDay"]);
  if (rule.interval === 1 && !rule.bySetPos && !filter) return EVERY_DAY;
  return {
    periodOf: (day) => day,
    firstDay: (period) => period,
    shortest: 1,
    isEven: !filter,
    reach: { earliest: 0, latest: 0 },
    collect(period, _first, _range, days) {
      if (!filter || filter(period)) days.push(period);
    },
  };
}

/** Every day, processed a week at a time: there is nothing to count or filter, so each day costs less. */
const EVERY_DAY: PeriodDays = {
  periodOf: (day) => Math.floor(day / 7),
  firstDay: (period) => period * 7,
  shortest: 7,
  isEven: true,
  reach: { earliest: 0, latest: 6 },
  collect(_period, first, { from, to }, days) {
    const end = Math.min(first + 6, to);
    for (let day = Math.max(first, from); day <= end; day++) days.push(day);
  },
};

function weekly(rule: RecurrenceRule, start: number): PeriodDays {
  const filter = dayFilter(rule, ["byMonth", "byMonthDay", "byYearDay", "byWeekNo"]);
  const weekdays = rule.byDay?.map(({ day }) => day) ?? [weekdayOfDay(start)];
  const offsets = [...new Set(weekdays.map((day) => (day - rule.wkst + 7) % 7))].sort((a, b) => a - b);
  // Day 0, 1970-01-01, was a Thursday.
  const shift = (4 - rule.wkst + 7) % 7;
  return {
    periodOf: (day) => Math.floor((day + shift) / 7),
    firstDay: (period) => period * 7 - shift,
    shortest: 7,
    isEven: !filter,
    reach: { earliest: Math.min(...offsets), latest: Math.max(...offsets) },
    collect(_period, first, { from, to }, days) {
      for (const offset of offsets) {
        const day = first + offset;
        if (day >= from && day <= to && (!filter || filter(day))) days.push(day);
      }
    },
  };
}

function monthly(rule: RecurrenceRule, start: number): PeriodDays {
  const { byDay, byMonthDay, byMonth, skip } = rule;
  const monthDays = byMonthDay ?? (byDay ? undefined : [civilDate(start).day]);
  const filter = dayFilter(rule, ["byYearDay", "byWeekNo", ...(byMonthDay ? (["byDay"] as const) : [])]);
  return {
    periodOf(day) {
      const { year, month } = civilDate(day);
      return year * 12 + month - 1;
    },
    firstDay(period) {
      const year = Math.floor(period / 12);
      return dayNumber(year, period - year * 12 + 1, 1);
    },
    shortest: 28,
    isEven: false,
    reach: reachInMonth(rule, monthDays),
    collect(period, first, range, days) {
      const year = Math.floor(period / 12);
      const month = period - year * 12 + 1;
      if (byMonth && !byMonth.includes(month)) return;
      const span = { first, length: daysInMonth(year, month) };
      if (monthDays) selectMonthDays(span, monthDays, skip, range, days);
      else selectWeekdays(span, byDay ?? [], range, days);
      tidyDays(days, filter);
    },
  };
}

type YearlyDays = Pick<PeriodDays, "collect" | "reach">;

function yearly(rule: RecurrenceRule, start: number): PeriodDays {
  if (rule.byWeekNo && !rule.byYearDay && !rule.byMonthDay)
    return yearlyByWeek(rule, rule.byWeekNo, rule.byDay?.map(({ day }) => day) ?? [weekdayOfDay(start)]);
  return {
    periodOf: (day) => civilDate(day).year,
    firstDay: (period) => dayNumber(period, 1, 1),
    shortest: 365,
    isEven: false,
    ...yearlyDays(rule, start),
  };
}

/** A year of weeks: all of week 1 belongs to it, even if it starts in the December before. */
function yearlyByWeek(
  rule: RecurrenceRule,
  weeks: readonly number[],
  weekdays: readonly number[],
): PeriodDays {
  const filter = dayFilter(rule, ["byMonth"]);
  const offsets = weekdays.map((weekday) => (weekday - rule.wkst + 7) % 7);
  const firstDay = (year: number) => firstWeekStart(year, rule.wkst);
  // Every year has 52 weeks.
  const isLengthNeeded = weeks.some((week) => week < 0 || week > 52);
  return {
    periodOf(day) {
      const { year } = civilDate(day);
      if (day < firstDay(year)) return year - 1;
      return day < firstDay(year + 1) ? year : year + 1;
    },
    firstDay,
    shortest: 364,
    isEven: false,
    reach: { earliest: 0, latest: 370 },
    collect(year, first, { from, to }, days) {
      const length = isLengthNeeded ? (firstDay(year + 1) - first) / 7 : 52;
      for (const number of weeks) {
        const index = number > 0 ? number - 1 : length + number;
        if (index < 0 || index >= length) continue;
        const monday = first + index * 7;
        if (monday > to || monday + 6 < from) continue;
        for (const offset of offsets) days.push(monday + offset);
      }
      tidyDays(days, filter);
    },
  };
}

/** The row "YEARLY" of the table in RFC 5545 §3.3.10, with its note 2. */
function yearlyDays(rule: RecurrenceRule, start: number): YearlyDays {
  if (rule.byYearDay) return byYearDay(rule, rule.byYearDay);
  if (rule.byMonthDay) return byMonthDay(rule, rule.byMonth ?? ALL_MONTHS, rule.byMonthDay);
  if (rule.byDay)
    return rule.byMonth ? byMonthWeekday(rule, rule.byMonth, rule.byDay) : byWeekday(rule.byDay);
  const { month, day } = civilDate(start);
  return byMonthDay(rule, rule.byMonth ?? [month], [day]);
}

const ALL_MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const ALL_YEAR: Reach = { earliest: 0, latest: 365 };

function byYearDay(rule: RecurrenceRule, wanted: readonly number[]): YearlyDays {
  const filter = dayFilter(rule, ["byMonth", "byMonthDay", "byWeekNo", "byDay"]);
  return {
    reach: ALL_YEAR,
    collect(year, first, { from, to }, days) {
      const length = daysInYear(year);
      for (const number of wanted) {
        const offset = number > 0 ? number - 1 : length + number;
        const day = first + offset;
        if (offset >= 0 && offset < length && day >= from && day <= to) days.push(day);
      }
      tidyDays(days, filter);
    },
  };
}

function byMonthDay(rule: RecurrenceRule, months: readonly number[], wanted: readonly number[]): YearlyDays {
  const filter = dayFilter(rule, ["byWeekNo", "byDay"]);
  return {
    reach: reachInYear(months, reachInMonth(rule, wanted)),
    collect(year, _first, range, days) {
      for (const month of months) {
        const first = dayNumber(year, month, 1);
        if (canHold(first, range))
          selectMonthDays({ first, length: daysInMonth(year, month) }, wanted, rule.skip, range, days);
      }
      tidyDays(days, filter);
    },
  };
}

/** Whether a month that begins with `first`, or the day after it (SKIP=FORWARD), can overlap the range. */
const canHold = (first: number, { from, to }: DayRange): boolean => first <= to && first + 31 >= from;

function byMonthWeekday(
  rule: RecurrenceRule,
  months: readonly number[],
  wanted: readonly RuleDay[],
): YearlyDays {
  return {
    reach: reachInYear(months, reachInMonth(rule, undefined)),
    collect(year, _first, range, days) {
      for (const month of months) {
        const first = dayNumber(year, month, 1);
        if (canHold(first, range))
          selectWeekdays({ first, length: daysInMonth(year, month) }, wanted, range, days);
      }
      tidyDays(days, undefined);
    },
  };
}

const byWeekday = (wanted: readonly RuleDay[]): YearlyDays => ({
  reach: ALL_YEAR,
  collect(year, first, range, days) {
    selectWeekdays({ first, length: daysInYear(year) }, wanted, range, days);
    tidyDays(days, undefined);
  },
});
