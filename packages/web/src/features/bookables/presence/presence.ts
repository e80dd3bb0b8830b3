import type { BookingRecord } from "@snart/calendar/jmap/booking.ts";
import { MINUTE } from "@snart/calendar/time/instant.ts";
import { timeOf } from "../model.ts";

/** What can be said about an own booking at a moment. */
export interface Sayable {
  readonly checkIn: boolean;
  readonly finish: boolean;
  readonly comeLater: boolean;
  /** it is to be said now that one is here, and only at the door */
  readonly atDoor: boolean;
  /** when the rest is released unless somebody comes; undefined: it is not, or it is not near yet */
  readonly releasedAt: number | undefined;
}

type Asked = Pick<BookingRecord, "start" | "end" | "state" | "checkIn">;

export function sayable(booking: Asked, now: number): Sayable {
  const { start, end } = timeOf(booking);
  const { state, checkIn } = booking;
  const isRunning = start < now && now < end;
  const [from, until] = checkIn ? [Date.parse(checkIn.from), Date.parse(checkIn.until)] : [end, start];
  const isAwaited = state === "confirmed" && from <= now && now < until;
  return {
    checkIn: isAwaited && checkIn?.isByApp === true,
    atDoor: isAwaited && checkIn?.isByApp === false,
    finish: isRunning && (state === "inUse" || state === "confirmed"),
    comeLater: state === "confirmed" && now < until && laterStarts(booking, now).length > 0,
    releasedAt: isAwaited && checkIn?.isNeeded === true ? until : undefined,
  };
}

/** How many starts are offered: by the half hour those of a morning. */
const MOST = 12;

/** When somebody who comes later can begin: at the half hours that are left, or the quarters of a short time. */
export function laterStarts(booking: Pick<BookingRecord, "start" | "end">, now: number): readonly number[] {
  const { start, end } = timeOf(booking);
  const after = Math.max(start, now);
  const step = end - start > 60 * MINUTE ? 30 * MINUTE : 15 * MINUTE;
  const first = Math.floor(after / step) * step + step;
  const starts: number[] = [];
  for (let at = first; at < end && starts.length < MOST; at += step) starts.push(at);
  return starts;
}
