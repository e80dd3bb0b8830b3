import { isStanding } from "@snart/calendar/booking/facts.ts";
import type { Booking } from "../../storage/records/bookings.ts";
import type { BookingId, PrincipalId } from "../../storage/records/ids.ts";
import { schedulingActor } from "../actor.ts";
import type { App } from "../app.ts";
import { endWait, offerFreed } from "../bookables/offer-freed.ts";
import { eachOf } from "../../turns/each-of.ts";
import { giveUpBooking } from "./give-up.ts";
import { lockBookings, lockForBooking } from "./lock-for-booking.ts";

/**
 * Runs a job that gives up what a person or household who is gone has booked from now on, and their places in line, so that others can
 * have the time. Each booking is a transaction of its own. Who has come back meanwhile keeps what is left.
 */
export async function runPartyGone(app: App, { payload }: { readonly payload: unknown }): Promise<void> {
  const { principalId } = payload as { readonly principalId: PrincipalId };
  const isGone = await app.storage.read(async (tx) => {
    const principal = await tx.principals.byId(principalId);
    return principal?.status === "deleted";
  });
  if (!isGone) return;
  await leaveLines(app, principalId);
  await leaveDraws(app, principalId);
  const coming = await app.storage.read((tx) => tx.bookings.ofParty(principalId, app.now()));
  await eachOf(
    coming.filter(({ state }) => isStanding(state)),
    ({ id }) => giveUp(app, id),
  );
}

function giveUp(app: App, id: BookingId): Promise<void> {
  return app.storage.write(async (tx) => {
    const standing = async (): Promise<Booking | undefined> => {
      const booking = await tx.bookings.byId(id);
      return booking && isStanding(booking.state) && booking.endsAt > app.now() ? booking : undefined;
    };
    const known = await standing();
    const room = known && (await tx.principals.byId(known.accountId));
    if (!room) return;
    await lockBookings(tx, [known]);
    const booking = await standing();
    if (!booking) return;
    const write = { app, tx, actor: schedulingActor(room), now: app.now() };
    const done = await giveUpBooking(write, room, booking);
    if (!done.ok) throw new Error(`a booking could not be given up: ${done.problem.code}`);
  });
}

/** What they wished for in draws that are still to be made goes; of those that are made the result stays as it is. */
function leaveDraws(app: App, partyId: PrincipalId): Promise<void> {
  return app.storage.write(async (tx) => {
    for (const { drawId, state } of await tx.draws.entriesOf(partyId))
      if (state === "wished") await tx.draws.removeEntry(drawId, partyId);
  });
}

function leaveLines(app: App, partyId: PrincipalId): Promise<void> {
  return app.storage.write(async (tx) => {
    const now = app.now();
    const waits = await tx.bookingWaits.ofParty(partyId, now);
    await lockForBooking(
      tx,
      [],
      waits.map(({ accountId }) => accountId),
    );
    const locked = new Set(waits.map(({ accountId }) => accountId));
    for (const wait of await tx.bookingWaits.ofParty(partyId, now)) {
      if (!locked.has(wait.accountId)) continue;
      await endWait({ tx, now }, wait, "lapsed");
      await offerFreed({ app, tx, now }, wait.accountId, { start: wait.startsAt, end: wait.endsAt });
    }
  });
}
