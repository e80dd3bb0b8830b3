import { daysInMonth } from "../../time/civil.ts";
import { addDays, fieldsOfLocal, weekday, type Local } from "../../time/local.ts";

/** A day of a month; months without it are skipped. */
export type MonthDay =
  | { readonly kind: "date"; readonly day: number }
  | { readonly kind: "lastDay" }
  /** `nth` counts from the end if negative; `day` is 1 Monday … 7 Sunday */
  | { readonly kind: "weekday"; readonly nth: number; readonly day: number };

/** Whether two days of a month are equal. */
export function sameDay(a: MonthDay, b: MonthDay): boolean {
  if (a.kind === "date") return b.kind === "date" && a.day === b.day;
  if (a.kind === "lastDay") return b.kind === "lastDay";
  return b.kind === "weekday" && a.nth === b.nth && a.day === b.day;
}

/**
 * “The fourth Monday” moved to a Tuesday is “the fourth Tuesday”; a fifth one becomes the last, as not every month
 * has five.
 */
export function rebasedDay(on: MonthDay, from: Local, to: Local): MonthDay {
  if (on.kind === "date")
    return on.day === fieldsOfLocal(from).day ? { kind: "date", day: fieldsOfLocal(to).day } : on;
  if (on.kind === "lastDay") return isLastDayOfMonth(to) ? on : { kind: "date", day: fieldsOfLocal(to).day };
  if (on.day !== weekday(from) || !isNth(on.nth, from)) return on;
  const isLast = nthOfMonth(to) > 4 || (on.nth < 0 && isLastOfItsKind(to));
  return { kind: "weekday", nth: isLast ? -1 : nthOfMonth(to), day: weekday(to) };
}

/** Whether a day is the nth of its weekday in its month, counted from the end if negative. */
export function isNth(nth: number, date: Local): boolean {
  const { year, month, day } = fieldsOfLocal(date);
  return nth > 0 ? nthOfMonth(date) === nth : Math.ceil((daysInMonth(year, month) - day + 1) / 7) === -nth;
}

/** The number of a day among the same weekdays of its month: 1 for the first Monday … 5. */
export const nthOfMonth = (date: Local): number => Math.ceil(fieldsOfLocal(date).day / 7);

/** Whether a day is the last of its weekday in its month. */
export const isLastOfItsKind = (date: Local): boolean =>
  fieldsOfLocal(addDays(date, 7)).month !== fieldsOfLocal(date).month;

/** Whether the next day is in another month. */
export function isLastDayOfMonth(date: Local): boolean {
  const { year, month, day } = fieldsOfLocal(date);
  return day === daysInMonth(year, month);
}
