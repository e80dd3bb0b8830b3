import type { CheckInRecord } from "@snart/calendar/jmap/booking.ts";
import { formatUtcDateTime, parseUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import type { OwnBooking } from "../../../app/bookings/own-bookings.ts";
import { confirmBooking } from "../../../app/bookings/confirming/confirm.ts";
import * as presence from "../../../app/bookings/presence.ts";
import type { BookingId } from "../../../app/types.ts";
import { ownAccountMethod, type MethodResult } from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import { id, idText, text, utcDate } from "../../standard/arguments.ts";
import { SNART } from "../../wire/capabilities.ts";

/** When one can say that one is here. */
export const checkInRecord = ({
  from,
  until,
  ...rest
}: NonNullable<OwnBooking["checkIn"]>): CheckInRecord => ({
  from: formatUtcDateTime(from),
  until: formatUtcDateTime(until),
  ...rest,
});

const named = { accountId: id, bookingId: idText };

const answerOf = (accountId: string, done: Awaited<ReturnType<typeof presence.checkIn>>): MethodResult =>
  done.ok
    ? ok({
        accountId,
        bookingId: done.value.id,
        state: done.value.state,
        start: formatUtcDateTime(done.value.startsAt),
        end: formatUtcDateTime(done.value.endsAt),
      })
    : failed(methodErrorOf(done.problem));

/** Booking/checkIn: its party is here; with the code that the screen at the door shows, where the rules ask for it. */
export const checkIn = ownAccountMethod(
  SNART,
  v.strictObject({ ...named, code: v.nullish(v.pipe(text, v.minLength(1), v.maxLength(20))) }),
  async ({ app, actor }, _account, { accountId, bookingId, code }) => {
    const said = { at: "app", ...(typeof code === "string" && { code }) } as const;
    return answerOf(accountId, await presence.checkIn(app, actor, bookingId as BookingId, said));
  },
);

/** Booking/confirm: its party keeps it. */
export const confirm = ownAccountMethod(
  SNART,
  v.strictObject(named),
  async ({ app, actor }, _account, { accountId, bookingId }) =>
    answerOf(accountId, await confirmBooking(app, actor, bookingId as BookingId)),
);

/** Booking/finish: its party is done, and the rest is free. */
export const finish = ownAccountMethod(
  SNART,
  v.strictObject(named),
  async ({ app, actor }, _account, { accountId, bookingId }) =>
    answerOf(accountId, await presence.finishBooking(app, actor, bookingId as BookingId)),
);

/** Booking/comeLater: its party comes at `start`, and until then others can have it. */
export const comeLater = ownAccountMethod(
  SNART,
  v.strictObject({ ...named, start: utcDate }),
  async ({ app, actor }, _account, { accountId, bookingId, start }) => {
    const at = parseUtcDateTime(start) ?? NaN;
    return answerOf(accountId, await presence.comeLater(app, actor, bookingId as BookingId, at));
  },
);
