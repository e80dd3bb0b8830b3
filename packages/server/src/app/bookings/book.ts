import type { Verdict } from "@snart/calendar/booking/judge.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { SECOND } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction, WriteTransaction } from "../../storage/port.ts";
import type { Booking } from "../../storage/records/bookings.ts";
import type { BookingId, PrincipalId } from "../../storage/records/ids.ts";
import { Leaders } from "../../turns/leaders.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { acceptRules } from "../bookables/accept-rules.ts";
import { offerGivenUp } from "../bookables/offer-freed.ts";
import { partyOf } from "../bookables/party-of.ts";
import type { Problem } from "../problems.ts";
import { asOne, type WriteScope } from "../scope.ts";
import { auditTime } from "../bookables/audit-time.ts";
import { bookGranted } from "./booking-event.ts";
import { giveUpBooking } from "./give-up.ts";
import { lockBookings, lockForBooking } from "./lock-for-booking.ts";
import { meetingAccounts } from "./meeting.ts";
import { mayGiveUp } from "./may-give-up.ts";
import { judgeIn, refusalOf, type BookingWish, type Judged, type Refusal } from "./verdict.ts";

/** A wish that comes again with the same key is the same booking. */
type KeyedWish = BookingWish & { readonly key: string };
type TriedWish = BookingWish & { readonly key?: unknown };

/** A wish that the rules refused. */
interface RefusedOutcome {
  readonly kind: "refused";
  readonly refusal: Refusal;
  readonly partyId: PrincipalId;
}

/** What became of a wish. */
export type Outcome = { readonly kind: "booked"; readonly booking: Booking } | RefusedOutcome;

/** Whose wish for a time is being written by this process: all others for the same time wait until it is. */
const leaders = new Leaders();
/** Whoever has waited this long stands in line for the lock, as if nobody else had wished for it. */
const MOST_WAIT = 2 * SECOND;

/** How many wishes are judged in one snapshot, which nobody should hold for long. */
const AT_ONCE = 50;

/**
 * Tells which wishes would be refused as things stand, without a lock: what a person wishes for in one request, and what others wish for at
 * the same moment, is read together.
 * @param wishes their keys only if their client gave them
 * @returns in their order; undefined: it may be booked, has been, or can only be tried
 */
export async function foreseeRefusals(
  app: App,
  actor: Actor,
  wishes: readonly TriedWish[],
): Promise<readonly (RefusedOutcome | undefined)[]> {
  const refusals: (RefusedOutcome | undefined)[] = [];
  for (let at = 0; at < wishes.length; at += AT_ONCE) {
    app.storage.leaveSnapshot();
    const some = wishes.slice(at, at + AT_ONCE);
    const tried = await app.storage.readTogether((tx) =>
      Promise.all(some.map((wish) => tryIn(app, tx, actor, wish))),
    );
    refusals.push(...tried);
  }
  return refusals;
}

/**
 * Writes what is wished for, and was not foreseen to be refused. Where many want one time, one at a time writes: all others wait for that
 * without a lock and without a connection, and hear from a read that it is taken.
 * @param wish its key only if its client gave one
 */
export async function bookInTurn<T>(
  app: App,
  actor: Actor,
  wish: TriedWish,
  write: () => Promise<T>,
): Promise<{ readonly refused: RefusedOutcome } | { readonly written: T }> {
  const { bookableId, start, end } = wish;
  const key = [bookableId, start, end].join(" ");
  app.storage.leaveSnapshot();
  return leaders.inTurn<{ readonly refused: RefusedOutcome } | { readonly written: T }>(
    key,
    MOST_WAIT,
    async () => ({ written: await write() }),
    async () => {
      const [refused] = await foreseeRefusals(app, actor, [wish]);
      app.storage.leaveSnapshot();
      return refused && { refused };
    },
  );
}

async function tryIn(
  app: App,
  tx: ReadTransaction,
  actor: Actor,
  { key, ...wish }: TriedWish,
): Promise<RefusedOutcome | undefined> {
  const [before, judged] = await Promise.all([
    typeof key === "string" ? tx.bookings.byKey(actor.principalId, key) : undefined,
    judgeIn(tx, actor, wish, app.now()),
  ]);
  if (before || !judged.ok) return undefined;
  const { verdict } = judged.value;
  return verdict.ok ? undefined : refusedOutcome(judged.value, verdict);
}

const refusedOutcome = (judged: Judged, refused: Verdict & { readonly ok: false }): RefusedOutcome => ({
  kind: "refused",
  refusal: refusalOf(judged, refused),
  partyId: judged.partyId,
});

/** Books what is wished for, in one transaction with its verdict: whoever is refused has written nothing. */
export const book = (app: App, actor: Actor, wish: KeyedWish): Promise<Result<Outcome, Problem>> =>
  // A booking that is exchanged for another one is only given up if that is made.
  asOne(app, [], (inside) => inside.storage.write((tx) => bookIn(inside, tx, actor, wish)));

async function bookIn(
  app: App,
  tx: WriteTransaction,
  actor: Actor,
  { key, ...wished }: KeyedWish,
): Promise<Result<Outcome, Problem>> {
  const { partyId = await partyOf(tx, actor.principalId), bookableId, instead } = wished;
  const wish = { ...wished, partyId };
  const left = instead === undefined ? undefined : await tx.bookings.byId(instead as BookingId);
  const parties = [partyId, actor.principalId, ...(left ? await meetingAccounts(tx, left) : [])];
  await lockForBooking(tx, parties, left ? [bookableId, left.accountId] : [bookableId]);
  const before = await tx.bookings.byKey(actor.principalId, key);
  if (before) return ok({ kind: "booked", booking: before });
  const judged = await judgeIn(tx, actor, wish, app.now());
  if (!judged.ok) return judged;
  const { verdict, seen } = judged.value;
  if (!verdict.ok) return ok(refusedOutcome(judged.value, verdict));
  const { acceptedRules } = wish;
  const { inForce } = seen;
  await acceptRules(tx, {
    bookableId,
    inForce,
    partyId,
    by: actor.principalId,
    acceptedRules,
    now: app.now(),
  });
  // What it leaves may be a part of what it takes: others are offered the rest when that is done.
  const given = left ? await cancelIn(app, tx, actor, left.id, { offersLater: true }) : ok(undefined);
  if (!given.ok) return given;
  const owner = await tx.principals.byId(await ownerOf(tx, actor, partyId));
  if (!owner) return failed({ code: "not-found" });
  const write = { app, tx, now: app.now() };
  const bookedBy = actor.principalId;
  const state = verdict.needsApproval ? "requested" : "confirmed";
  const granted = {
    owner,
    actor,
    seen,
    ...judged.value.time,
    partyId,
    bookedBy,
    key,
    unit: verdict.unit,
    state,
  } as const;
  const made = await bookGranted(write, granted);
  if (!made.ok) return made;
  await auditTime(
    { app, tx, actor },
    "booking-made",
    { ...made.value, thing: seen.principal },
    {
      state: made.value.state,
      rules: `${made.value.rulesVersion}`,
      ...(verdict.passedBy.length > 0 && { outsideRules: "yes" }),
    },
  );
  if (left) await offerGivenUp(write, left.accountId, [left]);
  return ok({ kind: "booked", booking: made.value });
}

/** In whose calendar a booking stands: the booker's, or where a manager books for somebody else, theirs. */
async function ownerOf(tx: WriteTransaction, actor: Actor, partyId: PrincipalId): Promise<PrincipalId> {
  const isOwn = (await tx.principals.groupsOf(actor.principalId)).includes(partyId);
  return isOwn ? actor.principalId : partyId;
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
    await lockBookings(tx, [known]);
    return cancelIn(app, tx, actor, id);
  });
}

/**
 * Cancels several, as they go with their thing or their household.
 * @returns what kept one of them from being cancelled
 */
export async function cancelAll(
  app: App,
  actor: Actor,
  bookings: readonly Booking[],
): Promise<Result<void, Problem>> {
  for (const { id } of bookings) {
    const gone = await cancelBooking(app, actor, id);
    // Of a series the first cancellation can have taken more than one.
    if (!gone.ok && gone.problem.code !== "not-found") return gone;
  }
  return ok(undefined);
}

async function cancelIn(
  app: App,
  tx: WriteTransaction,
  actor: Actor,
  id: BookingId,
  later: Pick<WriteScope, "offersLater"> = {},
): Promise<Result<Booking, Problem>> {
  const booking = await tx.bookings.byId(id);
  const principal = booking && (await tx.principals.byId(booking.accountId));
  if (!booking || !principal || !(await mayGiveUp(tx, actor, booking, app.now())))
    return failed({ code: "not-found" });
  const gone = await giveUpBooking(
    { app, tx, actor, now: app.now(), knowsLate: true, ...later },
    principal,
    booking,
  );
  if (!gone.ok) return gone;
  return ok((await tx.bookings.byId(id)) ?? booking);
}
