import type { WriteTransaction } from "../../storage/port.ts";
import type { CellRange } from "../../storage/port/bookings.ts";
import type { Booking, Claim } from "../../storage/records/bookings.ts";
import type { Millis } from "../../storage/records/ids.ts";

/** Whose cells are taken, and until when; `expiresAt` null: for good. */
type Taking = Pick<Booking, "id" | "accountId" | "unit" | "expiresAt">;

/**
 * Claims the cells of a booking, which were found to be free under the lock of its account.
 * @throws if somebody else has one of them all the same
 */
export async function takeCells(
  tx: WriteTransaction,
  { id: bookingId, accountId, unit, expiresAt }: Taking,
  { from, until }: CellRange,
  now: Millis,
): Promise<void> {
  const claims = Array.from({ length: until - from }, (_, at): Claim => ({
    accountId,
    unit,
    cell: from + at,
    bookingId,
    expiresAt,
  }));
  const others = await tx.claims.take(claims, now);
  if (others.length > 0) throw new Error("a cell was taken while its account was locked");
}
