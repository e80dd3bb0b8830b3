import type { BookingLink, BookingPage, PageBooking, PageBookingState } from "../records/booking-pages.ts";
import type { BookingId, BookingPageId, Millis, PageBookingId, PrincipalId } from "../records/ids.ts";
import type { BookingRange } from "./bookings.ts";

export interface BookingPageReads {
  /** Also one that was deleted. */
  byId(id: BookingPageId): Promise<BookingPage | undefined>;
  /** Also by an address that it had before, and one that was deleted: its addresses are nobody else's yet. */
  bySlug(slug: string): Promise<BookingPage | undefined>;
  /** Whether an address is somebody's, or was within a year. */
  hasAddress(slug: string): Promise<boolean>;
  /** Every address of a page: its own, and those that it had. */
  slugsOf(id: BookingPageId): Promise<readonly string[]>;
  /** Those of an account that were not deleted, oldest first. */
  ofAccount(accountId: PrincipalId): Promise<readonly BookingPage[]>;
}

export interface BookingPageWrites {
  /** @returns whether it was written; not: its address is somebody's */
  insert(page: BookingPage): Promise<"inserted" | "duplicate">;
  /**
   * Gives it another address, or one back that it had. Those that it had stay its own, as links to them were given out.
   * @returns `duplicate`: it is somebody's, or was within a year
   */
  move(id: BookingPageId, slug: string): Promise<"moved" | "duplicate">;
  /** Everything but its address. */
  update(id: BookingPageId, fields: Partial<Omit<BookingPage, "slug">>): Promise<void>;
  /** Removes about `limit` that were deleted before, with their links; bookings are deleted by their own date. @returns how many */
  forget(before: Millis, limit: number): Promise<number>;
  /** Removes every page of an account, with its links; bookings are deleted by their own date. Its addresses are nobody else's until `forget` comes to them. */
  removeOfAccount(accountId: PrincipalId, now: Millis): Promise<void>;
}

export interface BookingLinkReads {
  byId(id: string): Promise<BookingLink | undefined>;
  byTokenHash(tokenHash: string): Promise<BookingLink | undefined>;
  /** Oldest first. */
  ofPage(pageId: BookingPageId): Promise<readonly BookingLink[]>;
}

export interface BookingLinkWrites {
  insert(link: BookingLink): Promise<void>;
  /**
   * One booking more, in one statement: however many book at once, no more get through than the link is for.
   * @returns false: it is used up, has ended, or is gone
   */
  use(id: string, now: Millis): Promise<boolean>;
  /** @returns whether there was one */
  remove(id: string): Promise<boolean>;
}

export interface PageBookingReads {
  byId(id: PageBookingId): Promise<PageBooking | undefined>;
  byTokenHash(tokenHash: string): Promise<PageBooking | undefined>;
  /** What was made with one form of a page. */
  byOnce(pageId: BookingPageId, once: string): Promise<PageBooking | undefined>;
  /** Those of a page that overlap a piece of time, by start; in these states, if given. */
  ofPage(
    pageId: BookingPageId,
    range: BookingRange,
    states?: readonly PageBookingState[],
  ): Promise<readonly PageBooking[]>;
  /** Those of some hosts at whichever page that overlap a piece of time, by start, each once; in these states, if given. */
  ofHosts(
    hostIds: readonly PrincipalId[],
    range: BookingRange,
    states?: readonly PageBookingState[],
  ): Promise<readonly PageBooking[]>;
  /** Guests who share a time. */
  ofTime(timeId: BookingId): Promise<readonly PageBooking[]>;
  /** Of some UIDs of events those under which guests have booked whose data are not deleted yet. */
  guestUids(uids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Those of an event type that were made from `since` on, cancelled ones left out; for whose turn it is. */
  madeSince(pageId: BookingPageId, typeId: string, since: Millis): Promise<readonly PageBooking[]>;
  /** About `limit` whose guests' data are to be deleted by now, and are not yet. */
  due(now: Millis, limit: number): Promise<readonly PageBooking[]>;
  /** Those of one address at a page that are held, requested or confirmed, and end after `now`. */
  openOfMail(pageId: BookingPageId, mail: string, now: Millis): Promise<readonly PageBooking[]>;
}

export interface PageBookingWrites {
  /** @returns whether it was written; not: the form was sent before */
  insert(booking: PageBooking): Promise<"inserted" | "duplicate">;
  /** With `hosts` or `endsAt` what hosts have is found anew. */
  update(id: PageBookingId, fields: Partial<PageBooking>): Promise<void>;
  /** Removes about `limit` whose date has come, and of whose guests nothing is known any more. @returns how many */
  forget(now: Millis, limit: number): Promise<number>;
}
