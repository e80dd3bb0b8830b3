import { BOOKING_LIMITS } from "@snart/calendar/booking/limits.ts";
import type { Alternative } from "@snart/calendar/booking/judge.ts";
import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import type { Reason } from "@snart/calendar/booking/reason.ts";
import type {
  BoardRecord,
  BoardSlotRecord,
  BookableRecord,
  BookableReportRecord,
  BookedForRecord,
  BookingRecord,
  BookingRequestRecord,
  BookingWaitRecord,
  FreeTimesRecord,
  DrawRecord,
  RefusalRecord,
  RulesTrialRecord,
  TriedBookableRecord,
} from "@snart/calendar/jmap/booking.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import { wordedCode, type ApiProblem, type Asked } from "../problem.ts";
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
  /** a manager passes the rules by; it stands in the audit log */
  readonly isOutsideRules?: true;
}

/** What became of a wish. */
export type Booked =
  | {
      readonly kind: "booked";
      readonly id: string;
      readonly state: string;
      /** of the meeting that has booked it, if that is known */
      readonly eventId?: string;
    }
  | ({ readonly kind: "refused" } & RefusalRecord);

export type Judged = { readonly isGranted: true } | ({ readonly isGranted: false } & RefusalRecord);

export const fetchBookables = (accountId: string): Asked<readonly BookableRecord[]> =>
  jmap.get("Bookable", accountId);

/** What a new thing is made of. */
export interface NewBookable extends Pick<BookableRecord, "name" | "type" | "managersId"> {
  readonly rules: BookingRules;
}

export const makeBookable = (accountId: string, bookable: NewBookable): Asked<JsonRecord> =>
  jmap.setOne("Bookable/set", { accountId, create: { new: { ...bookable } } });

/** What managers change of a thing; `rulesVersion` is the version that the rules were read in. */
export type BookableChange = Partial<
  Pick<
    BookableRecord,
    "name" | "email" | "description" | "place" | "capacity" | "equipment" | "labels" | "rulesVersion"
  >
> & { readonly rules?: object };

export const changeBookable = (accountId: string, id: string, change: BookableChange): Asked<JsonRecord> =>
  jmap.setOne("Bookable/set", { accountId, update: { [id]: { ...change } } });

/** Nobody finds or books it any more, and what is booked from now on is cancelled. */
export const removeBookable = (accountId: string, id: string): Asked<JsonRecord> =>
  jmap.setOne("Bookable/set", { accountId, destroy: [id] });

/** What each party did with a thing in a month (`2026-10`); for managers. */
export const fetchReport = (
  accountId: string,
  bookableId: string,
  month: string,
): Asked<BookableReportRecord> =>
  jmap.callOne<BookableReportRecord>("Bookable/report", { accountId, bookableId, month });

/** What is asked of rules that do not hold yet; times in UTC. */
export interface TrialQuestions {
  /** a date in the thing's own zone */
  readonly first: string;
  readonly days: number;
  /** null: somebody who has booked nothing */
  readonly partyId: string | null;
  readonly wish: { readonly start: string; readonly end: string } | null;
}

/** What rules would mean, with all that is booked; for managers. */
export const tryRules = (
  accountId: string,
  bookableId: string,
  rules: BookingRules,
  questions: TrialQuestions,
): Asked<RulesTrialRecord> =>
  jmap.callOne<RulesTrialRecord>("Bookable/tryRules", { accountId, bookableId, rules, ...questions });

/** What the reader and their households have booked and is not over. */
export const fetchBookings = (accountId: string): Asked<readonly BookingRecord[]> =>
  jmap.get("Booking", accountId);

/**
 * The slots of bookables on some days of their own zones, by bookable; those that are not the reader's to see are left out.
 * @param first a date; null: today by the clock of each
 */
export async function fetchBoards(
  accountId: string,
  ids: readonly string[],
  first: string | null,
  days: number,
): Asked<ReadonlyMap<string, readonly BoardSlotRecord[]>> {
  const boards = new Map<string, readonly BoardSlotRecord[]>();
  const atOnce = Math.floor(BOOKING_LIMITS.boardDays / days);
  for (let from = 0; from < ids.length; from += atOnce) {
    const asked = { accountId, ids: ids.slice(from, from + atOnce), first, days };
    const given = await jmap.callOne<{ readonly list: readonly BoardRecord[] }>("Bookable/board", asked);
    if (!given.ok) return given;
    for (const { bookableId, slots } of given.value.list) boards.set(bookableId, slots);
  }
  return ok(boards);
}

/** What waits for the reader's answer, as a manager. */
export async function fetchRequests(accountId: string): Asked<readonly BookingRequestRecord[]> {
  const given = await jmap.callOne<{ readonly list: readonly BookingRequestRecord[] }>("Booking/requests", {
    accountId,
  });
  return given.ok ? ok(given.value.list) : given;
}

export const answerRequest = (
  accountId: string,
  bookingId: string,
  isGranted: boolean,
  comment: string,
): Asked<JsonRecord> =>
  jmap.callOne<JsonRecord>("Booking/answer", { accountId, bookingId, isGranted, comment });

/** On which dates of an event that is being written each bookable could be had. */
export async function tryEvent(
  accountId: string,
  event: JSEvent,
  bookableIds: readonly string[],
): Asked<readonly TriedBookableRecord[]> {
  const given = await jmap.gather([["Bookable/tryEvent", { accountId, event, bookableIds }, "try"]]);
  if (!given.ok) return given;
  const answer = given.value.of("try");
  return answer.ok ? ok(answer.value["list"] as readonly TriedBookableRecord[]) : answer;
}

/** What is asked of rooms for which a time is sought; moments in UTC. */
export interface RoomTimesAsked {
  readonly start: string;
  readonly end: string;
  readonly minutes: number;
  /** the event that is planned; null: a new one */
  readonly uid: string | null;
}

/** When each of several rooms could be had for so many minutes. */
export async function fetchFreeTimes(
  accountId: string,
  bookableIds: readonly string[],
  asked: RoomTimesAsked,
): Asked<readonly FreeTimesRecord[]> {
  const given = await jmap.gather([["Bookable/freeTimes", { accountId, bookableIds, ...asked }, "times"]]);
  if (!given.ok) return given;
  const answer = given.value.of("times");
  return answer.ok ? ok(answer.value["list"] as readonly FreeTimesRecord[]) : answer;
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

/** Books a room by an event that invites it and others, in one write: without the room there is no event. */
export async function makeMeeting(accountId: string, wish: WishedTime, event: JSEvent): Asked<Booked> {
  const how = { sendSchedulingMessages: true, booksOrNothing: true };
  const made = await jmap.setOne("CalendarEvent/set", { accountId, create: { new: event }, ...how });
  // A first request made it, whose answer was lost.
  if (made.ok || wordedCode(made.problem) === "uid-taken") {
    const own = await fetchBookings(accountId);
    const booking = own.ok
      ? own.value.find((one) => one.bookableId === wish.bookableId && one.start === wish.start)
      : undefined;
    const eventId = made.ok ? { eventId: String(made.value["id"]) } : {};
    return ok({ kind: "booked", id: booking?.id ?? "", state: booking?.state ?? "confirmed", ...eventId });
  }
  const refusal = refusalOf(made.problem);
  if (!refusal) return failed(made.problem);
  // The write says why not, and not what else could be had.
  const judged = await judgeBooking(accountId, wish);
  return ok({ kind: "refused", ...(judged.ok && !judged.value.isGranted ? judged.value : refusal) });
}

/** Calls a meeting off: its guests are told, and its room is free. */
export const removeMeeting = (accountId: string, eventId: string): Asked<JsonRecord> =>
  jmap.setOne("CalendarEvent/set", { accountId, destroy: [eventId], sendSchedulingMessages: true });

/** Accepts the house rules of a thing, once for each version; without `partyId` as the server knows the reader. */
export const acceptHouseRules = (
  accountId: string,
  accepted: { readonly bookableId: string; readonly version: number; readonly partyId: string | null },
): Asked<JsonRecord> => jmap.callOne("Bookable/acceptRules", { accountId, ...accepted });

export const cancelBooking = (accountId: string, id: string): Asked<JsonRecord> =>
  jmap.setOne("Booking/set", { accountId, destroy: [id] });

/** What somebody says about a booking of theirs; `start` is ms UTC. */
export type SaidOfBooking =
  /** @param code what the screen at the door shows, where the rules ask for it */
  | { readonly kind: "checkIn"; readonly code?: string }
  | { readonly kind: "finish" }
  | { readonly kind: "confirm" }
  | { readonly kind: "comeLater"; readonly start: number };

/** Says that one is here, is done, comes later, or keeps it. */
export const sayOfBooking = (accountId: string, bookingId: string, said: SaidOfBooking): Asked<JsonRecord> =>
  jmap.callOne<JsonRecord>(`Booking/${said.kind}`, {
    accountId,
    bookingId,
    ...(said.kind === "comeLater" && { start: formatUtcDateTime(said.start) }),
    ...(said.kind === "checkIn" && said.code !== undefined && { code: said.code }),
  });

/** Where the reader and their households are in line for times that others have. */
export const fetchWaits = (accountId: string): Asked<readonly BookingWaitRecord[]> =>
  jmap.get("BookingWait", accountId);

/** Joins the line for a time. */
export const joinLine = (
  accountId: string,
  wanted: Pick<WishedTime, "bookableId" | "start" | "end" | "partyId">,
): Asked<JsonRecord> => jmap.setOne("BookingWait/set", { accountId, create: { new: { ...wanted } } });

/** Leaves the line, or declines what was offered. */
export const leaveLine = (accountId: string, id: string): Asked<JsonRecord> =>
  jmap.setOne("BookingWait/set", { accountId, destroy: [id] });

/** The draws of what the reader may book. */
export const fetchDraws = (accountId: string): Asked<readonly DrawRecord[]> => jmap.get("Draw", accountId);

interface DrawWishes {
  readonly drawId: string;
  /** the household; null: the reader */
  readonly partyId: string | null;
  /** the dearest first; none withdraws them */
  readonly wishes: readonly { readonly start: number; readonly end: number }[];
  readonly acceptedRules?: number;
}

/** Enters wishes in a draw, in place of those before; the rules' no says which one is refused (null: all), and why. */
export const enterWishes = (
  accountId: string,
  { wishes, ...given }: DrawWishes,
): Asked<{ readonly isEntered: boolean; readonly at: number | null; readonly reasons: readonly Reason[] }> =>
  jmap.callOne("Draw/wish", {
    accountId,
    ...given,
    wishes: wishes.map(({ start, end }) => ({
      start: formatUtcDateTime(start),
      end: formatUtcDateTime(end),
    })),
  });

/** The file of a result. */
export const fetchDrawFile = (
  accountId: string,
  drawId: string,
): Asked<{ readonly name: string; readonly content: string }> =>
  jmap.callOne("Draw/file", { accountId, drawId });

/** The rules' no; undefined for any other problem. */
function refusalOf(problem: ApiProblem): RefusalRecord | undefined {
  if (problem.kind !== "refused" || problem.code !== "bookingRefused") return undefined;
  const { reasons, opensAt, alternatives, waitPlace } = problem.fields;
  return {
    reasons: (reasons ?? []) as readonly Reason[],
    alternatives: (alternatives ?? []) as readonly Alternative[],
    ...(typeof opensAt === "number" && { opensAt }),
    ...(typeof waitPlace === "number" && { waitPlace }),
  };
}

/** The households that a thing can be booked for, for who manages it. */
export async function fetchHouseholdsFor(
  accountId: string,
  bookableId: string,
): Asked<readonly BookedForRecord[]> {
  const given = await jmap.callOne<{ readonly list: readonly BookedForRecord[] }>("Bookable/households", {
    accountId,
    bookableId,
  });
  return given.ok ? ok(given.value.list) : given;
}
