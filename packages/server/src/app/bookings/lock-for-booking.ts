import type { WriteTransaction } from "../../storage/port.ts";
import type { Booking } from "../../storage/records/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { PrincipalKind } from "../../storage/records/people.ts";
import { meetingAccounts } from "./meeting.ts";

const ORDER: readonly PrincipalKind[] = ["person", "group", "bookable"];

/**
 * People before groups, and these before bookables, each in the order of their ids: so no two writers wait for each other, also not one
 * who writes a meeting and learns only then that it books something for a household.
 */
export async function lockForBooking(
  tx: WriteTransaction,
  parties: readonly PrincipalId[],
  bookables: readonly PrincipalId[],
): Promise<void> {
  const found = await tx.principals.byIds([...parties, ...bookables].toSorted());
  for (const kind of ORDER)
    for (const principal of found) if (principal.kind === kind) await tx.lockAccount(principal.id);
}

/** Locks what changing or cancelling bookings writes: their parties, the accounts of their meetings, and their things. */
export async function lockBookings(
  tx: WriteTransaction,
  bookings: readonly Pick<Booking, "partyId" | "objectId" | "accountId">[],
  others: readonly PrincipalId[] = [],
): Promise<void> {
  const parties: PrincipalId[] = [];
  for (const booking of bookings) {
    if (booking.partyId !== null) parties.push(booking.partyId);
    parties.push(...(await meetingAccounts(tx, booking)));
  }
  const things = bookings.map(({ accountId }) => accountId);
  await lockForBooking(tx, parties, [...things, ...others]);
}

/**
 * Locks a thing or a household, and all that it has booked.
 * @param read its bookings
 * @returns them, with those that were made while this waited
 */
export async function lockWithBookings(
  tx: WriteTransaction,
  id: PrincipalId,
  read: () => Promise<readonly Booking[]>,
): Promise<readonly Booking[]> {
  await lockBookings(tx, await read(), [id]);
  const found = await read();
  // New ones are locked out of order: should two transactions wait for each other, the database undoes one, and it runs again.
  await lockBookings(tx, found);
  return found;
}
