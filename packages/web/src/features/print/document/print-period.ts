import {
  addDays,
  dayOf,
  fieldsOfLocal,
  localFromFields,
  startOfDay,
  startOfWeek,
  type Local,
} from "@snart/calendar/time/local.ts";
import type { PrintKind } from "./print-settings.ts";

/** The days that are printed; both ends inclusive, each at midnight. */
export interface Period {
  readonly from: Local;
  readonly to: Local;
}

/** The days that share a sheet. */
export interface SheetDays {
  /** the first day of the sheet's day, week, month or year */
  readonly first: Local;
  /** the last of them */
  readonly last: Local;
}

/** How many weeks a list looks ahead at first. */
const LIST_WEEKS = 4;
/** The most sheets, and the longest list: a mistake should not print more. */
export const MOST: Readonly<Record<PrintKind, number>> = { day: 31, week: 27, month: 24, year: 5, list: 1 };
const MOST_LIST_DAYS = 366;

/** The first period of a kind: the one that holds a day; for a list, four weeks from that day. */
export function periodAround(kind: PrintKind, day: Local): Period {
  const from = startOfKind(kind, startOfDay(day));
  return { from, to: kind === "list" ? addDays(from, LIST_WEEKS * 7 - 1) : addDays(next(kind, from), -1) };
}

/** The sheets of a period: the whole of every day, week, month or year that it touches, in order, up to the limit. */
export function sheetsOf(kind: PrintKind, { from, to }: Period): readonly SheetDays[] {
  if (kind === "list") return [{ first: from, last: lastOfList(from, to) }];
  const sheets: SheetDays[] = [];
  let first = startOfKind(kind, from);
  while (first <= to && sheets.length < MOST[kind]) {
    const after = next(kind, first);
    sheets.push({ first, last: addDays(after, -1) });
    first = after;
  }
  return sheets;
}

/** Whether a period is longer than this kind prints. */
export const isTooLong = (kind: PrintKind, period: Period): boolean =>
  (sheetsOf(kind, period).at(-1)?.last ?? period.to) < period.to;

/** The period with another end: the other end follows if it has to. */
export const withFrom = ({ from, to }: Period, day: Local): Period => ({
  from: day,
  to: day > to ? addDays(day, dayOf(to) - dayOf(from)) : to,
});
export const withTo = ({ from }: Period, day: Local): Period => ({ from: day < from ? day : from, to: day });

const lastOfList = (from: Local, to: Local): Local =>
  dayOf(to) - dayOf(from) < MOST_LIST_DAYS ? to : addDays(from, MOST_LIST_DAYS - 1);

function startOfKind(kind: PrintKind, day: Local): Local {
  const { year, month } = fieldsOfLocal(day);
  if (kind === "week") return startOfWeek(day);
  if (kind === "month") return localFromFields(year, month, 1);
  return kind === "year" ? localFromFields(year, 1, 1) : day;
}

function next(kind: PrintKind, first: Local): Local {
  const { year, month } = fieldsOfLocal(first);
  if (kind === "week") return addDays(first, 7);
  if (kind === "month") return localFromFields(year, month + 1, 1);
  return kind === "year" ? localFromFields(year + 1, 1, 1) : addDays(first, 1);
}
