import type { TimeInterval } from "@snart/calendar/booking/seeking/free-times.ts";
import type { FreeTimesRecord, TimeIntervalRecord } from "@snart/calendar/jmap/booking.ts";
import { formatUtcDateTime, parseUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import { DAY, MINUTE } from "@snart/calendar/time/instant.ts";
import * as v from "valibot";
import { freeTimes as freeTimesOf, type FreeTimes } from "../../../app/bookings/free-times.ts";
import type { PrincipalId } from "../../../app/types.ts";
import { ownAccountMethod } from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import { id, idText, utcDate } from "../../standard/arguments.ts";
import { SNART } from "../../wire/capabilities.ts";
import { invalidArguments } from "../../wire/errors.ts";

const MOST_ASKED = 20;
const MOST_DAYS = 32;
const MOST_MINUTES = (MOST_DAYS * DAY) / MINUTE;

/** Bookable/freeTimes: when times of one length can be booked of each thing, for somebody who looks for one that suits people too. */
export const freeTimes = ownAccountMethod(
  SNART,
  v.strictObject({
    accountId: id,
    bookableIds: v.pipe(v.array(idText), v.maxLength(MOST_ASKED)),
    start: utcDate,
    end: utcDate,
    minutes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_MINUTES)),
    uid: v.nullish(v.string()),
  }),
  async ({ app, actor }, account, { bookableIds, minutes, uid, ...given }) => {
    const [start = 0, end = 0] = [parseUtcDateTime(given.start), parseUtcDateTime(given.end)];
    if (end <= start) return failed(invalidArguments("end is not after start"));
    if (end - start > MOST_DAYS * DAY)
      return failed(methodErrorOf({ code: "range-too-long", limitDays: MOST_DAYS }));
    const asked = { start, end, length: minutes * MINUTE, ...(typeof uid === "string" && { uid }) };
    const list = await freeTimesOf(app, actor, [...new Set(bookableIds as PrincipalId[])], asked);
    return ok({ accountId: account.id, list: list.map(recordOfTimes) });
  },
);

const recordOfTimes = ({ id: bookableId, taken, closed, starts }: FreeTimes): FreeTimesRecord => ({
  bookableId,
  taken: taken.map(recordOfInterval),
  closed: closed.map(recordOfInterval),
  starts: starts.map(recordOfInterval),
});

const recordOfInterval = ({ start, end }: TimeInterval): TimeIntervalRecord => ({
  start: formatUtcDateTime(start),
  end: formatUtcDateTime(end),
});
