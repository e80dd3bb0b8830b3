import type { BookingPageRecord, PageBookingRecord } from "@snart/calendar/jmap/booking-page.ts";
import { ok } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";
import type { JsonRecord } from "../read-json.ts";

/** The booking pages of an account, and what guests have booked there. */
export interface BookingPages {
  readonly pages: readonly BookingPageRecord[];
  /** by start */
  readonly bookings: readonly PageBookingRecord[];
}

export async function fetchBookingPages(accountId: string): Asked<BookingPages> {
  const given = await jmap.each([
    ["BookingPage/get", { accountId, ids: null }, "pages"],
    ["PageBooking/get", { accountId, ids: null }, "bookings"],
  ]);
  if (!given.ok) return given;
  const pages = given.value.list<"BookingPage">("pages");
  const bookings = given.value.list<"PageBooking">("bookings");
  if (!pages.ok) return pages;
  if (!bookings.ok) return bookings;
  const inOrder = bookings.value.toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start));
  return ok({ pages: pages.value, bookings: inOrder });
}

/** Makes a working page from the working hours. */
export const startBookingPage = (accountId: string): Asked<JsonRecord> =>
  jmap.setOne("BookingPage/set", { accountId, create: { new: {} } });

export const changeBookingPage = (
  accountId: string,
  id: string,
  changes: Partial<Pick<BookingPageRecord, "state" | "pausedUntil">>,
): Asked<JsonRecord> => jmap.setOne("BookingPage/set", { accountId, update: { [id]: changes } });

/** Answers a request. */
export const answerPageBooking = (accountId: string, id: string, isAccepted: boolean): Asked<JsonRecord> =>
  jmap.callOne<JsonRecord>("PageBooking/answer", { accountId, id, isAccepted });

export const cancelPageBooking = (accountId: string, id: string): Asked<JsonRecord> =>
  jmap.callOne<JsonRecord>("PageBooking/cancel", { accountId, id });
