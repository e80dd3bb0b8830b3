import { instantAt, readDate } from "@snart/calendar/booking/clock.ts";
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

/** The stay from one day to another; undefined: they are not in this order, or not within the period. */
export function stayBetween(
  prepared: PreparedRules,
  period: Period,
  arrive: number,
  leave: number,
): Time | undefined {
  const { from, to } = daysOf(period);
  return arrive < from || to < leave || leave <= arrive
    ? undefined
    : stayOf(prepared, arrive, leave - arrive);
}

/**
 * The hours of a day, from and to minutes of it, where no `to` is midnight; undefined: they are none, or not within the period.
 */
export function hoursOn(
  { zone }: PreparedRules,
  period: Period,
  day: number,
  [start, to]: readonly [start: number, to: number],
): Time | undefined {
  const days = daysOf(period);
  const end = to === 0 ? 1440 : to;
  if (day < days.from || days.to <= day || end <= start) return undefined;
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
