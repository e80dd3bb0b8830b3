import { isStanding, type Wish } from "@snart/calendar/booking/facts.ts";
import { judgeSeries } from "@snart/calendar/booking/judge-series.ts";
import { judge, type Alternative, type Verdict } from "@snart/calendar/booking/judge.ts";
import { BOOKING_LIMITS } from "@snart/calendar/booking/limits.ts";
import type { Reason } from "@snart/calendar/booking/reason.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { Component } from "@snart/calendar/icalendar/component.ts";
import type { DateAnswer, EventAnswer } from "@snart/calendar/scheduling/answer/event-answer.ts";
import type { InstanceKey } from "@snart/calendar/scheduling/instance.ts";
import { DAY, type Instant } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { AnswerMode } from "@snart/calendar/booking/answer-mode.ts";
import type { Bookable, Booking } from "../../storage/records/bookings.ts";
import type { ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { BookingTerms } from "../scope.ts";
import { askedTimes, goesOnAfterHorizon, type BookedTime } from "./booked-times.ts";
import { sortTimes } from "./claim-times.ts";
import { factsWithout, gatherFacts, type FactsFor } from "./facts.ts";
import { ownWait } from "./own-wait.ts";
import { partyOf } from "./party-of.ts";
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
  /** Which of its parts ask for the time; absent: all. */
  readonly isAsked?: (component: Component) => boolean;
}

/** What a bookable answers, and what its claims need to know. */
export interface InvitationAnswer {
  readonly answer: EventAnswer;
  /** Whose limits count it: whose the booking is already, or the organizer. */
  readonly partyId: PrincipalId;
  readonly dates: BookingTerms["dates"];
  readonly opensAt?: Instant;
  /** The first date that is declined, and why; absent: none is. It counts as one wish. */
  readonly refused?: RefusedTime;
  /** A manager is to say yes to some of it, and does not know yet. */
  readonly isAsked: boolean;
}

interface RefusedTime {
  readonly start: Instant;
  readonly reasons: readonly Reason[];
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

/** Which bookables say the same to whatever they are asked, and so what their time is for who asks. */
export const ALWAYS: ReadonlyMap<AnswerMode, "free" | "closed"> = new Map([
  ["accept-always", "free"],
  ["decline-always", "closed"],
]);

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
    const series = await alwaysAnswer(tx, now, { known, organizer }, free === busy ? free : busy);
    const partyId = organizer?.id ?? bookable.accountId;
    return series.partstat === "NEEDS-ACTION"
      ? undefined
      : { partyId, dates: new Map(), isAsked: false, answer: { series, dates: new Map() } };
  }
  const { judged, partyId, opensAt } = await judgeInvitation(tx, now, { ...invitation, organizer }, known);
  if (judged.length === 0) return undefined;
  const words = await reasonWords(tx, { organizer, inForce: known, now });
  const answers = judged
    .filter((one) => !one.isLater)
    .map(({ time, granted, reasons }) => {
      const partstat = granted === "requested" ? "TENTATIVE" : granted === undefined ? busy : free;
      return { time, partstat, comment: partstat === free ? "" : words.reasons(reasons, time.start) };
    });
  const later = judged.find((one) => one.isLater);
  const isAsked = judged.some(({ isNew, granted }) => isNew && granted === "requested");
  const refused = busy === "DECLINED" ? judged.find((one) => isRefused(one)) : undefined;
  return {
    ...(refused && { refused: { start: refused.time.start, reasons: refused.reasons } }),
    answer: eventAnswer(answers, later ? words.laterDates(later.time.start) : ""),
    partyId,
    dates: grantedDates(judged),
    isAsked,
    ...(opensAt !== undefined && { opensAt }),
  };
}

/** The answer that has nothing to do with the time: to somebody here who is declined, why. */
async function alwaysAnswer(
  tx: ReadTransaction,
  now: Instant,
  {
    known: inForce,
    organizer,
  }: { readonly known: RulesInForce | undefined; readonly organizer: Principal | undefined },
  partstat: Partstat,
): Promise<DateAnswer> {
  if (partstat !== "DECLINED" || !inForce || !organizer) return silent(partstat);
  const words = await reasonWords(tx, { organizer, inForce, now });
  return { partstat, comment: words.reasons([{ kind: "declinesAlways" }], now) };
}

const isRefused = ({ isNew, granted, isLater }: JudgedDate): boolean =>
  isNew && granted === undefined && !isLater;

/** What is judged of an invitation. */
interface JudgedInvitation {
  readonly judged: readonly JudgedDate[];
  readonly partyId: PrincipalId;
  /** When more dates of a series can be booked; absent: never. */
  readonly opensAt?: Instant;
}

/** The verdict on each date that an event asks for, and for whom. Reads only, and promises nothing unless the accounts are locked. */
export async function judgeInvitation(
  tx: ReadTransaction,
  now: Instant,
  { bookable, objectId, object, organizer, isAsked }: Invitation & { readonly organizer: Principal },
  inForce: RulesInForce,
): Promise<JudgedInvitation> {
  const bookings = objectId === undefined ? [] : await tx.bookings.ofObject(objectId);
  const partyId = bookings.find((one) => one.partyId !== null)?.partyId ?? (await partyOf(tx, organizer.id));
  const { houseRules } = inForce.prepared.rules;
  // No calendar app can accept house rules: they were accepted with the booking that is changed.
  const acceptedRules = bookings.length > 0 ? houseRules?.version : undefined;
  const asker = {
    ...(await askerFor(tx, bookable, organizer, partyId)),
    ...(acceptedRules !== undefined && { acceptedRules }),
  };
  const asking = { bookable, object, bookings, asker, ...(isAsked && { isAsked }) };
  const judged = await judgeDates(tx, now, asking, inForce);
  const hasSome = judged.some(({ granted }) => granted !== undefined);
  if (!hasSome) return { judged: judged.map((one) => ({ ...one, isLater: false })), partyId };
  const opens = judged.flatMap(({ isLater, opensAt }) => (isLater && opensAt !== undefined ? opensAt : []));
  if (goesOnAfterHorizon(object, inForce.prepared.zone, now)) opens.push(now + LOOKS_AGAIN);
  return { judged, partyId, ...(opens.length > 0 && { opensAt: Math.min(...opens) }) };
}

/** How often is looked for dates of a series that goes on beyond what is booked ahead. */
const LOOKS_AGAIN = 30 * DAY;

async function askerFor(
  tx: ReadTransaction,
  { managersId }: Bookable,
  organizer: Principal,
  party: PrincipalId,
): Promise<FactsFor["asker"]> {
  const groups = await tx.principals.groupsOf(organizer.id);
  return { party, groups, manages: groups.includes(managersId) };
}

interface Asking extends Pick<Invitation, "bookable" | "object" | "isAsked"> {
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
  /** Times near it that could be had instead; of a series none at which it takes place itself. */
  readonly others: readonly Alternative[];
  /** Of a series of which other dates can be had: it is booked when it opens. */
  readonly isLater: boolean;
  /** When it can be booked, if waiting helps. */
  readonly opensAt?: Instant;
}

async function judgeDates(
  tx: ReadTransaction,
  now: Instant,
  { bookable, object, bookings, asker, isAsked }: Asking,
  inForce: RulesInForce,
): Promise<readonly JudgedDate[]> {
  const asked = askedTimes(object, inForce.prepared.zone, now, isAsked);
  if (!asked.ok) return [tooMany()];
  const { changed, gone, holds } = sortTimes(now, bookings, asked.value);
  const freed = new Set(
    [...gone, ...holds, ...changed.flatMap(({ former }) => former ?? [])].map(({ id }) => id),
  );
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
      return {
        time,
        isNew: false,
        granted,
        unit: present?.unit ?? 0,
        reasons: [],
        others: [],
        isLater: false,
      };
    }
    if (!verdict.ok) {
      const { reasons, opensAt } = verdict;
      const isLater = time.recurrenceId !== null && opensLater(verdict);
      const others = verdict.alternatives.filter(
        (other) => isAtOnce(other) && !asked.value.some((one) => one !== time && meets(one, other)),
      );
      const refused = { time, isNew: true, granted: undefined, unit: 0, reasons, others, isLater };
      return opensAt === undefined ? refused : { ...refused, opensAt };
    }
    const granted = verdict.needsApproval ? "requested" : "confirmed";
    return { time, isNew: true, granted, unit: verdict.unit, reasons: [], others: [], isLater: false };
  });
}

const meets = (one: Pick<BookedTime, "start" | "end">, other: Pick<BookedTime, "start" | "end">): boolean =>
  one.start < other.end && other.start < one.end;

/** No own booking would have to be given up for it. */
const isAtOnce = ({ instead }: Alternative): boolean => instead === undefined;

/** Nothing is against it but that it is too early. */
const opensLater = (verdict: Verdict): boolean =>
  !verdict.ok && verdict.opensAt !== undefined && verdict.reasons.every(({ kind }) => kind === "notYet");

/** A series of more bookings than one may have, or without an end that can be counted. */
function tooMany(): JudgedDate {
  const most = BOOKING_LIMITS.bookingsInSeries;
  const reason: Reason = { kind: "tooLong", unit: "bookings", most, wanted: most + 1 };
  const time = { recurrenceId: null, key: null, local: null, start: 0, end: 0 };
  return { time, isNew: true, granted: undefined, unit: 0, reasons: [reason], others: [], isLater: false };
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
  const facts = factsWithout(read, freed);
  const wishes: Wish[] = [];
  for (const { start, end } of times) {
    const time = { bookableId: asked.bookable.accountId, start, end };
    const holdId = (await ownWait(tx, asked.asker.party, time, now))?.holdId ?? null;
    wishes.push({ start, end, ...(holdId !== null && { hold: holdId }) });
  }
  const isSeries = times.some(({ recurrenceId }) => recurrenceId !== null);
  const judged = isSeries
    ? judgeSeries(inForce.prepared, facts, wishes, now)
    : wishes.map((wish) => judge(inForce.prepared, facts, wish, now));
  const refused = judged.find((one) => !one.ok && !opensLater(one));
  const isWhole = isSeries && inForce.prepared.rules.recurring === "allOrNothing" && refused !== undefined;
  // What is refused because of another date has no other times of its own.
  const verdicts = isWhole
    ? judged.map((one) => (one.ok || opensLater(one) ? { ...refused, alternatives: [] } : one))
    : judged;
  return new Map(times.flatMap((time, index) => (verdicts[index] ? [[time, verdicts[index]] as const] : [])));
}

/** The dates that are booked, with what the verdict gives to each. */
export const grantedDates = (judged: readonly JudgedDate[]): BookingTerms["dates"] =>
  new Map(
    judged.flatMap(({ time, granted, unit }) =>
      granted === undefined ? [] : [[time.recurrenceId, { unit, state: granted }] as const],
    ),
  );

/**
 * The series is accepted if any date is; then each date that is not says so itself.
 * @param later what is said of dates that are booked later; empty: there are none
 */
function eventAnswer(
  answers: readonly (DateAnswer & { readonly time: BookedTime })[],
  later: string,
): EventAnswer {
  const said = (wanted: Partstat): DateAnswer | undefined =>
    answers.find(({ partstat }) => partstat === wanted);
  const best = said("ACCEPTED") ?? said("TENTATIVE") ?? said("NEEDS-ACTION") ?? said("DECLINED");
  const series = best ? { partstat: best.partstat, comment: later || best.comment } : silent("NEEDS-ACTION");
  const dates = new Map<InstanceKey, DateAnswer>();
  for (const { time, partstat, comment } of answers)
    if (time.key !== null) dates.set(time.key, { partstat, comment });
  return { series, dates };
}
