import type { Facts } from "@snart/calendar/booking/facts.ts";
import { prepare } from "@snart/calendar/booking/prepare.ts";
import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import { slotsOf } from "@snart/calendar/booking/slots.ts";
import type { BoardSlotRecord } from "@snart/calendar/jmap/booking.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { DAY } from "@snart/calendar/time/instant.ts";

/** The slots that a neighbour without bookings would see of a thing that nobody has booked yet. */
export function previewSlots(
  rules: BookingRules,
  first: number,
  days: number,
  now: number,
): readonly BoardSlotRecord[] {
  const facts: Facts = {
    bookable: "",
    labels: [],
    asker: { party: "", groups: rules.mayBook ?? [], manages: false },
    claims: [],
    claimsFrom: now - 800 * DAY,
    claimsTo: now + 800 * DAY,
    bookings: [],
    bookingsFrom: now - 800 * DAY,
    pauses: [],
    sources: [],
  };
  return slotsOf(prepare(rules), facts, { first, last: first + days - 1 }, now).map(
    ({ start, end, state, tail, verdict }) => ({
      start: formatUtcDateTime(start),
      end: formatUtcDateTime(end),
      name: null,
      state,
      who: null,
      bookingId: null,
      tail,
      reasons: verdict.ok ? [] : verdict.reasons,
    }),
  );
}
