import { DAY } from "@snart/calendar/time/instant.ts";
import { dayOf, localFromFields, type Local } from "@snart/calendar/time/local.ts";

export type PublicView = "list" | "week" | "month";

/** The days that a view shows: from inclusive, to exclusive, both counted from 1970-01-01. */
export interface Days {
  readonly from: number;
  readonly to: number;
}

/** How far ahead the list looks: as far as the page of coming events does. */
export const LIST_DAYS = 366;

/** Weeks begin on Monday; 1970-01-01 was a Thursday. */
const mondayOf = (day: number): number => day - ((((day + 3) % 7) + 7) % 7);

/** What a view shows that is so many steps from the one with today in it. */
export function daysOf(view: PublicView, today: Local, steps: number): Days {
  const day = dayOf(today);
  if (view === "list") return { from: day, to: day + LIST_DAYS };
  if (view === "week") {
    const from = mondayOf(day) + 7 * steps;
    return { from, to: from + 7 };
  }
  const first = dayOf(firstOfMonth(today, steps));
  const next = dayOf(firstOfMonth(today, steps + 1));
  const from = mondayOf(first);
  return { from, to: mondayOf(next - 1) + 7 };
}

/** The first day of the month that is so many months away. */
export function firstOfMonth(today: Local, steps: number): Local {
  const date = new Date(today);
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() + steps;
  return localFromFields(Math.floor(months / 12), (((months % 12) + 12) % 12) + 1, 1, 0, 0, 0);
}

/** Midnight at the beginning of a day, as wall-clock time. */
export const localOfDay = (day: number): Local => (day * DAY) as Local;
