import type { Reason } from "@snart/calendar/booking/reason.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import { forBookable } from "@snart/calendar/scheduling/answer/bookable-copy.ts";
import { withEventAnswer, type EventAnswer } from "@snart/calendar/scheduling/answer/event-answer.ts";
import { applyMessage } from "@snart/calendar/scheduling/apply-message.ts";
import { withScheduleStatuses } from "@snart/calendar/scheduling/schedule-status.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { Bookable } from "../../storage/records/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import { schedulingActor } from "../actor.ts";
import { grantIn, type CalendarGrant } from "../grants.ts";
import type { CheckedObject } from "../objects/prepare-object.ts";
import { spaceProblem } from "../objects/object-space.ts";
import { objectOf, ReadObject } from "../objects/read-stored.ts";
import { isAddressOf } from "../principal-address.ts";
import type { Problem } from "../problems.ts";
import { deliveryOf } from "../scheduling/delivery-of.ts";
import { bookableOf, type RoutedMessage } from "../scheduling/outgoing.ts";
import type { BookingTerms, WriteScope } from "../scope.ts";
import { answerInvitation, type InvitationAnswer } from "./answer-invitation.ts";
import { noteRefusal } from "./count-refusal.ts";
import { fullWords } from "./reason-words.ts";

/** A bookable's own copy of a meeting, with its answer, as it is to be written. */
export interface BookableCopy {
  readonly scope: WriteScope;
  readonly grant: CalendarGrant;
  readonly uri: string;
  readonly current: ReadObject | undefined;
  readonly written: CheckedObject;
  /** Who is to answer what it asks for; none: the bookable has answered. */
  readonly managers: readonly PrincipalId[];
}

/** A meeting after the bookables that it invites have answered. */
export interface Invited {
  /** With the answers; undefined: the meeting is removed. */
  readonly object: CalendarObject | undefined;
  /** What goes to everybody else. */
  readonly messages: readonly RoutedMessage[];
  readonly copies: readonly BookableCopy[];
  /** Why the meeting cannot be written: what was granted on a page of Snart does not fit any more, or what it must have declines. */
  readonly problem?: Problem;
}

/** Its own copy carries no messages: the answer is in the organizer's. */
const SILENT = { delivery: { keepsTag: false } };
const NEVER: readonly Reason[] = [{ kind: "declinesAlways" }];
const DECLINED: EventAnswer = { series: { partstat: "DECLINED", comment: "" }, dates: new Map() };

/**
 * Lets the bookables that a meeting invites answer in the transaction of its write: the organizer's object and the bookable's say the
 * same at any time. Their accounts are locked here, in the order of their ids and after the organizer's. Counts what is refused, and
 * writes nothing else.
 */
export async function inviteBookables(
  scope: WriteScope,
  object: CalendarObject | undefined,
  messages: readonly RoutedMessage[],
): Promise<Invited> {
  const invited = new Map<PrincipalId, { principal: Principal; messages: RoutedMessage[] }>();
  const others: RoutedMessage[] = [];
  for (const message of messages) {
    const principal = bookableOf(message);
    if (!principal) others.push(message);
    else {
      const known = invited.get(principal.id) ?? { principal, messages: [] };
      known.messages.push(message);
      invited.set(principal.id, known);
    }
  }
  await lockHouseholds(
    scope,
    [...invited.values()].flatMap((one) => one.messages),
  );
  const mustBook = scope.scheduling?.booksOrNothing === true;
  let answered = object;
  const copies: BookableCopy[] = [];
  let problem: Problem | undefined;
  for (const [, one] of [...invited].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const said = await invite(scope, one.principal, one.messages);
    if (said?.copy) copies.push(said.copy);
    if (said?.isFull && (scope.booking || mustBook)) problem ??= { code: "bookable-full" };
    if (mustBook && said?.reasons)
      problem ??= { code: "booking-refused", bookableId: one.principal.id, reasons: said.reasons };
    if (answered && said?.answer) {
      const told = withEventAnswer(answered, isAddressOf(one.principal), said.answer, scope.now);
      answered = isLeftOpen(said.answer) ? told : withScheduleStatuses(told, "ATTENDEE", processed(one));
    }
  }
  return { object: answered, messages: others, copies, ...(problem && { problem }) };
}

/** Its managers answer. */
const isLeftOpen = ({ series, dates }: EventAnswer): boolean =>
  [series, ...dates.values()].every((answer) => !answer || answer.partstat === "NEEDS-ACTION");

/** What has answered by itself has not only been reached (RFC 6638 §3.2.9). */
const processed = ({ messages }: { readonly messages: readonly RoutedMessage[] }) =>
  new Map(messages.map(({ message }) => [message.recipient, "2.0"] as const));

/**
 * Whose limits may be read: households before bookables, and after the people who are in them. Of what was judged before, under the locks
 * of the bookable too, none is read any more.
 */
async function lockHouseholds(
  { tx, accountId, booking }: WriteScope,
  messages: readonly RoutedMessage[],
): Promise<void> {
  if (booking) return;
  const organizers = new Set(messages.map(({ message }) => message.organizerId ?? accountId));
  const households: PrincipalId[] = [];
  for (const id of organizers)
    households.push(...(await tx.households.ofPerson(id)).map((one) => one.accountId));
  for (const id of new Set(households.toSorted())) await tx.lockAccount(id);
}

interface Said {
  readonly answer: EventAnswer | undefined;
  readonly copy: BookableCopy | undefined;
  /** It declines for want of room in its calendar. */
  readonly isFull?: true;
  /** Why it declines the first date that it declines; absent: none. */
  readonly reasons?: readonly Reason[];
}

async function invite(
  organizing: WriteScope,
  principal: Principal,
  messages: readonly RoutedMessage[],
): Promise<Said | undefined> {
  const { app, tx, now } = organizing;
  const bookable = await tx.bookables.byId(principal.id);
  const [first] = messages;
  if (!bookable || !first) return undefined;
  const organizer = await tx.principals.byId(first.message.organizerId ?? organizing.accountId);
  if (!organizer) return undefined;
  const modseq = await tx.lockAccount(principal.id);
  const current = await copyOf(tx, principal.id, first.message.uid);
  const { copy, isRefused } = applied(principal, current?.object, messages);
  if (isRefused) return { answer: DECLINED, copy: undefined, reasons: NEVER };
  if (!copy || copy === current?.object) return undefined;
  const scope: WriteScope = {
    app,
    tx,
    actor: schedulingActor(organizer),
    within: organizing,
    accountId: principal.id,
    modseq,
    now,
    scheduling: SILENT,
    ...(organizing.offersLater && { offersLater: true }),
    ...(organizing.knowsLate && { knowsLate: true }),
  };
  return answer({ scope, organizing, bookable, organizer, principal, current }, copy);
}

interface Asked {
  readonly scope: WriteScope;
  readonly organizing: WriteScope;
  readonly bookable: Bookable;
  readonly organizer: Principal;
  readonly principal: Principal;
  readonly current: ReadObject | undefined;
}

async function answer(
  { scope, organizing, bookable, organizer, principal, current }: Asked,
  copy: CalendarObject,
): Promise<Said> {
  const { app, tx, now, accountId } = scope;
  const { booking } = organizing;
  const given = booking
    ? grantedBefore(booking)
    : await answerInvitation(tx, now, { bookable, objectId: current?.stored.id, object: copy, organizer });
  if (given?.refused) {
    await noteRefusal(scope, principal, given.partyId, given.refused);
  }
  const no = given && (given.refused?.reasons ?? (isDeclined(given.answer) ? NEVER : undefined));
  const reasons = no ? { reasons: no } : {};
  // Of what it never had it needs no copy.
  if (given && isDeclined(given.answer) && !current)
    return { answer: given.answer, copy: undefined, ...reasons };
  const [grant] = await grantIn(tx, schedulingActor(principal), accountId);
  if (!grant) throw new Error(`bookable ${accountId} has no calendar`);
  const isMine = isAddressOf(principal);
  const party = given ? await tx.principals.byId(given.partyId) : undefined;
  const bare = forBookable(copy, isMine, (party ?? organizer).displayName);
  const object = given ? withEventAnswer(bare, isMine, given.answer, now) : bare;
  const bookedBy = organizing.actor.via === "scheduling" ? organizer.id : organizing.actor.principalId;
  const invited = given && { ...termsOf(given), bookedBy };
  const terms = booking ?? invited;
  const managers = given?.isAsked ? await tx.principals.membersOf(bookable.managersId) : [];
  const text = serialiseICalendar(object.calendar);
  const fresh = { accountId, calendarId: grant.calendar.id, size: Buffer.byteLength(text) };
  // Of what it has the copy may grow: `storeCopies`.
  if (!current && (await spaceProblem(scope, fresh, undefined))) {
    const series = { partstat: "DECLINED", comment: fullWords(organizer) } as const;
    return { answer: { series, dates: new Map() }, copy: undefined, isFull: true };
  }
  return {
    answer: given?.answer,
    ...reasons,
    copy: {
      scope: { ...scope, ...(terms && { booking: terms }) },
      grant,
      uri: current?.stored.uri ?? `${app.newId()}.ics`,
      current,
      written: { object, text },
      managers: managers.map(({ memberId }) => memberId),
    },
  };
}

/** For whom, and which dates, a bookable has answered. */
export const termsOf = ({
  partyId,
  dates,
  opensAt,
}: Pick<InvitationAnswer, "partyId" | "dates" | "opensAt">): Omit<BookingTerms, "bookedBy"> => ({
  partyId,
  key: null,
  dates,
  ...(opensAt !== undefined && { opensAt }),
});

/** The answer to what was judged before the write: a booking on a page of Snart. */
function grantedBefore({ dates, partyId }: BookingTerms): InvitationAnswer {
  const isAsked = [...dates.values()].some(({ state }) => state === "requested");
  const partstat = isAsked ? "TENTATIVE" : "ACCEPTED";
  return { dates, partyId, isAsked, answer: { series: { partstat, comment: "" }, dates: new Map() } };
}

const isDeclined = ({ series, dates }: EventAnswer): boolean =>
  [series, ...dates.values()].every((answer) => answer?.partstat === "DECLINED");

async function copyOf(
  tx: WriteTransaction,
  accountId: PrincipalId,
  uid: string,
): Promise<ReadObject | undefined> {
  const [head] = await tx.objects.byUidInAccount(accountId, uid);
  const stored = head && (await tx.objects.byId(head.id));
  return stored && new ReadObject(stored);
}

/** @returns the copy after the messages, if they make one; `isRefused`: it has another event of that name already */
function applied(
  principal: Principal,
  stored: CalendarObject | undefined,
  messages: readonly RoutedMessage[],
): { readonly copy: CalendarObject | undefined; readonly isRefused: boolean } {
  const isMine = isAddressOf(principal);
  let copy = stored;
  let isRefused = false;
  for (const { message } of messages) {
    const result = applyMessage(objectOf(message.calendar), copy, deliveryOf(message, isMine));
    if (result.kind === "store") copy = result.object;
    isRefused ||= result.kind === "ignore" && result.reason === "not-entitled";
  }
  return { copy, isRefused };
}
