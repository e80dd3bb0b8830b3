import { BOOKING_LIMITS, BOOKING_TIMES } from "@snart/calendar/booking/limits.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { HOUR, type Instant } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction, WriteTransaction } from "../../../storage/port.ts";
import type { Booking, BookingHandover } from "../../../storage/records/bookings.ts";
import type { BookingId, HandoverId, PrincipalId } from "../../../storage/records/ids.ts";
import type { Actor } from "../../actor.ts";
import type { App } from "../../app.ts";
import { acceptRules } from "../../bookables/accept-rules.ts";
import { isParty, partiesOf } from "../../bookables/party-of.ts";
import { enqueueHandover } from "../../notices/handover-notice.ts";
import type { Problem } from "../../problems.ts";
import type { Refusal } from "../verdict.ts";
import { bookableSeenBy } from "../bookables.ts";
import { lockForBooking } from "../lock-for-booking.ts";
import { auditHandover } from "./audit-handover.ts";
import { judgeMove } from "./judge-move.ts";
import { openHandover } from "./open-handovers.ts";

/** Which booking is to change hands, and how. */
export interface HandoverWish {
  readonly bookingId: BookingId;
  /** Who is to take it over; absent: who has the time that is wished for in return. */
  readonly toId?: PrincipalId;
  /** A swap: the time of somebody else. Who has it need not be known. */
  readonly inReturn?: { readonly bookableId: PrincipalId; readonly start: Instant; readonly end: Instant };
  readonly acceptedRules?: number;
}

/** What became of a question. */
type Asked =
  | { readonly kind: "asked"; readonly handover: BookingHandover }
  /** The rules do not let one's own party have what it wishes for in return. */
  | { readonly kind: "refused"; readonly refusal: Refusal; readonly partyId: PrincipalId };

/**
 * Asks somebody to take a booking over, or whoever has another time to swap. Until they accept nothing changes. The same question again
 * is the one that stands.
 * @returns `not-found` for what is not the actor's, is over or has begun, and for a time in return that nobody can swap;
 *   `too-many-handovers`
 */
export function askHandover(app: App, actor: Actor, wish: HandoverWish): Promise<Result<Asked, Problem>> {
  return app.storage.write(async (tx) => {
    const now = app.now();
    const found = await findAsked(tx, actor, wish, now);
    if (!found.ok) return found;
    const { fromId, toId, booking: known, inReturn: other } = found.value;
    await lockForBooking(tx, [fromId, toId], [known.accountId, ...(other ? [other.accountId] : [])]);
    // As they are under the lock.
    const again = await findAsked(tx, actor, wish, now);
    if (!again.ok || again.value.toId !== toId) return failed({ code: "not-found" });
    return ask({ app, tx, actor, now }, again.value, wish);
  });
}

interface Found {
  readonly booking: Booking;
  readonly inReturn: Booking | undefined;
  readonly fromId: PrincipalId;
  readonly toId: PrincipalId;
}

async function findAsked(
  tx: ReadTransaction,
  actor: Actor,
  { bookingId, toId, inReturn: wished }: HandoverWish,
  now: Instant,
): Promise<Result<Found, Problem>> {
  const booking = await tx.bookings.byId(bookingId);
  if (!booking || booking.partyId === null || !canChange(booking, now)) return failed({ code: "not-found" });
  const fromId = booking.partyId;
  if (!(await partiesOf(tx, actor)).includes(fromId)) return failed({ code: "not-found" });
  const inReturn = wished && (await bookingAt(tx, actor, wished, { fromId, toId, now }));
  if (wished && !inReturn) return failed({ code: "not-found" });
  const asked = inReturn?.partyId ?? toId;
  if (asked === undefined || asked === fromId || !(await isParty(tx, asked)))
    return failed({ code: "invalid-value", field: "toId", detail: "nobody who could take it over" });
  return ok({ booking, inReturn, fromId, toId: asked });
}

/** Only what is to come, and is somebody's for certain. */
const canChange = ({ state, startsAt }: Booking, now: Instant): boolean =>
  state === "confirmed" && startsAt > now;

/** The booking that somebody else has at a time, which may be longer; of several equal things one of them. */
async function bookingAt(
  tx: ReadTransaction,
  actor: Actor,
  { bookableId, start, end }: NonNullable<HandoverWish["inReturn"]>,
  {
    fromId,
    toId,
    now,
  }: Pick<Found, "fromId"> & { readonly toId: PrincipalId | undefined; readonly now: Instant },
): Promise<Booking | undefined> {
  if (!(await bookableSeenBy(tx, actor, bookableId)).ok) return undefined;
  if (!(start < end)) return undefined;
  const there = await tx.bookings.inRange(bookableId, { start, end }, ["confirmed"]);
  return there.find(
    (one) =>
      one.startsAt <= start &&
      end <= one.endsAt &&
      one.partyId !== null &&
      one.partyId !== fromId &&
      (toId === undefined || one.partyId === toId) &&
      canChange(one, now),
  );
}

interface Asking {
  readonly app: App;
  readonly tx: WriteTransaction;
  readonly actor: Actor;
  readonly now: Instant;
}

async function ask(
  { app, tx, actor, now }: Asking,
  { booking, inReturn, fromId, toId }: Found,
  wish: HandoverWish,
): Promise<Result<Asked, Problem>> {
  const own = await tx.bookingHandovers.ofParty(fromId, now);
  for (const one of own) {
    const isSame =
      one.bookingId === booking.id && one.toId === toId && one.returnId === (inReturn?.id ?? null);
    if (isSame && (await openHandover(tx, one, now))) return ok({ kind: "asked", handover: one });
  }
  const limit = BOOKING_LIMITS.handoversOfParty;
  if (own.filter((one) => one.fromId === fromId).length >= limit)
    return failed({ code: "too-many-handovers", limit });
  const acceptedRules = wish.acceptedRules ?? null;
  if (inReturn) {
    const move = { booking: inReturn, partyId: fromId, personId: actor.principalId, acceptedRules };
    const judged = await judgeMove(tx, move, [booking.id, inReturn.id], now);
    if (!judged) return failed({ code: "not-found" });
    if (!judged.verdict.ok)
      return ok({ kind: "refused", refusal: { ...judged.verdict, alternatives: [] }, partyId: fromId });
    const { inForce } = judged.seen;
    const accepting = { bookableId: inReturn.accountId, inForce, partyId: fromId, by: actor.principalId };
    await acceptRules(tx, { ...accepting, acceptedRules, now });
  }
  const ends = [booking.startsAt, ...(inReturn ? [inReturn.startsAt] : [])];
  const handover: BookingHandover = {
    id: app.newId() as HandoverId,
    state: "asked",
    bookingId: booking.id,
    bookingChangedAt: booking.changedAt,
    returnId: inReturn?.id ?? null,
    returnChangedAt: inReturn?.changedAt ?? null,
    fromId,
    toId,
    askedBy: actor.principalId,
    acceptedRules,
    isByTime: inReturn !== undefined && wish.toId === undefined,
    expiresAt: Math.min(now + BOOKING_TIMES.handoverHours * HOUR, ...ends),
    createdAt: now,
    changedAt: now,
  };
  await tx.bookingHandovers.insert(handover);
  await auditHandover({ app, tx, actor }, "booking-handover-asked", handover, booking);
  await enqueueHandover({ app, tx, now }, handover, "asked");
  return ok({ kind: "asked", handover });
}
