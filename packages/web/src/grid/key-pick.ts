import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { addDays, asLocal, dayOf, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { Span } from "../store/items/span.ts";

const STEP = 15 * MINUTE;

/** A key that moves a piece of time, and whether it moves its end only. */
export interface PickKey {
  readonly key: string;
  readonly shiftKey: boolean;
}

/**
 * The span after an arrow key: up and down by a quarter of an hour, left and right by a day, with Shift the end
 * alone. Undefined for other keys. Clock times stay the same over changes of the clocks.
 */
export function pickedSpan(span: Span, { key, shiftKey }: PickKey, zone: Zone): Span | undefined {
  const days = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
  const steps = key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : 0;
  if (days === 0 && steps === 0) return undefined;
  const shifted = (at: number, by: number): number => zone.toInstant(asLocal(zone.toLocal(at) + by));
  const dayMove = days * 24 * HOUR;
  if (span.allDay) {
    const by = dayMove || steps * 24 * HOUR;
    const end = shifted(span.end, by);
    if (shiftKey) return end > span.start ? { ...span, end } : span;
    return { ...span, start: shifted(span.start, by), end };
  }
  if (shiftKey)
    return { ...span, end: Math.max(span.start + STEP, shifted(span.end, dayMove + steps * STEP)) };
  const start = shifted(span.start, dayMove + steps * STEP);
  return { ...span, start, end: start + (span.end - span.start) };
}

/**
 * The first position of the time cursor: the next full hour if today is on screen, else nine o'clock of the first
 * day.
 */
export function firstPick(days: readonly Local[], now: number, zone: Zone): Span {
  const today = zone.toLocal(now);
  const first = days[0] ?? today;
  const isHere = days.some((day) => dayOf(day) === dayOf(today));
  const start = isHere ? Math.ceil(now / HOUR) * HOUR : zone.toInstant(asLocal(addDays(first, 0) + 9 * HOUR));
  return { start, end: start + HOUR, allDay: false };
}

/** The column that an arrow key moves to among several columns of the same day; undefined for other keys. */
export function columnAfter(column: number, { key, shiftKey }: PickKey, count: number): number | undefined {
  const step = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
  return shiftKey || step === 0 ? undefined : Math.min(Math.max(column + step, 0), count - 1);
}
