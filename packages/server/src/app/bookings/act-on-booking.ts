import type { BookingState } from "@snart/calendar/booking/facts.ts";
import { failed, type Result } from "@snart/calendar/result.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { Booking } from "../../storage/records/bookings.ts";
import type { BookingId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { rulesInForce, type RulesInForce } from "../bookables/rules-in-force.ts";
import type { Problem } from "../problems.ts";
import { asOne } from "../scope.ts";
import { bookingBecomes } from "../transitions.ts";
import { lockBookings } from "./lock-for-booking.ts";
import type { Writing } from "./meeting.ts";
import { mayGiveUp } from "./may-give-up.ts";

/** A booking that somebody does something with while it is coming or going on; it and its meeting are locked. */
export interface BookingAct {
  readonly write: Writing;
  readonly booking: Booking;
  /** The thing. */
  readonly room: Principal;
  readonly inForce: RulesInForce;
}

/**
 * Runs what somebody does with a booking that stands, in one transaction: a refusal leaves nothing behind.
 * @returns `not-found` for what is over or was given up, or what the actor has nothing to do with
 */
export function onBooking(
  app: App,
  actor: Actor,
  id: BookingId,
  act: (act: BookingAct) => Promise<Result<Booking, Problem>>,
): Promise<Result<Booking, Problem>> {
  return asOne(app, [], (inside) =>
    inside.storage.write(async (tx) => {
      const found = await lockedBooking(tx, id);
      const now = app.now();
      if (!found || !(await mayGiveUp(tx, actor, found.booking, now))) return failed({ code: "not-found" });
      return act({ ...found, write: { app: inside, tx, actor, now } });
    }),
  );
}

/** @returns a booking with its thing, both locked, and its meeting too; undefined: it, its thing or the rules are gone */
export async function lockedBooking(
  tx: WriteTransaction,
  id: BookingId,
): Promise<Pick<BookingAct, "booking" | "room" | "inForce"> | undefined> {
  const known = await tx.bookings.byId(id);
  if (!known) return undefined;
  await lockBookings(tx, [known]);
  const booking = await tx.bookings.byId(id);
  const room = await tx.principals.byId(known.accountId);
  const inForce = await rulesInForce(tx, known.accountId);
  return booking && room && inForce ? { booking, room, inForce } : undefined;
}

/** Writes what became of a booking, and the line in the audit log. */
export async function settle(
  { write: { app, tx, now, actor }, room, booking }: BookingAct,
  to: BookingState,
  times: Partial<Pick<Booking, "startsAt" | "endsAt">>,
  action:
    | "booking-begun"
    | "booking-confirmed"
    | "booking-finished"
    | "booking-lapsed"
    | "booking-postponed"
    | "booking-released",
): Promise<Booking> {
  const isByItself = action === "booking-released" || action === "booking-lapsed";
  const state = bookingBecomes(booking.state, to);
  const fields = { ...times, state, changedAt: now };
  await tx.bookings.update(booking.id, fields);
  await recordAudit(app, tx, {
    actorId: isByItself ? null : actor.principalId,
    action,
    subject: room.displayName,
    detail: {
      ...(!isByItself && { login: actor.login, via: actor.via }),
      bookable: room.login,
      start: new Date(times.startsAt ?? booking.startsAt).toISOString(),
      rules: `${booking.rulesVersion}`,
    },
  });
  return { ...booking, ...fields };
}
