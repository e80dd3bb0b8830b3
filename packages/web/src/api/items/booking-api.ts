import type { Alternative } from "@snart/calendar/booking/judge.ts";
import type { Reason } from "@snart/calendar/booking/reason.ts";
import type {
  BoardSlotRecord,
  BookableRecord,
  BookingRecord,
  RefusalRecord,
} from "@snart/calendar/jmap/booking.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { ApiProblem, Asked } from "../problem.ts";
import type { JsonRecord } from "../read-json.ts";

/** A time of a bookable that somebody would like; moments in UTC, as the server writes them. */
export interface WishedTime {
  readonly bookableId: string;
  readonly start: string;
  readonly end: string;
  /** the household; null: the reader */
  readonly partyId: string | null;
  /** the own booking that it takes the place of */
  readonly instead?: string;
  /** the version of the house rules that is accepted */
  readonly acceptedRules?: number;
}

/** What became of a wish. */
export type Booked =
  | { readonly kind: "booked"; readonly id: string; readonly state: string }
  | ({ readonly kind: "refused" } & RefusalRecord);

export type Judged = { readonly isGranted: true } | ({ readonly isGranted: false } & RefusalRecord);

export const fetchBookables = (accountId: string): Asked<readonly BookableRecord[]> =>
  jmap.get("Bookable", accountId);

/** What the reader and their households have booked and is not over. */
export const fetchBookings = (accountId: string): Asked<readonly BookingRecord[]> =>
  jmap.get("Booking", accountId);

/** The slots of a bookable on some days of its own zone; `first` is a date. */
export async function fetchBoard(
  accountId: string,
  bookableId: string,
  first: string,
  days: number,
): Asked<readonly BoardSlotRecord[]> {
  const given = await jmap.gather([["Bookable/board", { accountId, bookableId, first, days }, "board"]]);
  if (!given.ok) return given;
  const answer = given.value.of("board");
  return answer.ok ? ok(answer.value["slots"] as readonly BoardSlotRecord[]) : answer;
}

/** Whether it could be booked now, or every reason why not. */
export const judgeBooking = (accountId: string, wish: WishedTime): Asked<Judged> =>
  jmap.callOne<Judged>("Booking/judge", { accountId, ...wish });

/** Books. @param key the same key again is the same booking */
export async function makeBooking(accountId: string, wish: WishedTime, key: string): Asked<Booked> {
  const made = await jmap.setOne("Booking/set", { accountId, create: { new: { ...wish, key } } });
  if (made.ok)
    return ok({ kind: "booked", id: String(made.value["id"]), state: String(made.value["state"]) });
  const refusal = refusalOf(made.problem);
  return refusal ? ok({ kind: "refused", ...refusal }) : failed(made.problem);
}

export const cancelBooking = (accountId: string, id: string): Asked<JsonRecord> =>
  jmap.setOne("Booking/set", { accountId, destroy: [id] });

/** The rules' no; undefined for any other problem. */
function refusalOf(problem: ApiProblem): RefusalRecord | undefined {
  if (problem.kind !== "refused" || problem.code !== "bookingRefused") return undefined;
  const { reasons, opensAt, alternatives } = problem.fields;
  return {
    reasons: (reasons ?? []) as readonly Reason[],
    alternatives: (alternatives ?? []) as readonly Alternative[],
    ...(typeof opensAt === "number" && { opensAt }),
  };
}
