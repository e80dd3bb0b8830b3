import { weekdayOfDay } from "../../time/civil.ts";
import type { DayFilter } from "./day-filter.ts";
import type { RuleDay, Skip } from "../rule.ts";

/** Day numbers, both inclusive. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

/** Integers beyond every day number. */
export const ALL_DAYS: DayRange = { from: -1e9, to: 1e9 };

/** A month or a year: the day number it begins with, and its length in days. */
interface Span {
  readonly first: number;
  readonly length: number;
}

/**
 * Adds the days of a month by number; SKIP decides about numbers beyond its end, and FORWARD about those before its
 * beginning (RFC 7529 §4.1).
 */
export function selectMonthDays(
  { first, length }: Span,
  numbers: readonly number[],
  skip: Skip | undefined,
  range: DayRange,
  days: number[],
): void {
  for (const number of numbers) {
    let offset = number > 0 ? number - 1 : length + number;
    if (offset >= length) {
      if (skip !== "BACKWARD" && skip !== "FORWARD") continue;
      offset = skip === "BACKWARD" ? length - 1 : length;
    }
    if (offset < 0 && skip === "FORWARD") offset = 0;
    const day = first + offset;
    if (offset >= 0 && day >= range.from && day <= range.to) days.push(day);
  }
}

/** Adds the weekdays of a span; `nth` counts within it. */
export function selectWeekdays(
  span: Span,
  wanted: readonly RuleDay[],
  range: DayRange,
  days: number[],
): void {
  if (!isAnyNumbered(wanted)) {
    selectEvery(span, wanted, range, days);
    return;
  }
  const { first, length } = span;
  const end = first + length;
  const weekday = weekdayOfDay(first);
  for (const { day, nth } of wanted) {
    const earliest = first + (day >= weekday ? day - weekday : day - weekday + 7);
    if (nth === undefined) {
      for (let each = earliest; each < end; each += 7) if (isWithin(each, range)) days.push(each);
      continue;
    }
    const count = (((end - 1 - earliest) / 7) | 0) + 1;
    const index = nth > 0 ? nth - 1 : count + nth;
    const picked = earliest + index * 7;
    if (index >= 0 && index < count && isWithin(picked, range)) days.push(picked);
  }
}

function isAnyNumbered(days: readonly RuleDay[]): boolean {
  for (const { nth } of days) if (nth !== undefined) return true;
  return false;
}

const isWithin = (day: number, { from, to }: DayRange): boolean => day >= from && day <= to;

/** Adds each day of the given weekdays, ascending. */
function selectEvery(
  { first, length }: Span,
  wanted: readonly RuleDay[],
  range: DayRange,
  days: number[],
): void {
  let weekdays = 0;
  for (const { day } of wanted) weekdays |= 1 << day;
  const begin = Math.max(first, range.from);
  const end = Math.min(first + length - 1, range.to);
  let weekday = weekdayOfDay(begin);
  for (let each = begin; each <= end; each++) {
    if ((weekdays >> weekday) & 1) days.push(each);
    weekday = weekday === 7 ? 1 : weekday + 1;
  }
}

/** Sorts, and drops duplicates and the days that the filter rejects. */
export function tidyDays(days: number[], filter: DayFilter | undefined): void {
  if (!isAscending(days)) days.sort((a, b) => a - b);
  else if (!filter) return;
  let kept = 0;
  for (let index = 0; index < days.length; index++) {
    const day = days[index] as number;
    if (kept > 0 && day === days[kept - 1]) continue;
    if (!filter || filter(day)) days[kept++] = day;
  }
  days.length = kept;
}

function isAscending(days: readonly number[]): boolean {
  for (let index = 1; index < days.length; index++)
    if ((days[index] as number) <= (days[index - 1] as number)) return false;
  return true;
}
