import { isStanding, type Wish } from "@snart/calendar/booking/facts.ts";
import { judgeSeries } from "@snart/calendar/booking/judge-series.ts";
import { judge, type Verdict } from "@snart/calendar/booking/judge.ts";
import { BOOKING_LIMITS } from "@snart/calendar/booking/limits.ts";
import type { Reason } from "@snart/calendar/booking/reason.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { DateAnswer, EventAnswer } from "@snart/calendar/scheduling/answer/event-answer.ts";
import type { InstanceKey } from "@snart/calendar/scheduling/instance.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { AnswerMode } from "@snart/calendar/booking/answer-mode.ts";
import type { Bookable, Booking } from "../../storage/records/bookings.ts";
import type { ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { BookingTerms } from "../scope.ts";
import { askedTimes, type BookedTime } from "./booked-times.ts";
import { sortTimes } from "./claim-times.ts";
import { gatherFacts, type FactsFor } from "./facts.ts";
import { reasonWords } from "./reason-words.ts";
import { rulesInForce, type RulesInForce } from "./rules-in-force.ts";

/** A bookable's own copy of a meeting to which it is invited. */
export interface Invitation {
  readonly bookable: Bookable;
  /** Its stored copy; undefined: there is none yet. */
  readonly objectId: ObjectId | undefined;
  /** As it is to be stored, before the answer. */
  readonly object: CalendarObject;
  /** Whose meeting it is; undefined: somebody's outside, for whom nothing can be booked. */
  readonly organizer: Principal | undefined;
}

/** What a bookable answers, and what its claims need to know. */
export interface InvitationAnswer {
  readonly answer: EventAnswer;
  /** Whose limits count it: whose the booking is already, or the organizer. */
  readonly partyId: PrincipalId;
  readonly dates: BookingTerms["dates"];
  /** A manager is to say yes to some of it, and does not know yet. */
  readonly isAsked: boolean;
}

type Partstat = DateAnswer["partstat"];

/** What is answered to a time that the verdict grants, and to one that it refuses. */
const ANSWERS: Readonly<Record<AnswerMode, { readonly free: Partstat; readonly busy: Partstat }>> = {
  automatic: { free: "ACCEPTED", busy: "DECLINED" },
  none: { free: "NEEDS-ACTION", busy: "NEEDS-ACTION" },
  "accept-always": { free: "ACCEPTED", busy: "ACCEPTED" },
  "decline-always": { free: "DECLINED", busy: "DECLINED" },
  "accept-if-free": { free: "ACCEPTED", busy: "NEEDS-ACTION" },
  "decline-if-busy": { free: "NEEDS-ACTION", busy: "DECLINED" },
};

const silent = (partstat: Partstat): DateAnswer => ({ partstat, comment: "" });

/**
 * What a bookable answers to an invitation: by the one verdict, for each new or changed date of a series; what it has accepted stays
 * accepted. Reads only: whoever writes has locked the bookable, and the organizer's account before.
 * @returns undefined: it leaves the answer to its managers, or nothing is asked
 */
export async function answerInvitation(
  tx: ReadTransaction,
  now: Instant,
  invitation: Invitation,
): Promise<InvitationAnswer | undefined> {
  const { bookable, organizer } = invitation;
  const { free, busy } = ANSWERS[bookable.answerMode];
  const known = await rulesInForce(tx, bookable.accountId);
  if (free === busy || !known || !organizer) {
    const series = silent(free === busy ? free : busy);
    const partyId = organizer?.id ?? bookable.accountId;
    return series.partstat === "NEEDS-ACTION"
      ? undefined
      : { partyId, dates: new Map(), isAsked: false, answer: { series, dates: new Map() } };
  }
  const { judged, partyId } = await judgeInvitation(tx, now, { ...invitation, organizer }, known);
  if (judged.length === 0) return undefined;
  const words = await reasonWords(tx, { organizer, inForce: known, now });
  const answers = judged.map(({ time, granted, reasons }) => {
    const partstat = granted === "requested" ? "TENTATIVE" : granted === undefined ? busy : free;
    return { time, partstat, comment: partstat === free ? "" : words(reasons, time.start) };
  });
  const isAsked = judged.some(({ isNew, granted }) => isNew && granted === "requested");
  return { answer: eventAnswer(answers), partyId, dates: grantedDates(judged), isAsked };
}

/** The verdict on each date that an event asks for, and for whom. Reads only, and promises nothing unless the accounts are locked. */
export async function judgeInvitation(
  tx: ReadTransaction,
  now: Instant,
  { bookable, objectId, object, organizer }: Invitation & { readonly organizer: Principal },
  inForce: RulesInForce,
): Promise<{ readonly judged: readonly JudgedDate[]; readonly partyId: PrincipalId }> {
  const bookings = objectId === undefined ? [] : await tx.bookings.ofObject(objectId);
  const partyId = bookings.find((one) => one.partyId !== null)?.partyId ?? organizer.id;
  const { houseRules } = inForce.prepared.rules;
  // No calendar app can accept house rules: they were accepted with the booking that is changed.
  const acceptedRules = bookings.length > 0 ? houseRules?.version : undefined;
  const asker = {
    ...(await askerFor(tx, bookable, organizer, partyId)),
    ...(acceptedRules !== undefined && { acceptedRules }),
  };
  return { judged: await judgeDates(tx, now, { bookable, object, bookings, asker }, inForce), partyId };
}

async function askerFor(
  tx: ReadTransaction,
  { managersId }: Bookable,
  organizer: Principal,
  party: PrincipalId,
): Promise<FactsFor["asker"]> {
  const groups = await tx.principals.groupsOf(organizer.id);
  return { party, groups, manages: groups.includes(managersId) };
}

interface Asking extends Pick<Invitation, "bookable" | "object"> {
  /** What the event has booked until now. */
  readonly bookings: readonly Booking[];
  readonly asker: FactsFor["asker"];
}

/** What can be had of one date. */
export interface JudgedDate {
  readonly time: BookedTime;
  /** It has been judged now; else it is as it was booked. */
  readonly isNew: boolean;
  /** undefined: refused */
  readonly granted: "requested" | "confirmed" | undefined;
  readonly unit: number;
  readonly reasons: readonly Reason[];
}

async function judgeDates(
  tx: ReadTransaction,
  now: Instant,
  { bookable, object, bookings, asker }: Asking,
  inForce: RulesInForce,
): Promise<readonly JudgedDate[]> {
  const asked = askedTimes(object, inForce.prepared.zone, now);
  if (!asked.ok) return [tooMany()];
  const { changed, gone } = sortTimes(now, bookings, asked.value);
  const freed = new Set([...gone, ...changed.flatMap(({ former }) => former ?? [])].map(({ id }) => id));
  const verdicts = await verdictsOn(
    tx,
    now,
    { bookable, asker, inForce, freed },
    changed.map(({ time }) => time),
  );
  return asked.value.map((time): JudgedDate => {
    const verdict = verdicts.get(time);
    if (!verdict) {
      const present = bookings.find((one) => one.recurrenceId === time.recurrenceId && isStanding(one.state));
      const granted = present?.state === "requested" ? "requested" : "confirmed";
      return { time, isNew: false, granted, unit: present?.unit ?? 0, reasons: [] };
    }
    if (!verdict.ok) return { time, isNew: true, granted: undefined, unit: 0, reasons: verdict.reasons };
    const granted = verdict.needsApproval ? "requested" : "confirmed";
    return { time, isNew: true, granted, unit: verdict.unit, reasons: [] };
  });
}

/** A series of more bookings than one may have, or without an end that can be counted. */
function tooMany(): JudgedDate {
  const most = BOOKING_LIMITS.bookingsInSeries;
  const reason: Reason = { kind: "tooLong", unit: "bookings", most, wanted: most + 1 };
  const time = { recurrenceId: null, key: null, local: null, start: 0, end: 0 };
  return { time, isNew: true, granted: undefined, unit: 0, reasons: [reason] };
}

async function verdictsOn(
  tx: ReadTransaction,
  now: Instant,
  { freed, ...asked }: Omit<FactsFor, "from" | "to" | "now"> & { readonly freed: ReadonlySet<string> },
  times: readonly BookedTime[],
): Promise<ReadonlyMap<BookedTime, Verdict>> {
  const [first, last] = [times[0], times.at(-1)];
  if (!first || !last) return new Map();
  const { inForce } = asked;
  const to = Math.max(...times.map(({ end }) => end));
  const read = await gatherFacts(tx, { ...asked, from: first.start, to, now });
  const facts = {
    ...read,
    claims: read.claims.filter(({ booking }) => !freed.has(booking)),
    bookings: read.bookings.filter(({ id }) => !freed.has(id)),
  };
  const wishes = times.map(({ start, end }): Wish => ({ start, end }));
  const isSeries = times.some(({ recurrenceId }) => recurrenceId !== null);
  const judged = isSeries
    ? judgeSeries(inForce.prepared, facts, wishes, now)
    : wishes.map((wish) => judge(inForce.prepared, facts, wish, now));
  const refused = judged.find(({ ok }) => !ok);
  const isWhole = isSeries && inForce.prepared.rules.recurring === "allOrNothing" && refused !== undefined;
  const verdicts = isWhole ? judged.map((one) => (one.ok ? refused : one)) : judged;
  return new Map(times.flatMap((time, index) => (verdicts[index] ? [[time, verdicts[index]] as const] : [])));
}

const grantedDates = (judged: readonly JudgedDate[]): BookingTerms["dates"] =>
  new Map(
    judged.flatMap(({ time, granted, unit }) =>
      granted === undefined ? [] : [[time.recurrenceId, { unit, state: granted }] as const],
    ),
  );

/** The series is accepted if any date is; then each date that is not says so itself. */
function eventAnswer(answers: readonly (DateAnswer & { readonly time: BookedTime })[]): EventAnswer {
  const said = (wanted: Partstat): DateAnswer | undefined =>
    answers.find(({ partstat }) => partstat === wanted);
  const best = said("ACCEPTED") ?? said("TENTATIVE") ?? said("NEEDS-ACTION") ?? said("DECLINED");
  const series = best ? { partstat: best.partstat, comment: best.comment } : silent("NEEDS-ACTION");
  const dates = new Map<InstanceKey, DateAnswer>();
  for (const { time, partstat, comment } of answers)
    if (time.key !== null) dates.set(time.key, { partstat, comment });
  return { series, dates };
}
