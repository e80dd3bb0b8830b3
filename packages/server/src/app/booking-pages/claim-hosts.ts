import { MINUTE } from "@snart/calendar/time/instant.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { PageBooking } from "../../storage/records/booking-pages.ts";
import type { Claim } from "../../storage/records/bookings.ts";
import type { BookingId, Millis } from "../../storage/records/ids.ts";
import { peopleAmong } from "./house/house.ts";
import { isStanding, isThere } from "./page-facts.ts";

/** Of a person's time: lengths and rasters of event types are multiples of it. */
const CELL = 5 * MINUTE;

/**
 * Claims the hosts' time for everybody who shares it: the cells that begin in it, so that times that touch never meet, whatever minute
 * they begin at. The hosts are locked, and the verdict has said yes; the key of the claims is the last word all the same.
 * @returns false: somebody has a part of it
 */
export async function claimHosts(
  tx: WriteTransaction,
  { timeId, hosts, roomId, startsAt, endsAt }: PageBooking,
  now: Millis,
): Promise<boolean> {
  const sharing = (await tx.pageBookings.ofTime(timeId)).filter((each) => isStanding(each, now));
  await tx.claims.release(timeId);
  const expiresAt = latestEnd(sharing);
  // A house lends rooms alone, which have claims of their own.
  const people = roomId === null ? hosts : await peopleAmong(tx, hosts);
  for (const accountId of people) {
    const cells: Claim[] = [];
    for (let cell = Math.ceil(startsAt / CELL); cell < Math.ceil(endsAt / CELL); cell++)
      cells.push({ accountId, unit: 0, cell, bookingId: timeId, expiresAt });
    let others = await tx.claims.take(cells, now);
    if (others.length > 0 && (await freeGone(tx, others, now))) others = await tx.claims.take(cells, now);
    if (others.length > 0) return false;
  }
  return true;
}

/** Until when a time is kept for the last of those who share it; null: for good. */
function latestEnd(sharing: readonly PageBooking[]): Millis | null {
  const ends = sharing.map(({ expiresAt }) => expiresAt ?? Infinity);
  const last = Math.max(-Infinity, ...ends);
  return Number.isFinite(last) ? last : null;
}

/** Frees what is claimed by bookings whose event a host has moved or deleted. */
async function freeGone(tx: WriteTransaction, times: readonly BookingId[], now: Millis): Promise<boolean> {
  for (const timeId of times) {
    for (const each of await tx.pageBookings.ofTime(timeId))
      if (isStanding(each, now) && (await isThere(tx, each))) return false;
    await tx.claims.release(timeId);
  }
  return true;
}

/** Gives up what one of those who share a time has; the time is free once nobody has it. */
export async function releaseHosts(
  tx: WriteTransaction,
  { timeId }: Pick<PageBooking, "timeId">,
  now: Millis,
): Promise<void> {
  const left = (await tx.pageBookings.ofTime(timeId)).find((each) => isStanding(each, now));
  if (left) await claimHosts(tx, left, now);
  else await tx.claims.release(timeId);
}
