import { laterStarts } from "@snart/calendar/booking/no-show.ts";
import type { BookingRecord } from "@snart/calendar/jmap/booking.ts";
import { timeOf } from "../model.ts";

/** What can be said about an own booking at a moment. */
export interface Sayable {
  readonly checkIn: boolean;
  readonly finish: boolean;
  readonly comeLater: boolean;
  /** the same, with the code that the screen at the door shows */
  readonly checkInByCode: boolean;
  /** it is to be said now that one is here, and only at the door */
  readonly atDoor: boolean;
  /** when the rest is released unless somebody comes; undefined: it is not, or it is not near yet */
  readonly releasedAt: number | undefined;
  /** until when it is to be confirmed, or it is given back; undefined: it is not */
  readonly confirmUntil: number | undefined;
}

type Asked = Pick<BookingRecord, "start" | "end" | "state" | "checkIn" | "confirmUntil">;

export function sayable(booking: Asked, now: number): Sayable {
  const { start, end } = timeOf(booking);
  const { state, checkIn } = booking;
  const confirmUntil = booking.confirmUntil === null ? now : Date.parse(booking.confirmUntil);
  const isRunning = start < now && now < end;
  const [from, until] = checkIn ? [Date.parse(checkIn.from), Date.parse(checkIn.until)] : [end, start];
  const isAwaited = state === "confirmed" && from <= now && now < until;
  return {
    checkIn: isAwaited && checkIn?.isByApp === true,
    checkInByCode: isAwaited && checkIn?.isByCode === true,
    atDoor: isAwaited && checkIn?.isByApp === false && !checkIn.isByCode,
    finish: isRunning && (state === "inUse" || state === "confirmed"),
    comeLater: state === "confirmed" && now < until && laterStarts({ start, end }, now).length > 0,
    releasedAt: isAwaited && checkIn?.isNeeded === true ? until : undefined,
    confirmUntil: confirmUntil > now ? confirmUntil : undefined,
  };
}
