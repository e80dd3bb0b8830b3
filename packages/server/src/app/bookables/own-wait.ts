import type { Instant } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { BookingWait } from "../../storage/records/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";

/** A time of a bookable; the end is exclusive. */
interface WaitedTime {
  readonly bookableId: PrincipalId;
  readonly start: Instant;
  readonly end: Instant;
}

/** Whether a place in line is still good: its offer and its time are not over. */
export const isOpen = ({ startsAt, expiresAt }: BookingWait, now: Instant): boolean =>
  startsAt > now && (expiresAt === null || expiresAt > now);

/** A party's place in the line for a time. */
export async function ownWait(
  tx: ReadTransaction,
  partyId: PrincipalId,
  { bookableId, start, end }: WaitedTime,
  now: Instant,
): Promise<BookingWait | undefined> {
  const own = await tx.bookingWaits.ofParty(partyId, now);
  return own.find(
    (one) => one.accountId === bookableId && one.startsAt === start && one.endsAt === end && isOpen(one, now),
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
