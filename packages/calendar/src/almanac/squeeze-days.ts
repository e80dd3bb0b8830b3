import { civilDate, weekdayOfDay } from "../time/civil.ts";
import { dayNumber, type AlmanacDate } from "./almanac-date.ts";
import { redDays } from "./red-days.ts";
import type { AlmanacDay, AlmanacRegion } from "./almanac-day.ts";

/** Working days between days off (Swedish *klämdagar*): take `take` days off and get `gives` days off in a row. */
export interface SqueezeDays {
  /** the first working day to take off */
  readonly first: AlmanacDate;
  readonly last: AlmanacDate;
  readonly take: number;
  /** the first day of the whole time off */
  readonly from: AlmanacDate;
  readonly to: AlmanacDate;
  readonly gives: number;
}

/** The kinds of named days that a person has off, besides Saturdays and Sundays. */
export type ClosedKinds = ReadonlySet<AlmanacDay["kind"]>;

/** A working week is five days, so four working days between days off always touch a holiday. */
const MOST_TO_TAKE = 4;

/**
 * The squeeze days of a year, in order: every run of at most `atMost` working days (1–4) between days off that begins
 * in that year. Days off are Saturdays, Sundays and the `closed` kinds. A year outside the almanac (1900–2199) has
 * none.
 */
export function squeezeDays(
  year: number,
  region: AlmanacRegion,
  closed: ClosedKinds = new Set(["red"]),
  atMost = 1,
): readonly SqueezeDays[] {
  if (redDays(year, region).length === 0) return [];
  const isFree = freeDays(year, region, closed);
  const longest = Math.min(Math.max(Math.trunc(atMost), 0), MOST_TO_TAKE);
  const found: SqueezeDays[] = [];
  const [start, end] = [dayNumber({ year, month: 1, day: 1 }), dayNumber({ year, month: 12, day: 31 })];
  for (let first = start; first <= end; first++) {
    if (isFree(first) || !isFree(first - 1)) continue;
    const last = lastWhile(first, (day) => !isFree(day));
    if (last - first < longest) found.push(squeezed(first, last, isFree));
    first = last;
  }
  return found;
}

function freeDays(year: number, region: AlmanacRegion, closed: ClosedKinds): (day: number) => boolean {
  const named = [year - 1, year, year + 1].flatMap((it) => redDays(it, region));
  const days = new Set(named.filter(({ kind }) => closed.has(kind)).map(({ date }) => dayNumber(date)));
  return (day) => weekdayOfDay(day) > 5 || days.has(day);
}

/** The last day of an unbroken run. */
function lastWhile(from: number, holds: (day: number) => boolean, step = 1): number {
  let day = from;
  while (holds(day + step)) day += step;
  return day;
}

function squeezed(first: number, last: number, isFree: (day: number) => boolean): SqueezeDays {
  const from = lastWhile(first, isFree, -1);
  const to = lastWhile(last, isFree);
  return {
    first: civilDate(first),
    last: civilDate(last),
    take: last - first + 1,
    from: civilDate(from),
    to: civilDate(to),
    gives: to - from + 1,
  };
}
