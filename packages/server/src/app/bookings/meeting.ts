import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import type { Result } from "@snart/calendar/result.ts";
import {
  withEventAnswer,
  type DateAnswer,
  type EventAnswer,
} from "@snart/calendar/scheduling/answer/event-answer.ts";
import { organizerOf, type IsAddressOf } from "@snart/calendar/scheduling/attendee.ts";
import type { SchedulingAction } from "@snart/calendar/jmap/event-notification.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Booking } from "../../storage/records/bookings.ts";
import type { ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import { askedTimes } from "../bookables/booked-times.ts";
import { rulesInForce } from "../bookables/rules-in-force.ts";
import type { Actor } from "../actor.ts";
import { grantCalendar, type CalendarGrant } from "../grants.ts";
import { ReadObject } from "../objects/read-stored.ts";
import { isAddressOf, principalOf } from "../principal-address.ts";
import type { Problem } from "../problems.ts";
import { changedByOf } from "../scheduling-action.ts";
import type { BookingTerms, Scheduling, WriteScope } from "../scope.ts";
import { storeObject } from "../write/store-object.ts";
import { ownGrant } from "./booking-event.ts";

/** A booked thing's copy of a meeting, and the organizer's own. */
export interface BookedMeeting {
  readonly copy: ReadObject;
  /** undefined: its managers have entered it, or its organizer is gone */
  readonly organizer: Principal | undefined;
  readonly organized: ReadObject | undefined;
}

/** @returns undefined if the booking's event is gone */
export async function meetingOf(
  tx: ReadTransaction,
  { objectId }: Pick<Booking, "objectId">,
): Promise<BookedMeeting | undefined> {
  const stored = objectId === null ? undefined : await tx.objects.byId(objectId);
  if (!stored) return undefined;
  const copy = new ReadObject(stored);
  const address = organizerOf(copy.object)?.value;
  // Also who is not here any more: what they have booked is given up in their event too.
  const organizer = address === undefined ? undefined : await principalOf(tx, address);
  if (!organizer || organizer.id === stored.accountId)
    return { copy, organizer: undefined, organized: undefined };
  const heads = [
    ...(await tx.objects.byUidInAccount(organizer.id, stored.uid)),
    ...(await tx.objects.byUidOfOrganizer(organizer.id, stored.uid)),
  ];
  const head = heads.find(({ scheduleTag }) => scheduleTag !== null);
  const own = head && (await tx.objects.byId(head.id));
  return { copy, organizer, organized: own && new ReadObject(own) };
}

/** The account of the meeting that a booking is for, which is locked before the thing's own; none: the thing's alone. */
export async function meetingAccounts(
  tx: ReadTransaction,
  booking: Pick<Booking, "objectId">,
): Promise<readonly PrincipalId[]> {
  const found = await meetingOf(tx, booking);
  return found?.organized ? [found.organized.stored.accountId] : [];
}

/** Whether somebody may change the event for which a thing has a copy: the organizer's, or what its managers have entered in its own. */
async function mayChangeMeeting(tx: ReadTransaction, actor: Actor, objectId: ObjectId): Promise<boolean> {
  const found = await meetingOf(tx, { objectId });
  if (!found) return false;
  const { stored } = found.organized ?? found.copy;
  const grant = await grantCalendar(tx, actor, stored.calendarId);
  return grant.ok && grant.value.rights.mayWriteAll;
}

/**
 * A thing's copy of an event that somebody is changing: what that has booked does not stand in its own way.
 * @returns undefined: there is none, or somebody else's
 */
export async function copyToChange(
  tx: ReadTransaction,
  actor: Actor,
  bookableId: PrincipalId,
  uid: string,
): Promise<ObjectId | undefined> {
  const [copy] = await tx.objects.byUidInAccount(bookableId, uid);
  return copy && (await mayChangeMeeting(tx, actor, copy.id)) ? copy.id : undefined;
}

/** One write by somebody, before it is known in which account. */
export type Writing = Pick<WriteScope, "app" | "tx" | "actor" | "now" | "offersLater" | "knowsLate">;

/** The same in one account, whose lock it takes. */
export async function inAccount(
  write: Writing,
  accountId: PrincipalId,
  scheduling: Scheduling,
): Promise<WriteScope> {
  return { ...write, accountId, modseq: await write.tx.lockAccount(accountId), scheduling };
}

const SILENT = { delivery: { keepsTag: true } };

/**
 * Writes a thing's answer into the organizer's event and into its own copy. The organizer hears of it unless it is them.
 * @param as.told what that is for the organizer; absent: the answer itself
 * @param as.terms which dates are booked; absent: those that are
 */
export async function answerMeeting(
  write: Writing,
  { copy, organizer, organized }: BookedMeeting,
  room: Principal,
  answer: EventAnswer,
  { told, terms }: { readonly told?: SchedulingAction; readonly terms?: BookingTerms } = {},
): Promise<Result<unknown, Problem>> {
  const { tx, actor } = write;
  const owner = organized && (await tx.principals.byId(organized.stored.accountId));
  const isRoom = isAddressOf(room);
  if (owner && organizer) {
    const isAccepted = [answer.series, ...answer.dates.values()].some((one) => one?.partstat === "ACCEPTED");
    const action = {
      kind: told ?? (isAccepted ? ("accepted" as const) : ("declined" as const)),
      by: await changedByOf(tx, actor),
      said: copy.object,
      comment: null,
      cameByMail: false,
      organizerId: organizer.id,
    };
    const telling = actor.principalId === organizer.id ? SILENT : { delivery: { keepsTag: true, action } };
    const scope = await inAccount(write, owner.id, telling);
    const grant = await ownGrant(write, owner, organized.stored.calendarId);
    const theirs = await storeAnswer(scope, grant, organized, { isRoom, answer });
    if (!theirs.ok) return theirs;
  }
  const grant = await ownGrant(write, room, copy.stored.calendarId);
  // What is booked stays so, and nothing else is booked by an answer.
  const by = organizer?.id ?? room.id;
  const present = { partyId: by, bookedBy: by, key: null, dates: new Map() };
  const scope = { ...(await inAccount(write, room.id, SILENT)), booking: terms ?? present };
  return storeAnswer(scope, grant, copy, { isRoom, answer });
}

function storeAnswer(
  scope: WriteScope,
  grant: CalendarGrant,
  current: ReadObject,
  { isRoom, answer }: { readonly isRoom: IsAddressOf; readonly answer: EventAnswer },
): Promise<Result<unknown, Problem>> {
  const object = withEventAnswer(current.object, isRoom, answer, scope.now);
  const written = { object, text: serialiseICalendar(object.calendar) };
  const target = { uri: current.stored.uri, current, isWhole: true, hasRoom: true } as const;
  return storeObject(scope, grant, target, written);
}

/** An answer to what one booking is: a single event, or one date of a series. */
export async function answerTo(
  tx: ReadTransaction,
  { accountId, recurrenceId }: Booking,
  object: CalendarObject,
  answer: DateAnswer,
  now: number,
): Promise<EventAnswer> {
  if (recurrenceId === null) return { series: answer, dates: new Map() };
  const inForce = await rulesInForce(tx, accountId);
  const asked = askedTimes(object, inForce?.prepared.zone ?? UTC, now);
  const time = asked.ok ? asked.value.find((one) => one.recurrenceId === recurrenceId) : undefined;
  return { series: undefined, dates: new Map([[time?.key ?? recurrenceId, answer]]) };
}
