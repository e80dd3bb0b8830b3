import { cellsOf } from "@snart/calendar/booking/cells.ts";
import { isStanding } from "@snart/calendar/booking/facts.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { Booking, Claim } from "../../storage/records/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { App } from "../app.ts";
import { cellWidth, rulesInForce } from "../bookables/rules-in-force.ts";

/** What is wrong with the bookings of one thing that are not over. */
export interface BookingFault {
  readonly bookable: string;
  readonly what: string;
  /** Claims are derived from bookings and can be made anew; two bookings of one time only people can part. */
  readonly isMendable: boolean;
}

export interface BookingFindings {
  readonly bookings: number;
  readonly faults: readonly BookingFault[];
}

const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * Compares the claims of every bookable with its bookings, and these with their events. No booking is ever deleted.
 * @param mend whether claims that are missing or stray are made anew
 */
export async function examineBookings(app: App, mend: boolean): Promise<BookingFindings> {
  const all = await app.storage.read((tx) => tx.bookables.list());
  const findings = { bookings: 0, faults: [] as BookingFault[] };
  for (const { accountId } of all) {
    const found = await app.storage.write(async (tx) => {
      await tx.lockAccount(accountId);
      return examineOne(app, tx, accountId, mend);
    });
    findings.bookings += found.bookings;
    findings.faults.push(...found.faults);
  }
  return findings;
}

/** Two bookings that have the same time, the one that was made first before the other. */
export type Clash = readonly [Booking, Booking];

/**
 * Examines one thing, which is locked.
 * @param mend see `examineBookings`
 */
export async function examineOne(
  app: Pick<App, "now">,
  tx: WriteTransaction,
  accountId: PrincipalId,
  mend: boolean,
): Promise<BookingFindings & { readonly clashes: readonly Clash[] }> {
  const now = app.now();
  const width = cellWidth(await rulesInForce(tx, accountId));
  const bookable = (await tx.principals.byId(accountId))?.login ?? accountId;
  const coming = await tx.bookings.inRange(accountId, { start: now, end: NEVER });
  const kept = coming.filter(
    ({ state, expiresAt }) => (isStanding(state) || state === "hold") && (expiresAt ?? NEVER) > now,
  );
  const { wanted, clashes } = claimsOf(kept, width);
  const from = Math.floor(now / width);
  const actual = await tx.claims.inRange(accountId, { from, until: NEVER }, now);
  const held = new Map(actual.map((claim) => [keyOf(claim), claim]));
  const stray = actual.filter((claim) => wanted.get(keyOf(claim))?.bookingId !== claim.bookingId);
  const missing = [...wanted].filter(
    ([key, claim]) => claim.cell >= from && held.get(key)?.bookingId !== claim.bookingId,
  );
  if (mend) {
    for (const { bookingId, cell } of stray)
      await tx.claims.release(bookingId, { from: cell, until: cell + 1 });
    for (const [, claim] of missing) await tx.claims.take([claim], now);
  }
  const eventless: Booking[] = [];
  for (const booking of kept)
    if (booking.objectId !== null && !(await tx.objects.byId(booking.objectId))) eventless.push(booking);
  const fault = (count: number, what: string, isMendable: boolean): BookingFault[] =>
    count === 0 ? [] : [{ bookable, what: `${count} ${what}`, isMendable }];
  const overlaps = clashes.map(([one, other]) => `bookings ${one.id} and ${other.id} have the same time`);
  return {
    bookings: kept.length,
    clashes,
    faults: [
      ...fault(stray.length, "cells are claimed without a booking", true),
      ...fault(missing.length, "cells of bookings are not claimed", true),
      ...overlaps.map((what) => ({ bookable, what, isMendable: false })),
      ...eventless.map(({ id }) => ({ bookable, what: `booking ${id} has no event`, isMendable: false })),
    ],
  };
}

const keyOf = ({ unit, cell }: Pick<Claim, "unit" | "cell">): string => `${unit} ${cell}`;

/** The cells that bookings should have, and which two bookings have the same. */
function claimsOf(bookings: readonly Booking[], width: number) {
  const wanted = new Map<string, Claim>();
  const clashes = new Map<string, Clash>();
  const known = new Map(bookings.map((booking) => [booking.id, booking]));
  for (const booking of bookings.toSorted((a, b) => a.createdAt - b.createdAt)) {
    const { id: bookingId, accountId, unit, startsAt, endsAt, expiresAt } = booking;
    const { first, last } = cellsOf(startsAt, endsAt, width);
    for (let cell = first; cell <= last; cell++) {
      const claim = { accountId, unit, cell, bookingId, expiresAt };
      const other = known.get(wanted.get(keyOf(claim))?.bookingId ?? bookingId);
      if (other && other !== booking) clashes.set(`${other.id} ${bookingId}`, [other, booking]);
      else wanted.set(keyOf(claim), claim);
    }
  }
  return { wanted, clashes: [...clashes.values()] };
}
