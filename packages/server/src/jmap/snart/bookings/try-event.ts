import type { TriedBookableRecord } from "@snart/calendar/jmap/booking.ts";
import { findingsOf, problemOf } from "@snart/calendar/jscalendar/check-item.ts";
import { formatLocalDateTime, formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { tryEvent as tryOn, type TriedBookable } from "../../../app/bookings/try-event.ts";
import type { PrincipalId } from "../../../app/types.ts";
import { ownAccountMethod } from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import { id, idText, jsonObject } from "../../standard/arguments.ts";
import { SNART } from "../../wire/capabilities.ts";
import { invalidArguments } from "../../wire/errors.ts";

const MOST_TRIED = 100;

/** Bookable/tryEvent: on which dates of an event that is being written each bookable could be had, and why not on the others. */
export const tryEvent = ownAccountMethod(
  SNART,
  v.strictObject({
    accountId: id,
    event: jsonObject,
    bookableIds: v.pipe(v.array(idText), v.maxLength(MOST_TRIED)),
  }),
  async ({ app, actor }, account, { event, bookableIds }) => {
    const whole = { "@type": "Event", ...event };
    const findings = findingsOf(whole);
    const problem = findings.length > 0 ? problemOf(findings) : undefined;
    if (problem) return failed(methodErrorOf({ code: "invalid-calendar-data", problem }));
    if (typeof event.uid !== "string" || typeof event.start !== "string")
      return failed(invalidArguments("an event needs a uid and a start"));
    const tried = await tryOn(app, actor, whole as unknown as JSEvent, bookableIds as PrincipalId[]);
    if (!tried.ok) return failed(methodErrorOf(tried.problem));
    return ok({ accountId: account.id, list: tried.value.map(recordOfTried) });
  },
);

function recordOfTried({ id: bookableId, dates }: TriedBookable): TriedBookableRecord {
  const open = dates.filter(({ isLater }) => !isLater);
  const clashes = open.filter(({ granted }) => granted === undefined);
  return {
    bookableId,
    dates: open.length,
    later: dates.length - open.length,
    clashes: clashes.map(({ time: { local, start, end }, reasons, others }) => ({
      recurrenceId: local === null ? null : formatLocalDateTime(local),
      start: formatUtcDateTime(start),
      end: formatUtcDateTime(end),
      reasons,
      others: others.map((other) => ({
        start: formatUtcDateTime(other.start),
        end: formatUtcDateTime(other.end),
      })),
    })),
  };
}
