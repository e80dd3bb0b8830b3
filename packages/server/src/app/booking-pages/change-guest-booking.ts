import { requestLapses } from "@snart/calendar/booking-page/deadlines.ts";
import { judgeStart } from "@snart/calendar/booking-page/judge-start.ts";
import type { PreparedEventType } from "@snart/calendar/booking-page/prepare.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { PageBooking } from "../../storage/records/booking-pages.ts";
import type { BookingId, PrincipalId } from "../../storage/records/ids.ts";
import type { App } from "../app.ts";
import { lockForBooking } from "../bookings/lock-for-booking.ts";
import { asOne } from "../scope.ts";
import { leaveBookedEvent, moveBookedEvent, writeBookedEvent } from "./booked-event.ts";
import {
  claimTime,
  confirmIn,
  noteLapse,
  partiesOf,
  roomName,
  settleBooking,
  withAlternatives,
  type BookRefusal,
} from "./book-start.ts";
import { releaseHosts } from "./claim-hosts.ts";
import { rememberFormer } from "./forgetting/remember-former.ts";
import { isNearNow } from "./offers.ts";
import { enqueuePageNotice } from "./notice.ts";
import { gatherPageFacts, isStanding, type AskedType } from "./page-facts.ts";
import { roomIds } from "./rooms/room-facts.ts";
import { awaitsRoom, freeRoom, takeRoom } from "./rooms/room-hold.ts";
import { scheduleReminders } from "./reminders.ts";
import { awaitedRoomOf, guestBooking, seenBooking, type GuestBooking } from "./seen/guest-booking.ts";

/** Why a guest can't change their booking. */
export type ChangeRefusal =
  | BookRefusal
  | { readonly kind: "missing" }
  /** it is too late, or it was cancelled or has lapsed before */
  | { readonly kind: "tooLate" };

interface Changing extends GuestBooking {
  readonly write: { readonly app: App; readonly tx: WriteTransaction; readonly now: number };
}

/** Changes a booking by its guest's link, in one transaction with the locks of everybody whom it concerns. */
async function changing(
  app: App,
  token: string,
  work: (seen: Changing) => Promise<Result<PageBooking, ChangeRefusal>>,
): Promise<Result<PageBooking, ChangeRefusal>> {
  const before = await guestBooking(app, token);
  if (!before) return failed({ kind: "missing" });
  return asOne<PageBooking, ChangeRefusal>(app, [], (inside) =>
    inside.storage.write(async (tx) => {
      const now = inside.now();
      const { page, asked, booking } = before;
      const parties = await partiesOf(tx, page, asked?.type);
      const rooms = [...(asked ? roomIds(asked.type) : []), ...(booking.roomId ? [booking.roomId] : [])];
      await lockForBooking(tx, [...booking.hosts, ...parties], rooms);
      const again = await tx.pageBookings.byId(booking.id);
      const seen = again && (await seenBooking(tx, again, now));
      return seen ? work({ ...seen, write: { app: inside, tx, now } }) : failed({ kind: "missing" });
    }),
  );
}

/**
 * Makes a hold a booking: the guest has read their mail. One whose time is over is confirmed all the same if nobody has taken it meanwhile.
 * Confirming it again changes nothing.
 */
export async function confirmGuestBooking(
  app: App,
  token: string,
): Promise<Result<PageBooking, ChangeRefusal>> {
  const done = await changing(app, token, async ({ booking, asked, write, standing }) => {
    if (booking.state !== "held") return ok(booking);
    const { tx, now } = write;
    if (!asked || booking.startsAt <= now) return failed({ kind: "tooLate" });
    const { startsAt: start, endsAt: end } = booking;
    const { prepared, facts } = await gatherPageFacts(write.app, tx, asked, { from: start, to: end }, [
      booking,
    ]);
    // While it is held it is judged as of when it was made: notice that has begun since counts for nothing.
    const verdict = judgeStart(
      prepared,
      facts,
      { start, end },
      standing === "held" ? booking.createdAt : now,
    );
    if (!verdict.ok) return failed({ kind: "gone", alternatives: [] });
    const needsApproval = verdict.needsApproval || (await awaitsRoom(write, asked.type, booking));
    const next = needsApproval
      ? ({ state: "requested", expiresAt: requestLapses(prepared, start, now) } as const)
      : ({ state: "confirmed", expiresAt: null } as const);
    const settled = { ...booking, ...next, changedAt: now };
    await tx.pageBookings.update(booking.id, { ...next, changedAt: now });
    if (!(await claimTime(write, asked.type, settled))) return failed({ kind: "gone", alternatives: [] });
    return settleBooking(write, asked, settled);
  });
  return done.ok ? done : explained(app, token, undefined, done.problem);
}

/** A refusal with other times, by the booking that it is about. */
async function explained(
  app: App,
  token: string,
  wish: { readonly start: number; readonly length: number } | undefined,
  refusal: ChangeRefusal,
): Promise<Result<PageBooking, ChangeRefusal>> {
  if (refusal.kind !== "gone") return failed(refusal);
  const seen = await guestBooking(app, token);
  if (!seen?.asked) return failed(refusal);
  const { startsAt, endsAt, timeZone } = seen.booking;
  const near = wish ?? { start: startsAt, length: endsAt - startsAt };
  return withAlternatives(app, seen.asked, { ...near, timeZone }, refusal, [seen.booking]);
}

/**
 * Moves a booking, in one transaction: the new time is had before the old one is given up, the event keeps its UID, and the guest their
 * link. Who shared a time with others leaves them.
 */
export async function moveGuestBooking(
  app: App,
  token: string,
  wish: { readonly start: number; readonly length: number },
): Promise<Result<PageBooking, ChangeRefusal>> {
  if (!isNearNow(wish.start, wish.length, app.now()))
    return explained(app, token, wish, { kind: "gone", alternatives: [] });
  const done = await changing(app, token, async ({ booking, asked, page, write, standing, deadlines }) => {
    const { tx, now } = write;
    const isOpen = (standing === "confirmed" || standing === "requested") && now < deadlines.move;
    if (!asked || !isOpen) return failed({ kind: "tooLate" });
    const [start, end] = [wish.start, wish.start + wish.length];
    if (start === booking.startsAt && end === booking.endsAt) return ok(booking);
    const gathered = await gatherPageFacts(write.app, tx, asked, { from: start, to: end }, [booking]);
    const verdict = judgeStart(gathered.prepared, gathered.facts, { start, end }, now);
    if (!verdict.ok) return failed({ kind: "gone", alternatives: [] });
    const sharing = (await tx.pageBookings.ofTime(booking.timeId)).filter(
      (each) => each.id !== booking.id && isStanding(each, now),
    );
    const joined = gathered.bookings.find((each) => verdict.shares.includes(each.id));
    const isAlone = sharing.length === 0 && !joined;
    const roomId = joined ? joined.roomId : ((verdict.room ?? null) as PrincipalId | null);
    const taking = {
      ...booking,
      startsAt: start,
      endsAt: end,
      roomId,
      timeId: joined?.timeId ?? (isAlone ? booking.timeId : (write.app.newId() as BookingId)),
      objectId: isAlone ? booking.objectId : (joined?.objectId ?? null),
    };
    const isAsked = verdict.needsApproval || (await awaitsRoom(write, asked.type, taking));
    const isSaid = booking.roomId !== null && booking.place === (await roomName(tx, booking.roomId));
    const moved: PageBooking = {
      ...taking,
      ...(isSaid && { place: await roomName(tx, roomId) }),
      hosts: joined?.hosts ?? booking.hosts,
      moves: booking.moves + 1,
      changedAt: now,
      deleteAfter: end + page.keepDays * DAY,
      ...(booking.state === "requested" && movedRequest(gathered.prepared, { start, isAsked }, now)),
    };
    await tx.pageBookings.update(booking.id, moved);
    if (moved.timeId !== booking.timeId) await rememberFormer(write, booking);
    if (!(await claimTime(write, asked.type, moved))) return failed({ kind: "gone", alternatives: [] });
    if (!isAlone) await releaseHosts(tx, booking, now);
    if (!isAlone) await freeRoom(write, booking);
    // Nobody has to answer for the new time.
    if (moved.state !== booking.state) return confirmIn(write, asked, moved);
    await noteLapse(write, moved);
    return eventMoved(write, asked, booking, moved, { isAlone, isLast: sharing.length === 0 });
  });
  return done.ok ? done : explained(app, token, wish, done.problem);
}

const movedRequest = (
  prepared: PreparedEventType,
  { start, isAsked }: { readonly start: number; readonly isAsked: boolean },
  now: number,
): Pick<PageBooking, "expiresAt" | "state"> =>
  isAsked
    ? { state: "requested", expiresAt: requestLapses(prepared, start, now) }
    : { state: "confirmed", expiresAt: null };

async function eventMoved(
  write: Changing["write"],
  asked: AskedType,
  booking: PageBooking,
  moved: PageBooking,
  { isAlone, isLast }: { readonly isAlone: boolean; readonly isLast: boolean },
): Promise<Result<PageBooking, ChangeRefusal>> {
  if (moved.state === "confirmed") {
    const done = isAlone
      ? await moveBookedEvent(write, asked, booking, moved)
      : await leaveBookedEvent(write, booking, isLast);
    if (!done.ok) return failed({ kind: "unavailable" });
    if (!isAlone) {
      const room = moved.objectId === null ? await takeRoom(write, asked.type, moved) : ok(undefined);
      if (!room.ok) return failed({ kind: "gone", alternatives: [] });
      const written = await writeBookedEvent(write, asked, moved, room.value);
      if (!written.ok) return failed({ kind: "unavailable" });
      await write.tx.pageBookings.update(moved.id, { objectId: written.value });
    }
    await scheduleReminders(write, asked.type, moved);
  }
  await enqueuePageNotice(write, moved, "moved");
  return ok(moved);
}

/** Cancels a booking by its guest's link, until the deadline; cancelling it again changes nothing. */
export const cancelGuestBooking = (
  app: App,
  token: string,
  reason: string,
): Promise<Result<PageBooking, ChangeRefusal>> =>
  changing(app, token, async ({ booking, write, standing, deadlines }) => {
    if (standing === "cancelled") return ok(booking);
    const isOpen = standing === "held" || write.now < deadlines.cancel;
    if (!isOpen || standing === "lapsed" || standing === "changed") return failed({ kind: "tooLate" });
    return ok(await endBooking(write, booking, reason, { news: "cancelled", isByHost: false }));
  });

/** Ends a booking, whoever does: its time is free from then on, and the guest hears of it, and the host whose doing it is not. Everybody whom it concerns is locked. */
export async function endBooking(
  write: Changing["write"],
  booking: PageBooking,
  reason: string,
  { news, isByHost }: { readonly news: "cancelled" | "declined" | "noRoom"; readonly isByHost: boolean },
): Promise<PageBooking> {
  const { tx, now } = write;
  // Hosts are not told that somebody is gone of whom they have not heard.
  const isUnheard = (await awaitedRoomOf(tx, booking)) !== undefined;
  const ended = {
    state: "cancelled",
    expiresAt: null,
    reason: reason.trim().slice(0, LONGEST_REASON),
    changedAt: now,
  } as const;
  await tx.pageBookings.update(booking.id, ended);
  await releaseHosts(tx, booking, now);
  await freeRoom(write, booking);
  const left = (await tx.pageBookings.ofTime(booking.timeId)).some(
    (each) => each.state === "confirmed" && each.id !== booking.id,
  );
  if (booking.state === "confirmed") {
    const gone = await leaveBookedEvent(write, booking, !left);
    if (!gone.ok) throw new Error(`an event could not be given up: ${gone.problem.code}`);
  }
  if (booking.state !== "held")
    await enqueuePageNotice(write, booking, news, { isByHost: isByHost || isUnheard });
  return { ...booking, ...ended };
}

const LONGEST_REASON = 1_000;
