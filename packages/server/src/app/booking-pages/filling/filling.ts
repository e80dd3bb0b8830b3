import { judgeStart, type StartWish } from "@snart/calendar/booking-page/judge-start.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction, WriteTransaction } from "../../../storage/port.ts";
import type { PageBooking } from "../../../storage/records/booking-pages.ts";
import type { BookingPageId } from "../../../storage/records/ids.ts";
import type { App } from "../../app.ts";
import { releaseHosts } from "../claim-hosts.ts";
import { fillingOfOthers, gatherPageFacts, type AskedType, type GatheredFacts } from "../page-facts.ts";

// From when a guest begins to fill in the form, other guests do not get the time for some minutes. It binds guests of booking pages alone: what
// the hosts write into their calendars, and what others book of a room, knows nothing of it.

/** By what a form's hold is found: the mark without its time, as a form that comes back too soon gets another time. */
export const fillingOnce = (once: string): string => `filling ${once.slice(once.indexOf("-") + 1)}`;

/** What a form keeps while it is filled in, also when that is over; undefined: nothing, or it was booked. */
export async function fillingOf(
  tx: ReadTransaction,
  pageId: BookingPageId,
  once: string,
): Promise<PageBooking | undefined> {
  const found = await tx.pageBookings.byOnce(pageId, fillingOnce(once));
  return found?.state === "filling" ? found : undefined;
}

/** Gives up what a form keeps. Its host is locked. */
export async function endFilling(tx: WriteTransaction, filling: PageBooking, now: Instant): Promise<void> {
  await tx.pageBookings.update(filling.id, { state: "cancelled", changedAt: now, deleteAfter: now });
  await releaseHosts(tx, filling, now);
}

/** Whether what is filled in meets a time, with what is kept free around it. */
export const isNear =
  ({ start, end }: StartWish) =>
  ({ startsAt, endsAt, before, after }: PageBooking): boolean =>
    startsAt - before < end + after && start - before < endsAt + after;

/** Until when others fill in what keeps a time. */
export function filledUntil(filling: readonly PageBooking[], wish: StartWish): Instant {
  const near = filling.filter(isNear(wish));
  return Math.max(...(near.length > 0 ? near : filling).map(({ expiresAt }) => expiresAt ?? 0));
}

/** Whether a refused time is one that others fill in the form for, and nothing else stands in the way. @returns until when; undefined: it is not */
export async function whileOthersFill(
  app: App,
  tx: ReadTransaction,
  asked: AskedType,
  { prepared, bookings }: GatheredFacts,
  wish: StartWish,
  own: readonly PageBooking[],
): Promise<Instant | undefined> {
  const filling = fillingOfOthers(bookings, own, app.now());
  if (filling.length === 0) return undefined;
  const { facts } = await gatherPageFacts(app, tx, asked, { from: wish.start, to: wish.end }, [
    ...own,
    ...filling,
  ]);
  return judgeStart(prepared, facts, wish, app.now()).ok ? filledUntil(filling, wish) : undefined;
}
