import { readDate } from "@snart/calendar/booking/clock.ts";
import type { Verdict } from "@snart/calendar/booking/judge.ts";
import type { RulesTrialRecord } from "@snart/calendar/jmap/booking.ts";
import { formatUtcDateTime, parseUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { tryRules as tried, type TrialQuestions } from "../../../app/bookings/try-rules.ts";
import type { PrincipalId } from "../../../app/types.ts";
import { ownAccountMethod } from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import { id, idText, jsonObject, utcDate } from "../../standard/arguments.ts";
import { SNART } from "../../wire/capabilities.ts";
import { boardDate, boardDays, slotRecord } from "./slot-record.ts";

const questions = {
  partyId: v.nullish(idText),
  first: v.nullish(boardDate),
  days: v.nullish(boardDays, 14),
  wish: v.nullish(v.strictObject({ start: utcDate, end: utcDate })),
};
type Questions = v.InferOutput<v.ObjectSchema<typeof questions, undefined>>;

/**
 * Bookable/tryRules: what other rules would mean, and which coming bookings have times that they no longer have; changes nothing.
 * With `first` the slots of some days, with `wish` the verdict on a time: for `partyId`, or for somebody who has booked nothing.
 */
export const tryRules = ownAccountMethod(
  SNART,
  v.strictObject({ accountId: id, bookableId: idText, rules: jsonObject, ...questions }),
  async ({ app, actor }, account, { bookableId, rules, ...asked }) => {
    const found = await tried(app, actor, bookableId as PrincipalId, rules, questionsOf(asked));
    if (!found.ok) return failed(methodErrorOf(found.problem));
    const { misfits, slots, verdict } = found.value;
    const record: RulesTrialRecord = {
      misfits: misfits.map(({ booking, partyName }) => ({
        bookingId: booking.id,
        start: formatUtcDateTime(booking.startsAt),
        end: formatUtcDateTime(booking.endsAt),
        partyId: booking.partyId,
        partyName,
      })),
      slots: slots?.map(slotRecord) ?? null,
      verdict: verdict ? verdictRecord(verdict) : null,
    };
    return ok({ accountId: account.id, bookableId, ...record });
  },
);

function questionsOf({ partyId, first, days, wish }: Questions): TrialQuestions {
  const day = first === null || first === undefined ? undefined : readDate(first);
  return {
    ...(typeof partyId === "string" && { partyId: partyId as PrincipalId }),
    ...(day !== undefined && { days: { first: day, last: day + (days ?? 1) - 1 } }),
    ...(wish && {
      wish: { start: parseUtcDateTime(wish.start) ?? NaN, end: parseUtcDateTime(wish.end) ?? NaN },
    }),
  };
}

const verdictRecord = (verdict: Verdict): RulesTrialRecord["verdict"] =>
  verdict.ok
    ? { isGranted: true, reasons: [], alternatives: [] }
    : {
        isGranted: false,
        reasons: verdict.reasons,
        alternatives: verdict.alternatives,
        ...(verdict.opensAt !== undefined && { opensAt: verdict.opensAt }),
      };
