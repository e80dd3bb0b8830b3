import { parityAt, weeksOf } from "@snart/calendar/recurrence/editor/week-parity.ts";
import { civilDate, dayNumber, daysInMonth, weekdayOfDay } from "@snart/calendar/time/civil.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { asLocal } from "@snart/calendar/time/local.ts";
import { codeOf, type NamedRepeat } from "./repeat-phrases.ts";
import type { NamedLength } from "./length-phrases.ts";

/** When a repeat ends, in the words of the line. */
export interface NamedEnd {
  readonly count: number | undefined;
  /** day number, inclusive */
  readonly until: number | undefined;
  /** "for ten weeks": the series lasts so long */
  readonly lasting: NamedLength | undefined;
}

const two = (value: number): string => String(value).padStart(2, "0");

/**
 * An RRULE value (RFC 5545 §3.3.10). Odd and even weeks are named by number, so that a year of 53 weeks, after which
 * two odd ones follow each other, comes out right.
 * @param first day number of the first day
 */
export function ruleText(repeat: NamedRepeat, first: number, end: NamedEnd): string {
  const { freq, interval, weekdays, nth, monthDay, workday, month, weeks } = repeat;
  const byDay = weekdays.map(codeOf).join(",");
  const parts = weeks
    ? ["FREQ=YEARLY", `BYWEEKNO=${weeksOf(weeks).join(",")}`, `BYDAY=${byDay || codeOf(weekdayOfDay(first))}`]
    : [
        `FREQ=${freq}`,
        ...(interval > 1 ? [`INTERVAL=${String(interval)}`] : []),
        ...(month === undefined ? [] : [`BYMONTH=${String(month)}`]),
        ...(byDay === "" ? [] : [`BYDAY=${byDay}`]),
        ...(nth === undefined ? [] : [`BYDAY=${nth}`]),
        ...(monthDay === undefined ? [] : [`BYMONTHDAY=${String(monthDay)}`]),
        ...(workday === undefined ? [] : [`BYDAY=MO,TU,WE,TH,FR;BYSETPOS=${String(workday)}`]),
      ];
  return [...parts, ...endText(repeat, first, end)].join(";");
}

function endText(repeat: NamedRepeat, first: number, { count, until, lasting }: NamedEnd): readonly string[] {
  const times =
    count ?? repeat.count ?? (repeat.isOnce ? repeat.weekdays.length : lasting && timesIn(repeat, lasting));
  if (times !== undefined && times >= 1) return [`COUNT=${String(Math.min(times, 9999))}`];
  const last = until ?? (lasting && first + Math.round(lasting.milliseconds / DAY) - 1);
  if (last === undefined) return [];
  const { year, month, day } = civilDate(last);
  return [`UNTIL=${String(year)}${two(month)}${two(day)}`];
}

/** How many times a repeat comes in a length that is a multiple of its own; undefined if it is not. */
function timesIn(repeat: NamedRepeat, { milliseconds, months }: NamedLength): number | undefined {
  const { freq, interval, weekdays, weeks } = repeat;
  if (weeks) return undefined;
  const days = Math.round(milliseconds / DAY);
  if (months !== undefined) return freq === "MONTHLY" ? Math.ceil(months / interval) : undefined;
  if (freq === "DAILY") return Math.ceil(days / interval);
  if (freq === "WEEKLY") return Math.ceil(days / 7 / interval) * Math.max(1, weekdays.length);
  return undefined;
}

/** The most days that are looked through for a first one: to a 29 February around 2100. */
const FARTHEST = 9 * 366;

/** The first day from one on that a repeat may begin on; day numbers. */
export function firstDay(repeat: NamedRepeat, from: number): number {
  for (let day = from; day < from + FARTHEST; day++) if (isOn(repeat, day)) return day;
  return from;
}

function isOn({ weekdays, nth, monthDay, workday, month, weeks }: NamedRepeat, number: number): boolean {
  const weekday = weekdayOfDay(number);
  const { year, month: own, day } = civilDate(number);
  const length = daysInMonth(year, own);
  if (weeks && parityAt(asLocal(number * DAY)) !== weeks) return false;
  if (weekdays.length > 0 && !weekdays.includes(weekday)) return false;
  if (month !== undefined && own !== month) return false;
  if (monthDay !== undefined && day !== (monthDay === -1 ? length : monthDay)) return false;
  if (workday !== undefined) return number === workdayOf(year, own, workday);
  if (nth === undefined) return true;
  const count = Number.parseInt(nth, 10);
  if (!nth.endsWith(codeOf(weekday))) return false;
  return count < 0 ? day + 7 > length : Math.ceil(day / 7) === count;
}

/** The first (1) or last (-1) of Monday to Friday of a month. */
function workdayOf(year: number, month: number, which: number): number {
  let day = dayNumber(year, month, which < 0 ? daysInMonth(year, month) : 1);
  while (weekdayOfDay(day) > 5) day += which;
  return day;
}
