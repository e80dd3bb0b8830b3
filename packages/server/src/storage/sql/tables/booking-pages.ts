import type { BookingLink, BookingPage, PageBooking } from "../../records/booking-pages.ts";
import type { BookingPageId, Millis, PageBookingId, PrincipalId } from "../../records/ids.ts";
import { columnsOf } from "../columns.ts";

export const bookingPage = columnsOf<BookingPage>()({
  id: "plain",
  accountId: "plain",
  slug: "plain",
  title: "json",
  description: "json",
  types: "json",
  state: "plain",
  pausedUntil: "plain",
  isPublic: "flag",
  isListed: "flag",
  requiresAccount: "flag",
  embedOrigins: "json",
  languages: "json",
  keepDays: "plain",
  deletedAt: "plain",
  createdAt: "plain",
  changedAt: "plain",
});

/** An address that a page has or had; nobody else's as long as it stands here. */
interface BookingPageAddress {
  /** The last part of the address. */
  readonly slug: string;
  /** The page that it leads to. */
  readonly pageId: BookingPageId;
  /** When its page went with its account; null: the page is there, if only as a deleted one. */
  readonly goneAt: Millis | null;
}

export const bookingPageAddress = columnsOf<BookingPageAddress>()({
  slug: "plain",
  pageId: "plain",
  goneAt: "plain",
});

export const bookingLink = columnsOf<BookingLink>()({
  id: "plain",
  pageId: "plain",
  typeId: "plain",
  name: "plain",
  tokenHash: "plain",
  narrowing: "json",
  uses: "plain",
  used: "plain",
  until: "plain",
  createdAt: "plain",
  usedAt: "plain",
});

export const pageBooking = columnsOf<PageBooking>()({
  id: "plain",
  pageId: "plain",
  typeId: "plain",
  hosts: "json",
  timeId: "plain",
  objectId: "plain",
  roomId: "plain",
  state: "plain",
  startsAt: "plain",
  endsAt: "plain",
  before: "plain",
  after: "plain",
  expiresAt: "plain",
  linkId: "plain",
  name: "plain",
  isNameShown: "flag",
  mail: "plain",
  language: "plain",
  timeZone: "plain",
  answers: "json",
  place: "plain",
  tokenHash: "plain",
  once: "plain",
  moves: "plain",
  reason: "plain",
  createdAt: "plain",
  changedAt: "plain",
  deleteAfter: "plain",
});

/** Whom a booking keeps from others, for looking up what a host has. */
interface PageBookingHost {
  readonly hostId: PrincipalId;
  readonly bookingId: PageBookingId;
  /** Of the booking. */
  readonly endsAt: Millis;
}

export const pageBookingHost = columnsOf<PageBookingHost>()({
  hostId: "plain",
  bookingId: "plain",
  endsAt: "plain",
});
