import type { ReadTransaction } from "../../../storage/port.ts";
import type { BookingPage, PageBooking } from "../../../storage/records/booking-pages.ts";
import type { PrincipalId } from "../../../storage/records/ids.ts";

const dateOf = (at: number): string => new Date(at).toISOString();

/** An account's booking pages, with what is stored of the guests who have booked there; undefined: it has none. Secrets are not among it. */
export async function bookingPagesData(
  tx: ReadTransaction,
  accountId: PrincipalId,
): Promise<readonly object[] | undefined> {
  const pages = await tx.bookingPages.ofAccount(accountId);
  const data: object[] = [];
  for (const page of pages) {
    const always = { start: Number.MIN_SAFE_INTEGER, end: Number.MAX_SAFE_INTEGER };
    const bookings = await tx.pageBookings.ofPage(page.id, always);
    data.push({ ...pageData(page), bookings: bookings.filter(({ mail }) => mail !== "").map(bookingData) });
  }
  return data.length > 0 ? data : undefined;
}

const pageData = ({
  slug,
  title,
  description,
  types,
  state,
  isPublic,
  isListed,
  requiresAccount,
  languages,
  keepDays,
}: BookingPage) => ({
  slug,
  title,
  description,
  types,
  state,
  isPublic,
  isListed,
  requiresAccount,
  languages,
  keepDays,
});

const bookingData = (booking: PageBooking) => ({
  type: booking.typeId,
  state: booking.state,
  start: dateOf(booking.startsAt),
  end: dateOf(booking.endsAt),
  name: booking.name,
  mail: booking.mail,
  language: booking.language,
  timeZone: booking.timeZone,
  answers: booking.answers,
  place: booking.place,
  reason: booking.reason,
  bookedAt: dateOf(booking.createdAt),
  deletedAfter: dateOf(booking.deleteAfter),
});
