import { instantAt, readDate, readTime } from "@snart/calendar/booking/clock.ts";
import { passesOn, stayOf } from "@snart/calendar/booking/passes.ts";
import type { PreparedRules } from "@snart/calendar/booking/prepare.ts";
import type { DrawRecord } from "@snart/calendar/jmap/booking.ts";
import type { Time } from "../model.ts";

type Period = Pick<DrawRecord, "from" | "to">;

/** The days of a period, as numbers; `to` is exclusive. */
export const daysOf = ({ from, to }: Period): { readonly from: number; readonly to: number } => ({
  from: readDate(from) ?? 0,
  to: readDate(to) ?? 0,
});

/** Every pass of a period, which one can wish for. */
export function passesIn(prepared: PreparedRules, period: Period): readonly Time[] {
  const { from, to } = daysOf(period);
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => passesOn(prepared, from + at)).flat();
}

/** The stay from one date to another; undefined: they are no dates, or not in this order. */
export function stayBetween(prepared: PreparedRules, arrive: string, leave: string): Time | undefined {
  const [from, to] = [readDate(arrive), readDate(leave)];
  return from === undefined || to === undefined || to <= from ? undefined : stayOf(prepared, from, to - from);
}

/** The hours of a date; undefined: they are none. */
export function hoursOn({ zone }: PreparedRules, date: string, from: string, to: string): Time | undefined {
  const [day, start, end] = [readDate(date), readTime(from), readTime(to, true)];
  if (day === undefined || start === undefined || end === undefined || end <= start) return undefined;
  return { start: instantAt(zone, day, start), end: instantAt(zone, day, end) };
}

export const isSame = (a: Time, b: Time): boolean => a.start === b.start && a.end === b.end;

/** Wishes with one of them a place up (-1) or down; the same at an end. */
export function moved<T>(wishes: readonly T[], at: number, by: 1 | -1): readonly T[] {
  const [one, other] = [wishes[at], wishes[at + by]];
  if (one === undefined || other === undefined) return wishes;
  return wishes.map((each, index) => (index === at ? other : index === at + by ? one : each));
}

/** Whether a draw is told of on a board that shows these days: while wishes are taken it always is. */
export function isTold(draw: DrawRecord, shown: { readonly first: number; readonly days: number }): boolean {
  if (draw.stage === "open" || draw.stage === "closed") return true;
  const { from, to } = daysOf(draw);
  return from < shown.first + shown.days && shown.first < to;
}
