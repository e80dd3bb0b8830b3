import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../../storage/port.ts";
import type { Booking } from "../../../storage/records/bookings.ts";
import type { PrincipalId } from "../../../storage/records/ids.ts";
import { schedulingActor, type Actor } from "../../actor.ts";
import { offerGivenUp } from "../../bookables/offer-freed.ts";
import type { Problem } from "../../problems.ts";
import { bookingBecomes } from "../../transitions.ts";
import { bookGranted } from "../booking-event.ts";
import { giveUpBooking } from "../give-up.ts";
import { meetingOf, type Writing } from "../meeting.ts";
import type { JudgedMove } from "./judge-move.ts";
import { noteGivenAway } from "./note-given-away.ts";

/** A granted move, and in whose calendar the booking is to stand. */
export interface GrantedMove extends JudgedMove {
  readonly verdict: JudgedMove["verdict"] & { readonly ok: true };
  readonly ownerId: PrincipalId;
  readonly actor: Actor;
  /** Of the new booking. */
  readonly key: string;
}

/**
 * Gives bookings other parties, in the transaction of the given write: each is taken out of its calendar and made anew in the other one.
 * Its time is free in between for this transaction alone, and is offered to nobody.
 */
export async function moveBookings(
  write: Writing,
  moves: readonly GrantedMove[],
): Promise<Result<readonly Booking[], Problem>> {
  const { tx, now } = write;
  for (const { booking } of moves) {
    // Before its event says so: what was handed over was not cancelled.
    const state = bookingBecomes(booking.state, "handedOver");
    await tx.bookings.update(booking.id, { state, changedAt: now });
  }
  for (const move of moves) {
    const given = await giveAway(write, move);
    if (!given.ok) return given;
  }
  const made: Booking[] = [];
  for (const move of moves) {
    const taken = await take(write, move);
    if (!taken.ok) return taken;
    made.push(taken.value);
  }
  for (const { booking } of moves) await offerGivenUp(write, booking.accountId, [booking]);
  return ok(made);
}

/** As its own party would. */
async function giveAway(write: Writing, { booking, room }: GrantedMove): Promise<Result<unknown, Problem>> {
  const meeting = await meetingOf(write.tx, booking);
  const organizer = meeting?.organizer ?? room;
  const quiet = { ...write, actor: schedulingActor(organizer), offersLater: true as const };
  const given = await giveUpBooking(quiet, room, booking);
  if (given.ok && meeting?.organized) await noteGivenAway(write, meeting.organized, booking.key !== null);
  return given;
}

async function take(
  write: Writing,
  {
    booking: { unit, startsAt: start, endsAt: end },
    personId: bookedBy,
    ownerId,
    verdict,
    ...move
  }: GrantedMove,
): Promise<Result<Booking, Problem>> {
  const owner = await write.tx.principals.byId(ownerId);
  if (!owner) return failed({ code: "not-found" });
  const state = verdict.needsApproval ? "requested" : "confirmed";
  return bookGranted(write, { ...move, owner, start, end, bookedBy, unit, state, offersLater: true });
}

/** In whose calendar a booking of a party stands that somebody has asked for: theirs, while they are of the party. */
export async function ownerFor(
  tx: ReadTransaction,
  partyId: PrincipalId,
  personId: PrincipalId,
): Promise<PrincipalId> {
  const person = await tx.principals.byId(personId);
  const isOf = (await tx.principals.groupsOf(personId)).includes(partyId);
  return isOf && person?.status === "active" ? personId : partyId;
}
