import type { PageBooking } from "../../storage/records/booking-pages.ts";
import type { PageBookingId, PrincipalId } from "../../storage/records/ids.ts";
import type { WriteScope } from "../scope.ts";

/** The kind of outbox messages about a booking at a page. */
export const PAGE_BOOKING_NOTICE = "page-booking";

/** The purpose of mails about a booking at a page. */
export const PAGE_BOOKING_MAIL = "page-booking";

/**
 * What has happened: `verify`: the guest has to prove their address; `requested`: it waits for the host; `declined`: the host said no;
 * `reminder`: it begins soon; `given`: another host receives the guest; `roomGranted`: the managers of its room said yes, and it waits for
 * the host; `noRoom`: they said no; `lapsed`: nobody has answered it in time.
 */
export type PageBookingNews =
  | "verify"
  | "requested"
  | "confirmed"
  | "moved"
  | "cancelled"
  | "declined"
  | "given"
  | "roomGranted"
  | "noRoom"
  | "lapsed"
  | "reminder";

export interface PageBookingNotice {
  readonly bookingId: PageBookingId;
  readonly news: PageBookingNews;
  /** of how many moves it tells: of one that was moved since, the later notice tells */
  readonly moves: number;
  /** when it is due: of several reminders each is told once */
  readonly at: number;
  /** a host did it, and the hosts are told nothing */
  readonly isByHost: boolean;
  /** of `given`: who received the guest before, who does now, and who gave it; absent: nobody that is known */
  readonly formerId?: PrincipalId;
  readonly takerId?: PrincipalId;
  readonly byId?: PrincipalId;
}

/** Puts a notice to the guest, and where it concerns them to the hosts, into the outbox, in the transaction of its cause. */
export async function enqueuePageNotice(
  { app, tx, now }: Pick<WriteScope, "app" | "tx" | "now">,
  { id: bookingId, moves, hosts }: PageBooking,
  news: PageBookingNews,
  {
    at: availableAt = now,
    isByHost = false,
    ...given
  }: Partial<Pick<PageBookingNotice, "at" | "isByHost" | "formerId" | "takerId" | "byId">> = {},
): Promise<void> {
  const [accountId] = hosts;
  if (accountId === undefined) return;
  await tx.queues.enqueue({
    id: app.newId(),
    accountId,
    kind: PAGE_BOOKING_NOTICE,
    dedupeKey: `page-booking ${bookingId} ${news} ${moves} ${availableAt === now ? "" : availableAt}`.trim(),
    payload: { bookingId, news, moves, at: availableAt, isByHost, ...given } satisfies PageBookingNotice,
    createdAt: now,
    availableAt,
    attempts: 0,
    lastError: null,
  });
  app.outboxFilled?.();
}
