import { cellsOf } from "@snart/calendar/booking/cells.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { CellRange } from "../../storage/port/bookings.ts";
import type { Booking, Claim } from "../../storage/records/bookings.ts";
import type { BookingId, Millis } from "../../storage/records/ids.ts";
import type { WriteScope } from "../scope.ts";
import { bookingMayBecome } from "../transitions.ts";

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

/** A time that a party keeps for a while: free by itself afterwards, as its claims end. */
type HeldTime = Omit<Booking, "id" | "state" | "key" | "expiresAt" | "createdAt" | "changedAt"> & {
  readonly expiresAt: Millis;
};

/** Keeps a time that is free, under the lock of its account. @param width of a cell, ms */
export async function holdTime(
  { app, tx, now }: Pick<WriteScope, "app" | "tx" | "now">,
  held: HeldTime,
  width: number,
): Promise<BookingId> {
  const id = app.newId() as BookingId;
  await tx.bookings.insert({ ...held, id, state: "hold", key: null, createdAt: now, changedAt: now });
  const { first, last } = cellsOf(held.startsAt, held.endsAt, width);
  await takeCells(tx, { ...held, id }, { from: first, until: last + 1 }, now);
  return id;
}

/** Gives up what a hold keeps, if it still does. */
export async function endHold(
  { tx, now }: Pick<WriteScope, "tx" | "now">,
  { id, state }: Pick<Booking, "id" | "state">,
): Promise<void> {
  if (bookingMayBecome(state, "lapsed")) await tx.bookings.update(id, { state: "lapsed", changedAt: now });
  await tx.claims.release(id);
}
