import {
  addDays,
  asLocal,
  dayOf,
  localFromFields,
  startOfDay,
  type Local,
} from "@snart/calendar/time/local.ts";

/** 1 January 1900 was a Monday: weeks are counted from there, to the last of the years that Snart keeps. */
const FIRST_DAY = dayOf(localFromFields(1900, 1, 1));

/** How many weeks there are to scroll through. */
export const WEEK_COUNT = Math.floor((dayOf(localFromFields(2199, 12, 31)) - FIRST_DAY) / 7) + 1;

/** The number of the week that holds a day (days since 1970-01-01), within the weeks there are. */
export const weekOfDay = (day: number): number =>
  Math.min(Math.max(Math.floor((day - FIRST_DAY) / 7), 0), WEEK_COUNT - 1);

/** The Monday of a week, days since 1970-01-01. */
export const mondayOfWeek = (week: number): number => FIRST_DAY + week * 7;

/** Midnight of a day of a week; 0 is Monday. */
export const localOfDay = (day: number): Local => addDays(asLocal(0), day);

/** A span of whole weeks on screen; `to` is exclusive. */
export interface WeekSpan {
  readonly from: number;
  readonly to: number;
}

/** The weeks to draw for a place of the scroller: those that are seen and some around them. */
export function weeksAround(scrollTop: number, height: number, rowHeight: number, spare: number): WeekSpan {
  const first = Math.floor(scrollTop / rowHeight) - spare;
  const after = Math.ceil((scrollTop + height) / rowHeight) + spare;
  return { from: Math.max(0, first), to: Math.min(WEEK_COUNT, after) };
}

/** The third row tells which month one looks at: of a month that begins on top it is always a week of its own. */
export function dayOfMonthOnScreen(scrollTop: number, rowHeight: number): Local {
  const week = Math.min(Math.round(scrollTop / rowHeight) + 2, WEEK_COUNT - 1);
  return localOfDay(mondayOfWeek(week) + 3);
}

/** The Monday of the week on top. */
export const mondayOnScreen = (scrollTop: number, rowHeight: number): Local =>
  localOfDay(mondayOfWeek(Math.min(Math.max(Math.round(scrollTop / rowHeight), 0), WEEK_COUNT - 1)));

/** The scroll position at which a month begins at the top; lower if a day of it would otherwise be hidden. */
export function scrollTopOfMonth(first: Local, day: Local, height: number, rowHeight: number): number {
  const top = weekOfDay(dayOf(first)) * rowHeight;
  const least = (weekOfDay(dayOf(startOfDay(day))) + 1) * rowHeight - height;
  return Math.max(top, least);
}
