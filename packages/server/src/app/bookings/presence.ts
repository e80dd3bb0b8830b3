import { endOfDone, presenceTimes } from "@snart/calendar/booking/no-show.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { MINUTE, type Instant } from "@snart/calendar/time/instant.ts";
import type { Booking } from "../../storage/records/bookings.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { BookingId, PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { provenAtDoor } from "../bookables/door-code.ts";
import { offerGivenUp } from "../bookables/offer-freed.ts";
import { rulesInForce } from "../bookables/rules-in-force.ts";
import type { Problem } from "../problems.ts";
import { bookingMayBecome } from "../transitions.ts";
import { onBooking, settle, type BookingAct } from "./act-on-booking.ts";
import { managesBookable } from "./bookables.ts";
import { mayGiveUp } from "./may-give-up.ts";
import { changeMeetingTime } from "./meeting-time.ts";

const NOT_NOW: Problem = { code: "booking-not-now" };
const FOR_EVER = Number.MAX_SAFE_INTEGER;

/** Where somebody says that they are here: at the thing's door, or by their own device, with what the screen at the door shows. */
export type SaidAt = { readonly at: "display" } | { readonly at: "app"; readonly code?: string };

/**
 * Somebody has come: what they booked is in use. Said twice, it is as said once.
 * @returns `booking-not-now` too early or too late, `check-in-elsewhere` where the rules want it said at the door, `door-code-needed`
 *   where they want its code, and for a wrong one as `provenAtDoor` says
 */
export async function checkIn(
  app: App,
  actor: Actor,
  id: BookingId,
  said: SaidAt,
): Promise<Result<Booking, Problem>> {
  const code = said.at === "app" ? said.code : undefined;
  const thing =
    code === undefined ? undefined : await app.storage.read((tx) => askedForCode(tx, actor, id, app.now()));
  // Guesses are counted outside: what a transaction is refused for is undone.
  const proven =
    code === undefined || !thing ? undefined : await provenAtDoor(app, actor.principalId, thing, code);
  if (proven && !proven.ok) return proven;
  return onBooking(app, actor, id, async (act) => {
    const { booking, inForce } = act;
    const { now } = act.write;
    if (booking.state === "inUse") return ok(booking);
    const { from, until } = presenceTimes(inForce.prepared, timesOf(booking));
    if (!bookingMayBecome(booking.state, "inUse") || now < from || now >= until) return failed(NOT_NOW);
    const isThere = said.at === "display" || isSaidByApp(act) || (isSaidByCode(act) && proven !== undefined);
    if (!isThere && !(await isManager(act)))
      return failed({ code: isSaidByCode(act) ? "door-code-needed" : "check-in-elsewhere" });
    return ok(await settle(act, "inUse", {}, "booking-begun"));
  });
}

export const timesOf = ({ startsAt: start, endsAt: end, createdAt: booked }: Booking) => ({
  start,
  end,
  booked,
});

/** @returns the thing at whose door the code is to be read; undefined: none is asked for, or not of this actor */
async function askedForCode(
  tx: ReadTransaction,
  actor: Actor,
  id: BookingId,
  now: Instant,
): Promise<PrincipalId | undefined> {
  const booking = await tx.bookings.byId(id);
  const inForce = booking && (await rulesInForce(tx, booking.accountId));
  const isAsked = inForce && isSaidByCode({ inForce }) && (await mayGiveUp(tx, actor, booking, now));
  return isAsked ? booking.accountId : undefined;
}

const isSaidByCode = ({ inForce }: Pick<BookingAct, "inForce">): boolean =>
  inForce.prepared.rules.checkIn?.by.includes("phoneAtDoor") ?? false;

/** Whoever is at the door is there, however the rules say it should be said. */
const isSaidByApp = ({ inForce }: Pick<BookingAct, "inForce">): boolean =>
  inForce.prepared.rules.checkIn?.by.includes("app") ?? true;

async function isManager({ write: { tx, actor }, booking }: BookingAct): Promise<boolean> {
  const bookable = await tx.bookables.byId(booking.accountId);
  return bookable !== undefined && managesBookable(tx, actor, bookable);
}

/** Somebody is done: from the cell that has begun, the rest can be booked by others, and its events end now. */
export function finishBooking(app: App, actor: Actor, id: BookingId): Promise<Result<Booking, Problem>> {
  return onBooking(app, actor, id, async (act) => {
    const { booking, inForce } = act;
    const { tx, now } = act.write;
    const end = endOfDone(timesOf(booking), now);
    if (end === undefined || !bookingMayBecome(booking.state, "done")) return failed(NOT_NOW);
    // The cell that has begun is free as well: whoever is done is gone.
    await tx.claims.release(id, { from: Math.floor(end / inForce.prepared.cell), until: FOR_EVER });
    // Before its events say so: what is over is not judged anew.
    const done = await settle(act, "done", { endsAt: end }, "booking-finished");
    const changed = await changeMeetingTime(act, { start: booking.startsAt, end });
    if (!changed.ok) return changed;
    await offerGivenUp(act.write, booking.accountId, [booking]);
    return ok(done);
  });
}

/**
 * Somebody comes later: what they booked begins then, and until then others can have it.
 * @returns `booking-not-now` for what has been begun or released, and for a start that is not within the booking and to come
 */
export function comeLater(
  app: App,
  actor: Actor,
  id: BookingId,
  start: Instant,
): Promise<Result<Booking, Problem>> {
  return onBooking(app, actor, id, async (act) => {
    const { booking, inForce } = act;
    const { tx, now } = act.write;
    const { from, until } = presenceTimes(inForce.prepared, timesOf(booking));
    const isWithin = booking.startsAt < start && start < booking.endsAt && now < start;
    if (booking.state !== "confirmed" || now >= until || from > until) return failed(NOT_NOW);
    if (!isWithin || start % MINUTE !== 0) return failed(NOT_NOW);
    const changed = await changeMeetingTime(act, { start, end: booking.endsAt });
    if (!changed.ok) return changed;
    const moved = await tx.bookings.byId(id);
    // A date of a series is judged anew: what the rules do not have stays as it was.
    if (moved?.startsAt !== start || moved.state !== "confirmed") return failed(NOT_NOW);
    return ok(await settle({ ...act, booking: moved }, "confirmed", {}, "booking-postponed"));
  });
}
