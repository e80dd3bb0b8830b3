import { isStanding } from "@snart/calendar/booking/facts.ts";
import { BOOKING_LIMITS } from "@snart/calendar/booking/limits.ts";
import { isWorthWaiting } from "@snart/calendar/booking/waiting.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction, WriteTransaction } from "../../../storage/port.ts";
import type { BookingWait } from "../../../storage/records/bookings.ts";
import type { PrincipalId, WaitId } from "../../../storage/records/ids.ts";
import type { Actor } from "../../actor.ts";
import type { App } from "../../app.ts";
import { acceptRules } from "../../bookables/accept-rules.ts";
import { endWait, offerFreed } from "../../bookables/offer-freed.ts";
import { isOpen, lineFor, ownWait, restOfWait } from "../../bookables/own-wait.ts";
import { isOwnParty, partiesOf, partyOf } from "../../bookables/party-of.ts";
import { rulesInForce } from "../../bookables/rules-in-force.ts";
import type { Problem } from "../../problems.ts";
import { auditTime } from "../../bookables/audit-time.ts";
import { lockForBooking } from "../lock-for-booking.ts";
import { judgeIn, type BookingWish, type Refusal } from "../verdict.ts";

/** For which time, and for whom. */
export type WaitWish = Pick<BookingWish, "bookableId" | "start" | "end" | "partyId" | "acceptedRules">;

/** What became of asking for a place in line. */
type WaitOutcome =
  | { readonly kind: "waiting"; readonly wait: BookingWait }
  /** It helps nothing to wait: the rules themselves say no. */
  | { readonly kind: "refused"; readonly refusal: Refusal; readonly partyId: PrincipalId };

/**
 * Puts a party into the line for a time that others have: for oneself, or for a household of one's own. Who is in it already stays where
 * they are.
 * @returns `not-waiting` where there is no line for it: the rules have none, the time is free, or it is one's own
 */
export function waitFor(app: App, actor: Actor, wish: WaitWish): Promise<Result<WaitOutcome, Problem>> {
  return app.storage.write((tx) => waitIn(app, tx, actor, wish));
}

async function waitIn(
  app: App,
  tx: WriteTransaction,
  actor: Actor,
  given: WaitWish,
): Promise<Result<WaitOutcome, Problem>> {
  const { partyId = await partyOf(tx, actor.principalId), acceptedRules = null } = given;
  const wish = { ...given, partyId };
  const { bookableId, start, end } = wish;
  const now = app.now();
  if (!(await isOwnParty(tx, actor.principalId, partyId)))
    return failed({ code: "forbidden", right: "wait for others" });
  await lockForBooking(tx, [partyId, actor.principalId], [bookableId]);
  const judged = await judgeIn(tx, actor, wish, now);
  if (!judged.ok) return judged;
  const before = await ownWait(tx, partyId, wish, now);
  if (before) return ok({ kind: "waiting", wait: before });
  const { verdict, seen } = judged.value;
  if (!seen.inForce.prepared.rules.waitlist || verdict.ok || (await isOwn(tx, partyId, wish, now)))
    return failed({ code: "not-waiting" });
  if (!isWorthWaiting(verdict.reasons)) return ok({ kind: "refused", refusal: verdict, partyId });
  const { waiting, waitingOfParty } = BOOKING_LIMITS;
  if ((await lineFor(tx, wish, now)).length >= waiting)
    return failed({ code: "waiting-list-full", limit: waiting });
  if ((await tx.bookingWaits.ofParty(partyId, now)).length >= waitingOfParty)
    return failed({ code: "waiting-list-full", limit: waitingOfParty });
  const wait: BookingWait = {
    id: app.newId() as WaitId,
    accountId: bookableId,
    state: "waiting",
    startsAt: start,
    endsAt: end,
    partyId,
    askedBy: actor.principalId,
    acceptedRules,
    holdId: null,
    expiresAt: null,
    createdAt: now,
    changedAt: now,
  };
  const { inForce } = seen;
  await acceptRules(tx, { bookableId, inForce, partyId, by: actor.principalId, acceptedRules, now });
  await tx.bookingWaits.insert(wait);
  await audit(app, tx, actor, "booking-wait-joined", wait);
  return ok({ kind: "waiting", wait });
}

async function audit(
  app: App,
  tx: WriteTransaction,
  actor: Actor,
  action: "booking-wait-joined" | "booking-wait-left",
  wait: BookingWait,
): Promise<void> {
  const { accountId, startsAt, partyId, state } = wait;
  const thing = await tx.principals.byId(accountId);
  const party = partyId === actor.principalId ? undefined : await tx.principals.byId(partyId);
  await auditTime(
    { app, tx, actor },
    action,
    { thing, startsAt },
    {
      ...(party && { party: party.displayName }),
      // Whoever had an offer has declined it.
      ...(action === "booking-wait-left" && { state }),
    },
  );
}

/** Whether the party itself has a part of the time. */
async function isOwn(
  tx: ReadTransaction,
  partyId: PrincipalId,
  { bookableId, start, end }: WaitWish,
  now: number,
): Promise<boolean> {
  const own = await tx.bookings.ofParty(partyId, now);
  return own.some(
    ({ accountId, state, startsAt, endsAt }) =>
      accountId === bookableId && isStanding(state) && startsAt < end && start < endsAt,
  );
}

/** Leaves a line, or declines an offer: then the next in line has it. @returns `not-found` for others, and for what is over */
export function leaveLine(app: App, actor: Actor, id: WaitId): Promise<Result<BookingWait, Problem>> {
  return app.storage.write(async (tx) => {
    const known = await tx.bookingWaits.byId(id);
    if (!known || !(await partiesOf(tx, actor)).includes(known.partyId)) return failed({ code: "not-found" });
    await tx.lockAccount(known.accountId);
    const wait = await tx.bookingWaits.byId(id);
    const now = app.now();
    if (!wait || (wait.state !== "waiting" && wait.state !== "offered")) return failed({ code: "not-found" });
    await endWait({ tx, now }, wait, wait.state === "offered" ? "declined" : "left");
    await audit(app, tx, actor, "booking-wait-left", wait);
    await offerFreed({ app, tx, now }, wait.accountId, { start: wait.startsAt, end: wait.endsAt });
    return ok(wait);
  });
}

/** A place in line as somebody of its party sees it. */
export interface OwnWait {
  readonly wait: BookingWait;
  /** 1 for the first. */
  readonly place: number;
  /** Where its time begins; of an offer whose time has begun, the rest of it. */
  readonly start: Instant;
}

/** Where the actor and their households are in line, by start. */
export function ownWaits(app: App, actor: Actor): Promise<readonly OwnWait[]> {
  return app.storage.read(async (tx) => {
    const now = app.now();
    const found: OwnWait[] = [];
    for (const party of await partiesOf(tx, actor))
      for (const wait of await tx.bookingWaits.ofParty(party, now))
        if (isOpen(wait, now)) found.push(await withPlace(tx, wait, now));
    return found.toSorted((a, b) => a.wait.startsAt - b.wait.startsAt);
  });
}

/** A place in line with its number. */
export async function withPlace(tx: ReadTransaction, wait: BookingWait, now: number): Promise<OwnWait> {
  const { accountId: bookableId, startsAt: start, endsAt: end } = wait;
  const line = await lineFor(tx, { bookableId, start, end }, now);
  const inForce = wait.state === "offered" && start < now ? await rulesInForce(tx, bookableId) : undefined;
  const rest = inForce ? restOfWait(wait, inForce.prepared.cell, now).start : start;
  return { wait, place: line.findIndex(({ id }) => id === wait.id) + 1, start: rest };
}
