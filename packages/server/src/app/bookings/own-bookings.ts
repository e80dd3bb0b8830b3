import { cancellation } from "@snart/calendar/booking/cancel.ts";
import { presenceTimes, type CheckInTimes } from "@snart/calendar/booking/no-show.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Booking } from "../../storage/records/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { timesOf } from "./presence.ts";
import { partiesOf } from "../bookables/party-of.ts";
import { rulesInForce, type RulesInForce } from "../bookables/rules-in-force.ts";

/** A booking as somebody of its party sees it. */
export interface OwnBooking {
  readonly booking: Booking;
  /** The last moment to cancel in time; null: without rules, or it is not to come. */
  readonly cancelUntil: Instant | null;
  /** Until when its party has to confirm it, or it goes back; null: it has not. */
  readonly confirmUntil: Instant | null;
  /** When its party can say that they are here; null: without rules, or it is not to come. */
  readonly checkIn:
    | (CheckInTimes & { readonly isNeeded: boolean; readonly isByApp: boolean; readonly isByCode: boolean })
    | null;
}

/** Whoever books and cancels over and over has no longer list for it. */
const LISTED = ["requested", "confirmed", "inUse", "done", "released"] as const;

/** Whose bookings the actor has to do with: their own, and those of their groups, which may be households. */
export const partyIdsOf = (app: App, actor: Actor): Promise<readonly PrincipalId[]> =>
  app.storage.read((tx) => partiesOf(tx, actor));

/** What the actor and their households have booked and is neither over nor cancelled, by start. */
export function ownBookings(app: App, actor: Actor): Promise<readonly OwnBooking[]> {
  return app.storage.read(async (tx) => {
    const parties = await partiesOf(tx, actor);
    const rules = new Map<PrincipalId, RulesInForce | undefined>();
    const found: OwnBooking[] = [];
    const booked = await Promise.all(parties.map((party) => tx.bookings.ofParty(party, app.now(), LISTED)));
    for (const booking of booked.flat()) {
      // What a guest asks for stands with the booking page.
      if (booking.state === "requested" && booking.objectId === null) continue;
      const { accountId: id } = booking;
      if (!rules.has(id)) rules.set(id, await rulesInForce(tx, id));
      found.push(ownBooking(rules.get(id), booking, app.now()));
    }
    return found.toSorted((a, b) => a.booking.startsAt - b.booking.startsAt);
  });
}

function checkInOf({ prepared }: RulesInForce, booking: Booking): OwnBooking["checkIn"] {
  const { checkIn } = prepared.rules;
  const isByApp = checkIn?.by.includes("app") ?? true;
  const isByCode = !isByApp && (checkIn?.by.includes("phoneAtDoor") ?? false);
  return { ...presenceTimes(prepared, timesOf(booking)), isNeeded: checkIn !== undefined, isByApp, isByCode };
}

/** A booking with the times to cancel it and to come to it. */
export const withDeadline = async (
  tx: ReadTransaction,
  booking: Booking,
  now: Instant,
): Promise<OwnBooking> => ownBooking(await rulesInForce(tx, booking.accountId), booking, now);

function ownBooking(inForce: RulesInForce | undefined, booking: Booking, now: Instant): OwnBooking {
  const { startsAt: start, endsAt: end, createdAt: booked, state } = booking;
  const isOpen = state === "confirmed" || state === "requested";
  const cancelUntil =
    inForce && isOpen ? cancellation(inForce.prepared, { start, end, booked }, now).until : null;
  return {
    booking,
    cancelUntil,
    confirmUntil: isOpen ? booking.expiresAt : null,
    checkIn: inForce && state === "confirmed" ? checkInOf(inForce, booking) : null,
  };
}
