import {
  addDays,
  asLocal,
  dayOf,
  localFromFields,
  startOfDay,
  type Local,
} from "@snart/calendar/time/local.ts";

/** Weeks are counted from 1 January 1900, which was a Monday, to the last year that Snart stores. */
const FIRST_DAY = dayOf(localFromFields(1900, 1, 1));

/** The number of weeks to scroll through. */
export const WEEK_COUNT = Math.floor((dayOf(localFromFields(2199, 12, 31)) - FIRST_DAY) / 7) + 1;

/** Returns the number of a day's week (days since 1970-01-01), at most the first or last week there is. */
export const weekOfDay = (day: number): number =>
  Math.min(Math.max(Math.floor((day - FIRST_DAY) / 7), 0), WEEK_COUNT - 1);

/** Returns the Monday of a week, days since 1970-01-01. */
export const mondayOfWeek = (week: number): number => FIRST_DAY + week * 7;

/** Returns midnight of a day of a week; 0 is Monday. */
export const localOfDay = (day: number): Local => addDays(asLocal(0), day);

/** A span of whole weeks on screen; `to` is exclusive. */
export interface WeekSpan {
  readonly from: number;
  readonly to: number;
}

/** Returns the weeks to draw for a scroll position: the visible ones and some around them. */
export function weeksAround(scrollTop: number, height: number, rowHeight: number, spare: number): WeekSpan {
  const first = Math.floor(scrollTop / rowHeight) - spare;
  const after = Math.ceil((scrollTop + height) / rowHeight) + spare;
  return { from: Math.max(0, first), to: Math.min(WEEK_COUNT, after) };
}

/** Returns a day of the month on screen, from the third row: if a month begins at the top, that row is always in it. */
export function dayOfMonthOnScreen(scrollTop: number, rowHeight: number): Local {
  const week = Math.min(Math.round(scrollTop / rowHeight) + 2, WEEK_COUNT - 1);
  return localOfDay(mondayOfWeek(week) + 3);
}

/** Returns the Monday of the week at the top. */
export const mondayOnScreen = (scrollTop: number, rowHeight: number): Local =>
  localOfDay(mondayOfWeek(Math.min(Math.max(Math.round(scrollTop / rowHeight), 0), WEEK_COUNT - 1)));

/** Returns the scroll position at which a month begins at the top; lower if a day of it would otherwise be hidden. */
export function scrollTopOfMonth(first: Local, day: Local, height: number, rowHeight: number): number {
  const top = weekOfDay(dayOf(first)) * rowHeight;
  const least = (weekOfDay(dayOf(startOfDay(day))) + 1) * rowHeight - height;
  return Math.max(top, least);
}
