import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import { failed, type Result } from "@snart/calendar/result.ts";
import { withEventAnswer, type EventAnswer } from "@snart/calendar/scheduling/answer/event-answer.ts";
import { organizerOf } from "@snart/calendar/scheduling/attendee.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import type { ReadTransaction, WriteTransaction } from "../../storage/port.ts";
import type { Booking } from "../../storage/records/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { askedTimes } from "../bookables/booked-times.ts";
import { rulesInForce } from "../bookables/rules-in-force.ts";
import { ReadObject } from "../objects/read-stored.ts";
import { isAddressOf, routeOf } from "../principal-address.ts";
import type { Problem } from "../problems.ts";
import { changedByOf } from "../scheduling-action.ts";
import { SENDS, type Scheduling, type WriteScope } from "../scope.ts";
import { removeStored } from "../write/delete-object.ts";
import { storeObject } from "../write/store-object.ts";
import { ownGrant } from "./booking-event.ts";

/** A booked thing's copy of a meeting, and the organizer's own. */
interface Meeting {
  readonly copy: ReadObject;
  /** undefined: its managers have entered it, or its organizer is gone */
  readonly organizer: Principal | undefined;
  readonly organized: ReadObject | undefined;
}

/** The account of the meeting that a booking is for, which is locked before the thing's own; none: the thing's alone. */
export async function meetingAccounts(
  tx: ReadTransaction,
  booking: Booking,
): Promise<readonly PrincipalId[]> {
  const found = await meetingOf(tx, booking);
  return found?.organized ? [found.organized.stored.accountId] : [];
}

/**
 * Gives a booking up. One that was made as such is removed with its event; a meeting goes on without the thing, which declines: the date
 * in question, if it is a series. The organizer hears of it unless it is them.
 * @param room the thing; it and the meeting's account are locked
 */
export async function giveUpBooking(
  app: App,
  tx: WriteTransaction,
  actor: Actor,
  room: Principal,
  booking: Booking,
): Promise<Result<unknown, Problem>> {
  const meeting = await meetingOf(tx, booking);
  if (!meeting) return failed({ code: "not-found" });
  const { copy, organized } = meeting;
  const write = { app, tx, actor, now: app.now() };
  const inside = async (accountId: PrincipalId, scheduling: Scheduling): Promise<WriteScope> => ({
    ...write,
    accountId,
    modseq: await tx.lockAccount(accountId),
    scheduling,
  });
  const silent = { delivery: { keepsTag: true } };
  if (!meeting.organizer || !organized) {
    if (booking.recurrenceId !== null) return failed({ code: "not-found" });
    const grant = await ownGrant(write, room, copy.stored.calendarId);
    return removeStored(await inside(room.id, silent), grant, copy);
  }
  const owner = await tx.principals.byId(organized.stored.accountId);
  if (!owner) return failed({ code: "not-found" });
  const grant = await ownGrant(write, owner, organized.stored.calendarId);
  if (booking.key !== null) return removeStored(await inside(owner.id, SENDS), grant, organized);
  const answer = await declining(tx, booking, copy.object, app.now());
  const by = await changedByOf(tx, actor);
  const said = { kind: "declined", by, said: copy.object, comment: null, cameByMail: false } as const;
  const told =
    actor.principalId === meeting.organizer.id ? silent : { delivery: { keepsTag: true, action: said } };
  const declined = await answered(await inside(owner.id, told), grant, organized, room, answer);
  if (!declined.ok) return declined;
  return answered(
    await inside(room.id, silent),
    await ownGrant(write, room, copy.stored.calendarId),
    copy,
    room,
    answer,
  );
}

async function answered(
  scope: WriteScope,
  grant: Awaited<ReturnType<typeof ownGrant>>,
  current: ReadObject,
  room: Principal,
  answer: EventAnswer,
): Promise<Result<unknown, Problem>> {
  const object = withEventAnswer(current.object, isAddressOf(room), answer, scope.now);
  const written = { object, text: serialiseICalendar(object.calendar) };
  return storeObject(scope, grant, { uri: current.stored.uri, current, isWhole: true }, written);
}

async function declining(
  tx: ReadTransaction,
  { accountId, recurrenceId }: Booking,
  object: CalendarObject,
  now: number,
): Promise<EventAnswer> {
  const no = { partstat: "DECLINED", comment: "" } as const;
  if (recurrenceId === null) return { series: no, dates: new Map() };
  const inForce = await rulesInForce(tx, accountId);
  const asked = askedTimes(object, inForce?.prepared.zone ?? UTC, now);
  const time = asked.ok ? asked.value.find((one) => one.recurrenceId === recurrenceId) : undefined;
  return { series: undefined, dates: new Map([[time?.key ?? recurrenceId, no]]) };
}

async function meetingOf(tx: ReadTransaction, { objectId }: Booking): Promise<Meeting | undefined> {
  const stored = objectId === null ? undefined : await tx.objects.byId(objectId);
  if (!stored) return undefined;
  const copy = new ReadObject(stored);
  const address = organizerOf(copy.object)?.value;
  const route = address === undefined ? undefined : await routeOf(tx, address);
  const organizer = route?.kind === "principal" ? route.principal : undefined;
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
