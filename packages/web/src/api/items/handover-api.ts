import type { Reason } from "@snart/calendar/booking/reason.ts";
import type { BookingHandoverRecord, HandoverReceiver } from "@snart/calendar/jmap/booking.ts";
import { ok } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";
import type { JsonRecord } from "../read-json.ts";

/** Which booking is to change hands; moments in UTC, as the server writes them. */
export interface WishedHandover {
  readonly bookingId: string;
  /** who is to take it over; absent: whoever has the time in return */
  readonly toId?: string;
  readonly inReturn?: { readonly bookableId: string; readonly start: string; readonly end: string };
  /** the version of the house rules that is accepted */
  readonly acceptedRules?: number;
}

/** What became of a yes: all reasons of both sides, if it is none. */
export type AcceptedHandover =
  | { readonly isAccepted: true; readonly state: string }
  | {
      readonly isAccepted: false;
      readonly reasons: readonly Reason[];
      readonly theirReasons: readonly Reason[];
    };

/** What the reader and their households have asked and are asked. */
export const fetchHandovers = (accountId: string): Asked<readonly BookingHandoverRecord[]> =>
  jmap.get("BookingHandover", accountId);

/** Who else may book the thing of an own booking. */
export async function fetchReceivers(
  accountId: string,
  bookingId: string,
): Asked<readonly HandoverReceiver[]> {
  const given = await jmap.callOne<{ readonly list: readonly HandoverReceiver[] }>(
    "BookingHandover/receivers",
    { accountId, bookingId },
  );
  return given.ok ? ok(given.value.list) : given;
}

export const askHandover = (accountId: string, wished: WishedHandover): Asked<JsonRecord> =>
  jmap.setOne("BookingHandover/set", { accountId, create: { new: { ...wished } } });

export const acceptHandover = (
  accountId: string,
  handoverId: string,
  acceptedRules: number | null,
): Asked<AcceptedHandover> =>
  jmap.callOne<AcceptedHandover>("BookingHandover/accept", { accountId, handoverId, acceptedRules });

/** Says no, or takes one's own question back. */
export const endHandover = (accountId: string, id: string): Asked<JsonRecord> =>
  jmap.setOne("BookingHandover/set", { accountId, destroy: [id] });
