import { wordsFor, type Place, type Question } from "@snart/calendar/booking-page/event-type.ts";
import { BOOKED_HOST, bookedGuestKey, guestPlaceKey } from "@snart/calendar/access/booked-guests.ts";
import { eventFromObject } from "@snart/calendar/jscalendar/to-jscalendar.ts";
import { objectFromEvent } from "@snart/calendar/jscalendar/from-jscalendar.ts";
import { SNART_COLOURS } from "@snart/calendar/jscalendar/snart-colours.ts";
import { zonedTimes } from "@snart/calendar/jscalendar/item-time.ts";
import type { JSEvent, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { ANSWER_MARKS, answerMarks } from "@snart/calendar/scheduling/own/guest-answers.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { PageBooking } from "../../storage/records/booking-pages.ts";
import type { ObjectId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import { schedulingActor } from "../actor.ts";
import { ownGrant } from "../bookings/booking-event.ts";
import { checkCalendar } from "../objects/prepare-object.ts";
import { ReadObject } from "../objects/read-stored.ts";
import { addressOf, lastingAddressOf } from "../principal-address.ts";
import type { Problem } from "../problems.ts";
import { SENDS, type BookingTerms, type WriteScope } from "../scope.ts";
import { removeStored } from "../write/delete-object.ts";
import { storeObject } from "../write/store-object.ts";
import { updateEvent } from "../write/update-event.ts";
import { isHouse } from "./house/house.ts";
import type { AskedType } from "./page-facts.ts";
import { calendarForBookings } from "./placing/chosen-calendar.ts";
import { takeRoom } from "./rooms/room-hold.ts";

type Writing = Pick<WriteScope, "app" | "tx" | "now">;

/**
 * The guest hears of it by the page's own mails, with their link in it; the other hosts by invitations, as of any event. Where there are
 * others, the guest gets both.
 */
async function scopeOf(
  write: Writing,
  host: Principal,
  { hosts, roomId }: Pick<PageBooking, "hosts" | "roomId">,
  terms?: BookingTerms,
): Promise<WriteScope> {
  const modseq = await write.tx.lockAccount(host.id);
  const scope = {
    ...write,
    actor: schedulingActor(host),
    accountId: host.id,
    modseq,
    ...(terms && { booking: terms }),
  };
  return hosts.length > 1 || roomId !== null ? { ...scope, scheduling: SENDS } : scope;
}

/**
 * Writes a confirmed booking into its first host's calendar, with the guest and the other hosts in it, or adds the guest to the event that
 * others share.
 * @param terms of its room, which is booked with it
 * @returns the event's id
 */
export async function writeBookedEvent(
  write: Writing,
  asked: AskedType,
  booking: PageBooking,
  terms?: BookingTerms,
): Promise<Result<ObjectId, Problem>> {
  const { app, tx, now } = write;
  const hosts = await tx.principals.byIds(booking.hosts);
  const [host] = hosts;
  if (!host) return failed({ code: "not-found" });
  const scope = await scopeOf(write, host, booking, terms);
  const room = booking.roomId === null ? undefined : await tx.principals.byId(booking.roomId);
  const shared = booking.objectId === null ? undefined : await tx.objects.byId(booking.objectId);
  if (shared) {
    const patch = {
      [`participants/${bookedGuestKey(booking.id)}`]: guestOf(booking),
    } as unknown as PatchObject;
    const done = await updateEvent(scope, new ReadObject(shared), patch);
    return done.ok ? ok(shared.id) : done;
  }
  const calendar = await calendarForBookings(tx, host, asked.type);
  if (!calendar) return failed({ code: "default-calendar-needed" });
  const id = app.newId() as ObjectId;
  const event = eventOf(asked, booking, hosts, room);
  const made = objectFromEvent(event, { uid: booking.timeId, now, prodId: app.prodId });
  if (!made.ok) return failed({ code: "invalid-calendar-data", problem: made.problem });
  const checked = checkCalendar(app, made.value);
  if (!checked.ok) return checked;
  const grant = await ownGrant(scope, host, calendar.id);
  const stored = await storeObject(scope, grant, { uri: `${id}.ics`, id, current: undefined }, checked.value);
  return stored.ok ? ok(id) : stored;
}

const ROOM = "room";
const guestOf = ({ name, mail, hosts, roomId }: PageBooking) => ({
  "@type": "Participant",
  name,
  calendarAddress: `mailto:${mail}`,
  kind: "individual",
  roles: { attendee: true },
  participationStatus: "accepted",
  // A room alone is no reason for an invitation besides the page's own mail.
  ...(roomId !== null && hosts.length === 1 && { scheduleAgent: "none" }),
});

const hostOf = (host: Principal, isFirst: boolean) => ({
  "@type": "Participant",
  name: host.displayName,
  calendarAddress: addressOf(host),
  kind: isHouse(host) ? "group" : "individual",
  roles: isFirst ? { owner: true, attendee: true } : { attendee: true },
  participationStatus: isFirst ? "accepted" : "needs-action",
});

const roomOf = (room: Principal) => ({
  "@type": "Participant",
  name: room.displayName,
  calendarAddress: lastingAddressOf(room),
  kind: "location",
  roles: { attendee: true },
});

function eventOf(
  { eventType, type }: AskedType,
  booking: PageBooking,
  hosts: readonly Principal[],
  room: Principal | undefined,
): JSEvent {
  const [host] = hosts;
  const language = host?.preferences.language;
  const title = wordsFor(eventType.title, language);
  const isShared = (type.seats ?? 1) > 1;
  const description = isShared ? "" : answersText(type.questions ?? [], booking.answers, language);
  const participants = hosts.map((each, at) => [
    at === 0 ? BOOKED_HOST : `host-${at}`,
    hostOf(each, at === 0),
  ]);
  return {
    "@type": "Event",
    uid: booking.timeId,
    title: isShared ? title : `${title} – ${booking.name}`,
    ...zonedTimes(type.timeZone, booking.startsAt, booking.endsAt),
    ...(type.color && { color: SNART_COLOURS[type.color].css }),
    ...(description !== "" && { description, [ANSWER_MARKS]: answerMarks(description) }),
    ...(booking.place !== "" &&
      // The room is invited, and may become another one.
      booking.place !== room?.displayName && {
        locations: {
          [isOfPage(booking, type.places) ? "place" : guestPlaceKey(booking.place)]: {
            "@type": "Location",
            name: booking.place,
          },
        },
      }),
    ...(host && { organizerCalendarAddress: addressOf(host) }),
    participants: Object.fromEntries([
      ...participants,
      ...(room ? [[ROOM, roomOf(room)]] : []),
      [bookedGuestKey(booking.id), guestOf(booking)],
    ]),
  } as JSEvent;
}

/** Whether the page says where it takes place, and not the guest. */
export const isOfPage = (
  { id, place }: Pick<PageBooking, "id" | "place">,
  places: readonly Place[] = [],
): boolean =>
  place === "" ||
  places.some(
    (each) =>
      (each.kind === "address" && each.address === place) ||
      (each.kind === "video" && each.url.replaceAll("{booking}", id) === place),
  );

/** Questions with their answers, a line each; those that were not answered are left out. */
export function answersText(
  questions: readonly Question[],
  answers: PageBooking["answers"],
  language: string | undefined,
): string {
  const lines = questions.flatMap((question, at) => {
    const answer = answers[at];
    const label = wordsFor(question.label, language);
    if (answer === undefined || answer === "" || answer === false) return [];
    if (answer === true) return [`${label}: ✓`];
    const chosen = question.kind === "choice" ? question.choices[Number(answer)] : undefined;
    return [`${label}: ${chosen ? wordsFor(chosen, language) : answer}`];
  });
  return lines.join("\n");
}

/** Moves a booking's event: same UID, and whatever the host has written stays. A room that it leaves is free before it has the other. */
export async function moveBookedEvent(
  write: Writing,
  { type }: AskedType,
  before: PageBooking,
  moved: PageBooking,
): Promise<Result<void, Problem>> {
  if (before.roomId !== null && before.roomId !== moved.roomId) {
    const left = await leaveRoom(write, before);
    if (!left.ok) return left;
  }
  const terms = await takeRoom(write, type, moved);
  if (!terms.ok) return failed({ code: "booking-not-now" });
  const found = await bookedEvent(write, moved, terms.value);
  if (!found) return failed({ code: "not-found" });
  const room = moved.roomId === null ? undefined : await write.tx.principals.byId(moved.roomId);
  const isOther = room && before.roomId !== moved.roomId;
  const patch = {
    ...zonedTimes(type.timeZone, moved.startsAt, moved.endsAt),
    ...(isOther && { [`participants/${ROOM}`]: roomOf(room) }),
  } as unknown as PatchObject;
  const done = await updateEvent(found.scope, found.current, patch);
  return done.ok ? ok(undefined) : done;
}

/**
 * Takes a booking's event out of the calendar of who received the guest, and writes it anew into that of who does now, under the same UID:
 * what the former one wrote into theirs was theirs. Its room stays with it. Where the first host stays, they invite the one in the place of
 * the other.
 */
export async function giveBookedEvent(
  write: Writing,
  asked: AskedType,
  before: PageBooking,
  given: PageBooking,
): Promise<Result<ObjectId, Problem>> {
  const found = await bookedEvent(write, before);
  if (!found) return failed({ code: "not-found" });
  // As long as it has the room, what it has does not count against it.
  const terms = await takeRoom(write, asked.type, given, true);
  if (!terms.ok) return failed({ code: "booking-not-now" });
  const { scope, current, host } = found;
  if (given.hosts[0] === host.id) {
    const done = await updateEvent(scope, current, await otherHosts(write, current, before, given));
    return done.ok ? ok(current.stored.id) : done;
  }
  const grant = await ownGrant(scope, host, current.stored.calendarId);
  // Nobody who waits for the room is offered it in between.
  const gone = await removeStored({ ...scope, offersLater: true }, grant, current);
  if (!gone.ok) return gone;
  await forgetInRoom(write, before);
  return writeBookedEvent(write, asked, { ...given, objectId: null }, terms.value);
}

/** Takes those who receive the guest no more off an event, and puts on who does now. */
async function otherHosts(
  { tx, app }: Writing,
  current: ReadObject,
  before: PageBooking,
  given: PageBooking,
): Promise<PatchObject> {
  const gone = await tx.principals.byIds(before.hosts.filter((id) => !given.hosts.includes(id)));
  const come = await tx.principals.byIds(given.hosts.filter((id) => !before.hosts.includes(id)));
  const keys = gone.flatMap((host) => participantAt(current, addressOf(host)) ?? []);
  return Object.fromEntries([
    ...keys.map((key) => [`participants/${key}`, null]),
    ...come.map((host) => [`participants/host-${app.newId()}`, hostOf(host, false)]),
  ]) as PatchObject;
}

/** Takes the cancelled copy of a booking out of its room's calendar: under the same UID the room takes no invitation of anybody else. */
async function forgetInRoom(write: Writing, { roomId, timeId }: PageBooking): Promise<void> {
  const room = roomId === null ? undefined : await write.tx.principals.byId(roomId);
  if (!room) return;
  const modseq = await write.tx.lockAccount(room.id);
  const scope = { ...write, actor: schedulingActor(room), accountId: room.id, modseq };
  for (const { id } of await write.tx.objects.byUidInAccount(room.id, timeId)) {
    const copy = await write.tx.objects.byId(id);
    if (!copy) continue;
    const grant = await ownGrant(scope, room, copy.calendarId);
    const gone = await removeStored(scope, grant, new ReadObject(copy));
    if (!gone.ok) throw new Error(`a room keeps what it gave up: ${gone.problem.code}`);
  }
}

async function leaveRoom(write: Writing, booking: PageBooking): Promise<Result<void, Problem>> {
  const found = await bookedEvent(write, booking);
  const room = booking.roomId === null ? undefined : await write.tx.principals.byId(booking.roomId);
  if (!found || !room) return ok(undefined);
  const key = participantAt(found.current, lastingAddressOf(room));
  if (key === undefined) return ok(undefined);
  const done = await updateEvent(found.scope, found.current, { [`participants/${key}`]: null });
  return done.ok ? ok(undefined) : done;
}

/** Under which key an event has somebody: one that a calendar app has written has keys of its own. */
function participantAt(current: ReadObject, address: string): string | undefined {
  const event = eventFromObject(current.object);
  const all = event.ok ? Object.entries(event.value.participants ?? {}) : [];
  const [key] = all.find(([, each]) => each.calendarAddress?.toLowerCase() === address.toLowerCase()) ?? [];
  return key;
}

/** Takes a guest off their event; the event goes with its last guest. */
export async function leaveBookedEvent(
  write: Writing,
  booking: PageBooking,
  isLast: boolean,
): Promise<Result<void, Problem>> {
  const found = await bookedEvent(write, booking);
  // A host has deleted it before.
  if (!found) return ok(undefined);
  const { scope, current, host } = found;
  if (isLast) {
    const grant = await ownGrant(scope, host, current.stored.calendarId);
    const gone = await removeStored(scope, grant, current);
    return gone.ok ? ok(undefined) : gone;
  }
  const key = participantAt(current, `mailto:${booking.mail}`);
  if (key === undefined) return ok(undefined);
  const done = await updateEvent(scope, current, { [`participants/${key}`]: null });
  return done.ok ? ok(undefined) : done;
}

async function bookedEvent(write: Writing, booking: PageBooking, terms?: BookingTerms) {
  const { objectId, hosts } = booking;
  const stored = objectId === null ? undefined : await write.tx.objects.byId(objectId);
  const host = stored && (await write.tx.principals.byId(stored.accountId));
  if (!stored || !host || stored.accountId !== hosts[0]) return undefined;
  return { scope: await scopeOf(write, host, booking, terms), current: new ReadObject(stored), host };
}
