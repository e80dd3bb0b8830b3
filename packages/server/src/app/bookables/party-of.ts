import type { ReadTransaction } from "../../storage/port.ts";
import type { Household } from "../../storage/records/households.ts";
import type { Booking } from "../../storage/records/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";

/**
 * For whom somebody books who does not say it, as no calendar app can: for their only household, of several for the one that they last
 * booked for, and for themselves if they are in none.
 */
export async function partyOf(tx: ReadTransaction, id: PrincipalId): Promise<PrincipalId> {
  const households = await tx.households.ofPerson(id);
  const [first, second] = households;
  if (!first) return id;
  return second ? lastBookedFor(tx, id, households, first) : first.accountId;
}

async function lastBookedFor(
  tx: ReadTransaction,
  id: PrincipalId,
  households: readonly Household[],
  first: Household,
): Promise<PrincipalId> {
  let last: Booking | undefined;
  for (const { accountId } of households)
    for (const booking of await tx.bookings.ofParty(accountId, 0))
      if (booking.bookedBy === id && (!last || booking.createdAt > last.createdAt)) last = booking;
  return last?.partyId ?? first.accountId;
}

/** Somebody and their groups: for whom they see, ask and answer. */
export const partiesOf = async (
  tx: ReadTransaction,
  { principalId }: Pick<Actor, "principalId">,
): Promise<readonly PrincipalId[]> => [principalId, ...(await tx.principals.groupsOf(principalId))];

/** Whether a booking for `party` is somebody's own: who is in a household books for it, and has no limits of their own beside it. */
export async function isOwnParty(tx: ReadTransaction, id: PrincipalId, party: PrincipalId): Promise<boolean> {
  const households = await tx.households.ofPerson(id);
  return households.length === 0 ? party === id : households.some(({ accountId }) => accountId === party);
}

/** Whether anything can be booked for a principal: a household, or a person who is in none. */
export async function isParty(tx: ReadTransaction, id: PrincipalId): Promise<boolean> {
  const principal = await tx.principals.byId(id);
  if (principal?.status !== "active") return false;
  if (principal.kind === "person") return (await tx.households.ofPerson(id)).length === 0;
  return principal.kind === "group" && (await tx.households.byId(id)) !== undefined;
}
