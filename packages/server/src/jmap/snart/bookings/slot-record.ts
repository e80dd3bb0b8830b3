import { readDate } from "@snart/calendar/booking/clock.ts";
import type { Slot } from "@snart/calendar/booking/slots.ts";
import type { BoardSlotRecord } from "@snart/calendar/jmap/booking.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import * as v from "valibot";

const DAYS = 62;

/** The first day of a board, and how many. */
export const boardDate = v.pipe(
  v.string(),
  v.check((date) => readDate(date) !== undefined, "must be a date"),
);
export const boardDays = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(DAYS));

/** A slot of a board as it goes over the wire. */
export function slotRecord({
  start,
  end,
  name,
  state,
  who = null,
  booking,
  tail,
  verdict,
}: Slot & { readonly who?: string | null }): BoardSlotRecord {
  return {
    start: formatUtcDateTime(start),
    end: formatUtcDateTime(end),
    name: name ?? null,
    state,
    who,
    bookingId: booking ?? null,
    tail,
    reasons: verdict.ok ? [] : verdict.reasons,
  };
}
