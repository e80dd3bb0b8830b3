import { cellsOf } from "@snart/calendar/booking/cells.ts";
import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { WriteTransaction } from "../../../storage/port.ts";
import type { PageBooking } from "../../../storage/records/booking-pages.ts";
import type { Booking } from "../../../storage/records/bookings.ts";
import type { App } from "../../app.ts";
import { offerGivenUp, scheduleOffers } from "../../bookables/offer-freed.ts";
import { takeCells } from "../../bookables/take-cells.ts";
import { cellWidth } from "../../bookables/rules-in-force.ts";
import type { BookingTerms } from "../../scope.ts";
import { bookingBecomes } from "../../transitions.ts";
import { isStanding } from "../page-facts.ts";
import { knownRoom, roomHoldId, roomParty } from "./room-facts.ts";
import { tellManagers } from "./tell-managers.ts";

interface Writing {
  readonly app: App;
  readonly tx: WriteTransaction;
  readonly now: number;
}

/**
 * Whether the managers of a booking's room have to answer before it is confirmed: they answer every request, have not said yes to this time,
 * and nobody who shares it is confirmed. A house answers at its page.
 */
export async function awaitsRoom(
  { tx, now }: Pick<Writing, "tx" | "now">,
  type: EventType,
  booking: Pick<PageBooking, "id" | "timeId" | "roomId" | "startsAt" | "endsAt" | "objectId">,
): Promise<boolean> {
  const { roomId, timeId, startsAt: from, endsAt: to } = booking;
  if (roomId === null || booking.objectId !== null) return false;
  const sharing = (await tx.pageBookings.ofTime(timeId)).filter((each) => isStanding(each, now));
  if (sharing.some(({ objectId }) => objectId !== null)) return false;
  const hold = await tx.bookings.byId(roomHoldId(timeId));
  if (isGranted(hold, booking, sharing, now)) return false;
  const room = await knownRoom(tx, roomId, type, { from, to }, [booking], now);
  return room !== undefined && !room.isLent && room.asks;
}

/** Whether the managers have said yes: it is a hold again, though somebody who has proved their address waits. */
const isGranted = (
  hold: Booking | undefined,
  booking: Pick<PageBooking, "id" | "roomId" | "startsAt" | "endsAt">,
  sharing: readonly PageBooking[],
  now: number,
): boolean =>
  hold !== undefined &&
  isAlive(hold, booking, now) &&
  sharing.some(({ id, state }) => id !== booking.id && state === "requested");

/**
 * Keeps the room of a booking as long as it has no event: as a hold, which the room's own board shows and every verdict on the room
 * respects, or as a request that its managers answer. The room is locked, and so is everybody else whom it concerns.
 * @returns false: it can't be had then
 */
export async function holdRoom(
  { app, tx, now }: Writing,
  type: EventType,
  booking: PageBooking,
): Promise<boolean> {
  const { roomId, timeId, startsAt, endsAt, hosts } = booking;
  const sharing = (await tx.pageBookings.ofTime(timeId)).filter((each) => isStanding(each, now));
  // An event that others have confirmed has the room.
  if (roomId === null || sharing.some(({ objectId }) => objectId !== null)) return true;
  const time = { from: startsAt, to: endsAt };
  const room = await knownRoom(tx, roomId, type, time, [booking], now);
  const granted = room?.grant(time);
  const [host] = hosts;
  if (!room || !granted || host === undefined) return false;
  const id = roomHoldId(timeId);
  const former = await tx.bookings.byId(id);
  const isAsked =
    sharing.some(({ state }) => state === "requested") &&
    room.asks &&
    !room.isLent &&
    !isGranted(former, booking, sharing, now);
  const ends = sharing.map(({ expiresAt }) => expiresAt);
  const expiresAt = ends.some((end) => end === null) ? null : Math.max(...ends.flatMap((end) => end ?? []));
  const fields = {
    accountId: roomId,
    unit: granted.unit,
    startsAt,
    endsAt,
    partyId: room.party,
    bookedBy: host,
    rulesVersion: room.inForce.version,
    expiresAt,
    changedAt: now,
  };
  const state = isAsked ? "requested" : "hold";
  if (former) await tx.bookings.update(id, { ...fields, state: bookingBecomes(former.state, state) });
  else {
    const fresh = { id, state, key: null, objectId: null, recurrenceId: null, createdAt: now } as const;
    await tx.bookings.insert({ ...fresh, ...fields });
  }
  const isNews = former?.state !== "requested" || former.startsAt !== startsAt || former.accountId !== roomId;
  if (isAsked && isNews) await tellManagers({ app, tx, now }, { id, ...fields });
  await tx.claims.release(id);
  const { first, last } = cellsOf(startsAt, endsAt, cellWidth(room.inForce));
  const taking = { id, accountId: roomId, unit: granted.unit, expiresAt };
  await takeCells(tx, taking, { from: first, until: last + 1 }, now);
  // Who waits for the room is asked when the hold ends by itself.
  if (expiresAt !== null && room.inForce.prepared.rules.waitlist) await scheduleOffers(tx, roomId, expiresAt);
  return true;
}

/**
 * The room of a booking for its event: what was held, or what the verdict gives now. The hold ends, as the event has the room from here on.
 * @param isHadBefore its event has the room at this time, and its managers are not asked again
 * @returns undefined within: it has none; failed: it can't be had
 */
export async function takeRoom(
  { tx, now }: Writing,
  type: EventType,
  booking: PageBooking,
  isHadBefore = false,
): Promise<Result<BookingTerms | undefined, "taken">> {
  const { roomId, timeId, hosts, startsAt: from, endsAt: to } = booking;
  const [bookedBy] = hosts;
  if (roomId === null || bookedBy === undefined) return ok(undefined);
  const hold = await tx.bookings.byId(roomHoldId(timeId));
  const isKept = hold && isAlive(hold, booking, now);
  const room = isKept ? undefined : await knownRoom(tx, roomId, type, { from, to }, [booking], now);
  if (room?.asks && !room.isLent && !isHadBefore) return failed("taken");
  const unit = isKept ? hold.unit : room?.grant({ from, to })?.unit;
  const partyId = isKept ? hold.partyId : await roomParty(tx, type);
  if (unit === undefined || !partyId) return failed("taken");
  await endHold(tx, hold, now);
  return ok({ partyId, bookedBy, key: null, dates: new Map([[null, { unit, state: "confirmed" }]]) });
}

const isAlive = (
  { state, accountId, startsAt, endsAt, expiresAt }: Booking,
  booking: Pick<PageBooking, "roomId" | "startsAt" | "endsAt">,
  now: number,
): boolean =>
  state === "hold" &&
  accountId === booking.roomId &&
  startsAt === booking.startsAt &&
  endsAt === booking.endsAt &&
  (expiresAt === null || expiresAt > now);

const isKeeping = (hold: Booking | undefined): hold is Booking =>
  hold?.state === "hold" || hold?.state === "requested";

async function endHold(tx: WriteTransaction, hold: Booking | undefined, now: number): Promise<void> {
  if (!isKeeping(hold)) return;
  await tx.claims.release(hold.id);
  await tx.bookings.update(hold.id, { state: bookingBecomes(hold.state, "lapsed"), changedAt: now });
}

/** Gives up the room of a booking that has no event, once nobody shares its time any more; whoever waits for the room is asked. */
export async function freeRoom(write: Writing, { timeId }: Pick<PageBooking, "timeId">): Promise<void> {
  const { tx, now } = write;
  const hold = await tx.bookings.byId(roomHoldId(timeId));
  if (!isKeeping(hold)) return;
  if ((await tx.pageBookings.ofTime(timeId)).some((each) => isStanding(each, now))) return;
  await endHold(tx, hold, now);
  await offerGivenUp(write, hold.accountId, [hold]);
}
