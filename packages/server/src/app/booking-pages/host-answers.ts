import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { PageBooking } from "../../storage/records/booking-pages.ts";
import type { PageBookingId, PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { lockForBooking } from "../bookings/lock-for-booking.ts";
import { grantAccount } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { asOne } from "../scope.ts";
import { confirmIn, partiesOf } from "./book-start.ts";
import { claimHosts } from "./claim-hosts.ts";
import { endBooking } from "./change-guest-booking.ts";
import { seenBooking, type GuestBooking } from "./seen/guest-booking.ts";

/** What is booked at an account's pages from a moment on, cancelled ones left out, by start. */
export function comingPageBookings(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
): Promise<Result<readonly GuestBooking[], Problem>> {
  return app.storage.read(async (tx) => {
    const granted = await grantAccount(tx, actor, accountId);
    if (!granted.ok) return granted;
    const now = app.now();
    const found: GuestBooking[] = [];
    for (const { id } of await tx.bookingPages.ofAccount(accountId))
      for (const booking of await tx.pageBookings.ofPage(id, { start: now, end: Number.MAX_SAFE_INTEGER })) {
        const seen = await seenBooking(tx, booking, now);
        if (seen && seen.standing !== "cancelled" && seen.standing !== "lapsed") found.push(seen);
      }
    return ok(found.toSorted((a, b) => a.booking.startsAt - b.booking.startsAt));
  });
}

/**
 * Answers a request, for those whose page it is and for those who would receive the guest.
 * @param reason for the guest; empty: nothing is said
 * @param moves how often it had been moved when the host saw it; absent: whatever time it has now is answered
 * @returns `not-found` for others, and for what does not wait any more; `room-asks-first` for a yes before the managers of its room have said it;
 * `booking-not-now` for what has been moved since
 */
export const answerPageRequest = (
  app: App,
  actor: Actor,
  id: PageBookingId,
  isAccepted: boolean,
  reason: string,
  moves?: number,
): Promise<Result<PageBooking, Problem>> =>
  asHost(app, actor, id, async (write, { booking, standing, asked, awaitedRoom }) => {
    if (standing !== "requested") return failed({ code: "not-found" });
    if (moves !== undefined && moves !== booking.moves) return failed({ code: "booking-not-now" });
    if (!isAccepted)
      return ok(await endBooking(write, booking, reason, { news: "declined", isByHost: true }));
    if (awaitedRoom) return failed({ code: "room-asks-first", room: awaitedRoom.displayName });
    if (!asked) return failed({ code: "booking-not-now" });
    const next = { state: "confirmed", expiresAt: null, changedAt: write.now } as const;
    const confirmed = { ...booking, ...next };
    await write.tx.pageBookings.update(booking.id, next);
    if (!(await claimHosts(write.tx, confirmed, write.now))) return failed({ code: "booking-not-now" });
    const done = await confirmIn(write, asked, confirmed, true);
    return done.ok ? done : failed({ code: "booking-not-now" });
  });

/** Cancels a booking for the host, at any time before it is over. The guest hears of it. */
export const cancelAsHost = (
  app: App,
  actor: Actor,
  id: PageBookingId,
  reason: string,
): Promise<Result<PageBooking, Problem>> =>
  asHost(app, actor, id, async (write, { booking, standing }) => {
    if (standing === "cancelled" || standing === "lapsed" || booking.endsAt <= write.now)
      return failed({ code: "not-found" });
    return ok(await endBooking(write, booking, reason, { news: "cancelled", isByHost: true }));
  });

/** Changes a booking for those whose page it is and for those who receive the guest; everybody whom it concerns is locked. */
export function asHost(
  app: App,
  actor: Actor,
  id: PageBookingId,
  work: (
    write: { readonly app: App; readonly tx: WriteTransaction; readonly now: number },
    seen: GuestBooking,
  ) => Promise<Result<PageBooking, Problem>>,
): Promise<Result<PageBooking, Problem>> {
  return asOne<PageBooking, Problem>(app, [], (inside) =>
    inside.storage.write(async (tx) => {
      const known = await tx.pageBookings.byId(id);
      const page = known && (await tx.bookingPages.byId(known.pageId));
      const isOwn = page && (await grantAccount(tx, actor, page.accountId)).ok;
      if (!page || !(isOwn || known.hosts.includes(actor.principalId))) return failed({ code: "not-found" });
      const type = page.types.find(({ id: typeId }) => typeId === known.typeId)?.type;
      const parties = await partiesOf(tx, page, type);
      await lockForBooking(tx, [...known.hosts, ...parties], known.roomId === null ? [] : [known.roomId]);
      const now = inside.now();
      const again = await tx.pageBookings.byId(id);
      const seen = again && (await seenBooking(tx, again, now));
      return seen ? work({ app: inside, tx, now }, seen) : failed({ code: "not-found" });
    }),
  );
}
