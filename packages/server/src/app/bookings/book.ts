import type { Refused } from "@snart/calendar/booking/verdict.ts";
import type { Alternative } from "@snart/calendar/booking/judge.ts";
import { formatLocalDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { objectFromEvent } from "@snart/calendar/jscalendar/from-jscalendar.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { SECOND } from "@snart/calendar/time/instant.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { Booking } from "../../storage/records/bookings.ts";
import type { BookingId, ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import { schedulingActor, type Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { grantIn, type CalendarGrant } from "../grants.ts";
import { checkCalendar } from "../objects/prepare-object.ts";
import { ReadObject } from "../objects/read-stored.ts";
import { addressOf } from "../principal-address.ts";
import type { Problem } from "../problems.ts";
import { asOne, type BookingTerms, type WriteScope } from "../scope.ts";
import { removeStored } from "../write/delete-object.ts";
import { storeObject } from "../write/store-object.ts";
import { mayGiveUp } from "./may-give-up.ts";
import { judgeIn, type BookingWish, type Judged } from "./verdict.ts";

/** Why nothing was booked: all reasons, and times near it that could be. */
export type Refusal = Refused & { readonly alternatives: readonly Alternative[] };

/** What became of a wish. */
export type Outcome =
  | { readonly kind: "booked"; readonly booking: Booking }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/** A booking's own event carries no messages: its verdict has answered. */
const SILENT = { delivery: { keepsTag: false } };

/**
 * Books what is wished for, in one transaction with its verdict: whoever is refused has written nothing.
 * @param key a request that comes again with the same key is the same booking
 */
export function book(
  app: App,
  actor: Actor,
  wish: BookingWish & { readonly key: string },
): Promise<Result<Outcome, Problem>> {
  // A booking that is exchanged for another one is only given up if that is made.
  return asOne(app, [], (inside) => inside.storage.write((tx) => bookIn(inside, tx, actor, wish)));
}

async function bookIn(
  app: App,
  tx: WriteTransaction,
  actor: Actor,
  { key, ...wish }: BookingWish & { readonly key: string },
): Promise<Result<Outcome, Problem>> {
  const { partyId = actor.principalId, bookableId, instead } = wish;
  const left = instead === undefined ? undefined : await tx.bookings.byId(instead as BookingId);
  await lockForBooking(tx, [partyId], left ? [bookableId, left.accountId] : [bookableId]);
  const before = await tx.bookings.byKey(actor.principalId, key);
  if (before) return ok({ kind: "booked", booking: before });
  const judged = await judgeIn(tx, actor, wish, app.now());
  if (!judged.ok) return judged;
  const { verdict, seen } = judged.value;
  if (!verdict.ok) return ok({ kind: "refused", refusal: verdict });
  const given = left ? await cancelIn(app, tx, actor, left.id) : ok(undefined);
  if (!given.ok) return given;
  const scope = await scopeOf(app, tx, seen.principal, {
    partyId,
    bookedBy: actor.principalId,
    key,
    dates: new Map([
      [null, { unit: verdict.unit, state: verdict.needsApproval ? "requested" : "confirmed" }],
    ]),
  });
  const stored = await storeBooking(scope, actor, judged.value, wish);
  if (!stored.ok) return stored;
  const [booking] = await tx.bookings.ofObject(stored.value);
  if (!booking) throw new Error("an event was written and nothing was booked");
  await audit(app, tx, actor, seen.principal, "booking-made", booking, verdict.passedBy.length > 0);
  return ok({ kind: "booked", booking });
}

/**
 * Cancels a booking, for who made it, for the members of its household, and for managers. Whether it is in time the rules say; it is
 * cancelled all the same.
 * @returns `not-found` for others, and for what is over or was cancelled before
 */
export function cancelBooking(app: App, actor: Actor, id: BookingId): Promise<Result<Booking, Problem>> {
  return app.storage.write(async (tx) => {
    const known = await tx.bookings.byId(id);
    if (!known) return failed({ code: "not-found" });
    await lockForBooking(tx, known.partyId === null ? [] : [known.partyId], [known.accountId]);
    return cancelIn(app, tx, actor, id);
  });
}

async function cancelIn(
  app: App,
  tx: WriteTransaction,
  actor: Actor,
  id: BookingId,
): Promise<Result<Booking, Problem>> {
  const booking = await tx.bookings.byId(id);
  const principal = booking && (await tx.principals.byId(booking.accountId));
  if (!booking || !principal || !(await mayGiveUp(tx, actor, booking, app.now())))
    return failed({ code: "not-found" });
  const gone = await removeEvent(await scopeOf(app, tx, principal), booking);
  if (!gone.ok) return gone;
  const now = (await tx.bookings.byId(id)) ?? booking;
  await audit(app, tx, actor, principal, "booking-cancelled", now, false);
  return ok(now);
}

/** People and groups before bookables, each in the order of their ids: so no two writers wait for each other. */
async function lockForBooking(
  tx: WriteTransaction,
  parties: readonly PrincipalId[],
  bookables: readonly PrincipalId[],
): Promise<void> {
  for (const ids of [parties, bookables])
    for (const id of [...new Set(ids)].toSorted()) if (await tx.principals.byId(id)) await tx.lockAccount(id);
}

async function scopeOf(
  app: App,
  tx: WriteTransaction,
  principal: Principal,
  booking?: BookingTerms,
): Promise<WriteScope> {
  const modseq = await tx.lockAccount(principal.id);
  const base = {
    app,
    tx,
    actor: schedulingActor(principal),
    accountId: principal.id,
    modseq,
    now: app.now(),
  };
  return { ...base, scheduling: SILENT, ...(booking && { booking }) };
}

async function storeBooking(
  scope: WriteScope,
  actor: Actor,
  { seen, partyId }: Judged,
  { start, end }: BookingWish,
): Promise<Result<ObjectId, Problem>> {
  const { app, tx, now } = scope;
  const grant = await calendarOf(scope);
  const [party, booker] = [await tx.principals.byId(partyId), await tx.principals.byId(actor.principalId)];
  if (!party || !booker) return failed({ code: "not-found" });
  const id = app.newId() as ObjectId;
  const { zone } = seen.inForce.prepared;
  const event: JSEvent = {
    "@type": "Event",
    uid: id,
    title: party.displayName,
    start: formatLocalDateTime(zone.toLocal(start)),
    timeZone: zone.id,
    duration: `PT${Math.round((end - start) / SECOND)}S`,
    organizerCalendarAddress: addressOf(booker),
    participants: {
      booker: participant(booker, "individual"),
      bookable: participant(seen.principal, seen.bookable.type === "ROOM" ? "location" : "resource"),
    },
  };
  const made = objectFromEvent(event, { uid: id, now, prodId: app.prodId });
  if (!made.ok) return failed({ code: "invalid-calendar-data", problem: made.problem });
  const checked = checkCalendar(app, made.value);
  if (!checked.ok) return checked;
  const stored = await storeObject(scope, grant, { uri: `${id}.ics`, id, current: undefined }, checked.value);
  return stored.ok ? ok(id) : stored;
}

const participant = (principal: Principal, kind: "individual" | "location" | "resource") => ({
  name: principal.displayName,
  calendarAddress: addressOf(principal),
  kind,
  roles: kind === "individual" ? { owner: true, attendee: true } : { attendee: true },
  participationStatus: "accepted",
});

async function calendarOf({ tx, actor, accountId }: WriteScope): Promise<CalendarGrant> {
  const [grant] = await grantIn(tx, actor, accountId);
  if (!grant) throw new Error(`bookable ${accountId} has no calendar`);
  return grant;
}

/** Takes a booking's event away; of a series, that date. */
async function removeEvent(scope: WriteScope, booking: Booking): Promise<Result<unknown, Problem>> {
  const stored = booking.objectId && (await scope.tx.objects.byId(booking.objectId));
  if (!stored || booking.recurrenceId !== null) return failed({ code: "not-found" });
  return removeStored(scope, await calendarOf(scope), new ReadObject(stored));
}

function audit(
  app: App,
  tx: WriteTransaction,
  actor: Actor,
  { displayName, login }: Principal,
  action: "booking-made" | "booking-cancelled",
  { startsAt, state, rulesVersion }: Booking,
  isOutsideRules: boolean,
): Promise<void> {
  return recordAudit(app, tx, {
    actorId: actor.principalId,
    action,
    subject: displayName,
    detail: {
      login: actor.login,
      bookable: login,
      start: new Date(startsAt).toISOString(),
      state,
      rules: `${rulesVersion}`,
      via: actor.via,
      ...(isOutsideRules && { outsideRules: "yes" }),
    },
  });
}
