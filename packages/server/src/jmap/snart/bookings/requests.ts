import type { BookingRequestRecord } from "@snart/calendar/jmap/booking.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { answerForThing } from "../../../app/booking-pages/answering/answer-for-thing.ts";
import { waitingRequests, type BookingRequest } from "../../../app/bookings/requests.ts";
import type { BookingId } from "../../../app/types.ts";
import { ownAccountMethod } from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import { id, idText, text } from "../../standard/arguments.ts";
import { SNART } from "../../wire/capabilities.ts";

/** Booking/requests: what waits for the actor's answer, by start. */
export const requests = ownAccountMethod(
  SNART,
  v.strictObject({ accountId: id }),
  async ({ app, actor }, account) =>
    ok({ accountId: account.id, list: (await waitingRequests(app, actor)).map(requestRecord) }),
);

function requestRecord({ booking, bookable, partyName }: BookingRequest): BookingRequestRecord {
  return {
    bookingId: booking.id,
    bookableId: booking.accountId,
    bookableName: bookable.displayName,
    start: formatUtcDateTime(booking.startsAt),
    end: formatUtcDateTime(booking.endsAt),
    partyName,
    createdAt: formatUtcDateTime(booking.createdAt),
  };
}

const LONGEST_COMMENT = 1_000;
/** Booking/answer: a manager grants or refuses a request. Who asked hears of it. */
export const answer = ownAccountMethod(
  SNART,
  v.strictObject({
    accountId: id,
    bookingId: idText,
    isGranted: v.boolean(),
    comment: v.optional(v.pipe(text, v.maxLength(LONGEST_COMMENT)), ""),
  }),
  async ({ app, actor }, account, { bookingId, isGranted, comment }) => {
    const done = await answerForThing(app, actor, bookingId as BookingId, { isGranted, comment });
    return done.ok
      ? ok({ accountId: account.id, bookingId, state: done.value })
      : failed(methodErrorOf(done.problem));
  },
);
