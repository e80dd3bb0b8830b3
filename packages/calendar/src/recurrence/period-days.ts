import { civilDate, dayNumber, daysInMonth, daysInYear, weekdayOfDay } from "../time/civil.ts";
import { dayFilter, takesNumberedDays } from "./day-filter.ts";
import type { DayFilter } from "./day-filter.ts";
import type { RecurrenceRule, RuleDay } from "./rule.ts";
import { firstWeekStart } from "./week-number.ts";

/** The periods of a rule's frequency, numbered without gaps, and the days the rule picks in each. */
export interface PeriodDays {
  /** the period that holds a day */
  periodOf(day: number): number;
  firstDay(period: number): number;
  /** adds the days picked, ascending and each once; none is before the period's first day */
  collect(period: number, days: number[]): void;
}

/** The periods of a rule of days or longer, which started on the day `start`. */
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
    collect(period, days) {
      if (!filter || filter(period)) days.push(period);
    },
  };
}

/** Every day, taken a week at a time: there is nothing to count or to look at, and so there is less to do for each. */
const EVERY_DAY: PeriodDays = {
  periodOf: (day) => Math.floor(day / 7),
  firstDay: (period) => period * 7,
  collect(period, days) {
    for (let day = period * 7; day < period * 7 + 7; day++) days.push(day);
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
    collect(period, days) {
      const first = period * 7 - shift;
      for (const offset of offsets) if (!filter || filter(first + offset)) days.push(first + offset);
    },
  };
}

function monthly(rule: RecurrenceRule, start: number): PeriodDays {
  const months = rule.byMonth && new Set(rule.byMonth);
  const monthDays = rule.byMonthDay ?? (rule.byDay ? undefined : [civilDate(start).day]);
  const filter = dayFilter(rule, ["byYearDay", "byWeekNo", ...(rule.byMonthDay ? (["byDay"] as const) : [])]);
  return {
    periodOf(day) {
      const { year, month } = civilDate(day);
      return year * 12 + month - 1;
    },
    firstDay: (period) => dayNumber(Math.floor(period / 12), (((period % 12) + 12) % 12) + 1, 1),
    collect(period, days) {
      const year = Math.floor(period / 12);
      const month = period - year * 12 + 1;
      if (months && !months.has(month)) return;
      if (monthDays) collectMonthDays(rule, year, month, monthDays, days);
      else collectWeekdays(rule.byDay ?? [], true, dayNumber(year, month, 1), daysInMonth(year, month), days);
      tidy(days, filter);
    },
  };
}

type Collect = (year: number, days: number[]) => void;

function yearly(rule: RecurrenceRule, start: number): PeriodDays {
  if (rule.byWeekNo && !rule.byYearDay && !rule.byMonthDay)
    return yearlyByWeek(rule, rule.byWeekNo, rule.byDay?.map(({ day }) => day) ?? [weekdayOfDay(start)]);
  return {
    periodOf: (day) => civilDate(day).year,
    firstDay: (period) => dayNumber(period, 1, 1),
    collect: yearlyCollector(rule, start),
  };
}

/** A year of weeks: week 1 belongs to it whole, even where it starts in the December before. */
function yearlyByWeek(
  rule: RecurrenceRule,
  weeks: readonly number[],
  weekdays: readonly number[],
): PeriodDays {
  const filter = dayFilter(rule, ["byMonth"]);
  const firstDay = (year: number) => firstWeekStart(year, rule.wkst);
  return {
    periodOf(day) {
      const { year } = civilDate(day);
      // Foreign engines count INTERVAL from the calendar year of DTSTART; only days before its week 1 are of the year before.
      return day < firstDay(year) ? year - 1 : year;
    },
    firstDay,
    collect(year, days) {
      const first = firstDay(year);
      const length = (firstDay(year + 1) - first) / 7;
      for (const number of weeks) {
        const index = number > 0 ? number - 1 : length + number;
        if (index < 0 || index >= length) continue;
        for (const weekday of weekdays) days.push(first + index * 7 + ((weekday - rule.wkst + 7) % 7));
      }
      tidy(days, filter);
    },
  };
}

/** The row "YEARLY" of the table in RFC 5545 §3.3.10, with its note 2. */
function yearlyCollector(rule: RecurrenceRule, start: number): Collect {
  if (rule.byYearDay) return byYearDay(rule, rule.byYearDay);
  if (rule.byMonthDay) return byMonthDay(rule, rule.byMonth ?? ALL_MONTHS, rule.byMonthDay);
  if (rule.byDay) return byWeekday(rule, rule.byDay);
  const { month, day } = civilDate(start);
  return byMonthDay(rule, rule.byMonth ?? [month], [day]);
}

const ALL_MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

function byYearDay(rule: RecurrenceRule, wanted: readonly number[]): Collect {
  const filter = dayFilter(rule, ["byMonth", "byMonthDay", "byWeekNo", "byDay"]);
  return (year, days) => {
    const first = dayNumber(year, 1, 1);
    const length = daysInYear(year);
    for (const number of wanted) {
      if (number > 0 && number <= length) days.push(first + number - 1);
      else if (number < 0 && -number <= length) days.push(first + length + number);
    }
    tidy(days, filter);
  };
}

function byMonthDay(rule: RecurrenceRule, months: readonly number[], wanted: readonly number[]): Collect {
  const filter = dayFilter(rule, ["byWeekNo", "byDay"]);
  return (year, days) => {
    for (const month of months) collectMonthDays(rule, year, month, wanted, days);
    tidy(days, filter);
  };
}

function byWeekday(rule: RecurrenceRule, wanted: readonly RuleDay[]): Collect {
  const months = rule.byMonth;
  const numbered = takesNumberedDays(rule);
  return (year, days) => {
    if (months)
      for (const month of months)
        collectWeekdays(wanted, numbered, dayNumber(year, month, 1), daysInMonth(year, month), days);
    else collectWeekdays(wanted, numbered, dayNumber(year, 1, 1), daysInYear(year), days);
    tidy(days, undefined);
  };
}

/** Adds the days of a month by number; what becomes of numbers beyond its end is for SKIP to say (RFC 7529 §4.1). */
function collectMonthDays(
  rule: RecurrenceRule,
  year: number,
  month: number,
  wanted: readonly number[],
  days: number[],
): void {
  const first = dayNumber(year, month, 1);
  const length = daysInMonth(year, month);
  for (const number of wanted) {
    if (number < 0) {
      if (-number <= length) days.push(first + length + number);
    } else if (number <= length) days.push(first + number - 1);
    else if (rule.skip === "BACKWARD") days.push(first + length - 1);
    else if (rule.skip === "FORWARD") days.push(first + length);
  }
}

/** Adds the weekdays of a span of days; `nth` counts within the span. */
function collectWeekdays(
  wanted: readonly RuleDay[],
  numbered: boolean,
  first: number,
  length: number,
  days: number[],
): void {
  const end = first + length;
  if (!numbered || wanted.every(({ nth }) => nth === undefined)) {
    collectEvery(wanted, first, end, days);
    return;
  }
  for (const { day, nth } of wanted) {
    const earliest = first + ((day - weekdayOfDay(first) + 7) % 7);
    if (nth === undefined) {
      for (let each = earliest; each < end; each += 7) days.push(each);
      continue;
    }
    const count = Math.floor((end - 1 - earliest) / 7) + 1;
    const index = nth > 0 ? nth - 1 : count + nth;
    if (index >= 0 && index < count) days.push(earliest + index * 7);
  }
}

/** Adds each day of the given weekdays, ascending. */
function collectEvery(wanted: readonly RuleDay[], first: number, end: number, days: number[]): void {
  let weekdays = 0;
  for (const { day } of wanted) weekdays |= 1 << day;
  let weekday = weekdayOfDay(first);
  for (let each = first; each < end; each++) {
    if ((weekdays >> weekday) & 1) days.push(each);
    weekday = weekday === 7 ? 1 : weekday + 1;
  }
}

function isAscending(days: readonly number[]): boolean {
  for (let index = 1; index < days.length; index++)
    if ((days[index] as number) <= (days[index - 1] as number)) return false;
  return true;
}

/** Sorts, and drops duplicates and what the filter refuses. */
function tidy(days: number[], filter: DayFilter | undefined): void {
  if (!isAscending(days)) days.sort((a, b) => a - b);
  else if (!filter) return;
  let kept = 0;
  for (let index = 0; index < days.length; index++) {
    const day = days[index] as number;
    if (index > 0 && day === days[index - 1]) continue;
    if (!filter || filter(day)) days[kept++] = day;
  }
  days.length = kept;
}
