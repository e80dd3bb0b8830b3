import { cellStart } from "@snart/calendar/booking/cells.ts";
import { DAY, type Instant } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { BookingWait } from "../../storage/records/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";

/** A time of a bookable; the end is exclusive. */
interface WaitedTime {
  readonly bookableId: PrincipalId;
  readonly start: Instant;
  readonly end: Instant;
}

/** Whether a place in line is still good: its offer is not over, nor the time, of which the rest may become free. */
export const isOpen = ({ endsAt, expiresAt }: BookingWait, now: Instant): boolean =>
  endsAt > now && (expiresAt === null || expiresAt > now);

/** What is left of a time that is waited for, from the cell that has begun. @param cell its width */
export const restOfWait = (
  { startsAt, endsAt }: Pick<BookingWait, "startsAt" | "endsAt">,
  cell: number,
  now: Instant,
): { readonly start: Instant; readonly end: Instant } => ({
  start: Math.max(startsAt, Math.min(cellStart(now, cell), endsAt)),
  end: endsAt,
});

/** A party's place in the line for a time; of one that has begun, also for the rest of it. */
export async function ownWait(
  tx: ReadTransaction,
  partyId: PrincipalId,
  { bookableId, start, end }: WaitedTime,
  now: Instant,
): Promise<BookingWait | undefined> {
  // Of those that have ended since the day began none is open. In a snapshot a day is asked for once.
  const own = await tx.bookingWaits.ofParty(partyId, Math.floor(now / DAY) * DAY);
  return own.find(
    (one) =>
      one.accountId === bookableId &&
      one.endsAt === end &&
      (one.startsAt === start || (one.startsAt < start && one.startsAt <= now)) &&
      isOpen(one, now),
  );
}

/** Who is in line for a time, in order. */
export async function lineFor(
  tx: ReadTransaction,
  { bookableId, start, end }: WaitedTime,
  now: Instant,
): Promise<readonly BookingWait[]> {
  const line = await tx.bookingWaits.inLine(bookableId, { start, end });
  return line.filter((one) => one.startsAt === start && one.endsAt === end && isOpen(one, now));
}
