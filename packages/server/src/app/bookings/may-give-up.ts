import { isStanding } from "@snart/calendar/booking/facts.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Booking } from "../../storage/records/bookings.ts";
import type { Actor } from "../actor.ts";
import { managesBookable } from "./bookables.ts";

/**
 * Whether somebody may cancel or exchange a booking: who made it, its person or household, and managers, until it is over or was
 * given up before.
 */
export async function mayGiveUp(
  tx: ReadTransaction,
  actor: Actor,
  { accountId, bookedBy, partyId, endsAt, state }: Booking,
  now: Instant,
): Promise<boolean> {
  if (endsAt <= now || !(isStanding(state) || state === "hold")) return false;
  if (bookedBy === actor.principalId || partyId === actor.principalId) return true;
  const isOfParty = partyId !== null && (await tx.principals.groupsOf(actor.principalId)).includes(partyId);
  const bookable = isOfParty ? undefined : await tx.bookables.byId(accountId);
  return isOfParty || (bookable !== undefined && (await managesBookable(tx, actor, bookable)));
}
