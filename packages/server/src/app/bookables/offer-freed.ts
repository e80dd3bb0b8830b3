import { cellsOf } from "@snart/calendar/booking/cells.ts";
import { verdictOn, type Granted, type Refused } from "@snart/calendar/booking/verdict.ts";
import { offerOf } from "@snart/calendar/booking/waitlist.ts";
import type { WaitState } from "@snart/calendar/booking/waiting.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { BookingRange } from "../../storage/port/bookings.ts";
import type { Bookable, Booking, BookingWait } from "../../storage/records/bookings.ts";
import type { BookingId, PrincipalId } from "../../storage/records/ids.ts";
import type { App } from "../app.ts";
import { queuedJob } from "../outbox/queued-job.ts";
import { enqueueOffer } from "../notices/offer-notice.ts";
import { waitMayBecome } from "../transitions.ts";
import { gatherFacts } from "./facts.ts";
import { restOfWait } from "./own-wait.ts";
import { isOwnParty } from "./party-of.ts";
import { endHold, holdTime } from "./take-cells.ts";
import { cellWidth, rulesInForce, type RulesInForce } from "./rules-in-force.ts";

/** The kind of jobs that look at the waiting list of a bookable. */
export const OFFERS_JOB = "booking-offers";

/** A write under the bookable's lock. */
interface Offering {
  readonly app: App;
  readonly tx: WriteTransaction;
  readonly now: Instant;
}

const EVER: BookingRange = { start: 0, end: Number.MAX_SAFE_INTEGER };

/** Has the waiting list of a bookable looked at, at `at` and in a transaction of its own. */
export async function scheduleOffers(
  tx: WriteTransaction,
  accountId: PrincipalId,
  at: Instant,
): Promise<void> {
  await tx.queues.schedule(
    queuedJob({
      id: `${OFFERS_JOB} ${accountId} ${at}`,
      kind: OFFERS_JOB,
      payload: { accountId },
      runAt: at,
    }),
  );
}

/** Runs such a job. */
export async function runOffers(app: App, { payload }: { readonly payload: unknown }): Promise<void> {
  const { accountId } = payload as { readonly accountId: PrincipalId };
  await app.storage.write(async (tx) => {
    if (!(await tx.principals.byId(accountId))) return;
    await tx.lockAccount(accountId);
    await offerFreed({ app, tx, now: app.now() }, accountId);
  });
}

/**
 * Offers what is free to those who wait for it: to the first in line whom the verdict grants it, as a hold that ends by itself, or shortly
 * before its start to all of them. Ends offers that are over. Whatever frees time calls it in its own transaction, so that nobody else
 * can take it in between; a job calls it when an offer ends.
 * @param range of the times that may have become free
 */
export async function offerFreed(
  write: Offering,
  accountId: PrincipalId,
  range: BookingRange = EVER,
): Promise<void> {
  const { tx } = write;
  const line = await tx.bookingWaits.inLine(accountId, range);
  const bookable = line.length === 0 ? undefined : await tx.bookables.byId(accountId);
  if (!bookable) return;
  const inForce = await rulesInForce(tx, accountId);
  const left: BookingWait[] = [];
  for (const wait of line) if (!(await endIfOver(write, inForce, wait))) left.push(wait);
  if (!inForce) return;
  const again: Instant[] = [];
  for (const wait of left) {
    const next = await offerTo(write, { bookable, inForce }, wait);
    if (next !== undefined && next > write.now) again.push(next);
  }
  if (again.length > 0) await scheduleOffers(tx, accountId, Math.min(...again));
}

/**
 * The same for bookings that were given up or moved. Their parties may now have room for what else they wait for, which is looked at
 * right after the commit.
 */
export async function offerGivenUp(
  write: Offering,
  accountId: PrincipalId,
  bookings: readonly Pick<Booking, "startsAt" | "endsAt" | "partyId">[],
): Promise<void> {
  if (bookings.length === 0) return;
  const { tx, now } = write;
  await offerFreed(write, accountId, {
    start: Math.min(...bookings.map(({ startsAt }) => startsAt)),
    end: Math.max(...bookings.map(({ endsAt }) => endsAt)),
  });
  for (const partyId of new Set(bookings.flatMap((one) => one.partyId ?? [])))
    for (const wait of await tx.bookingWaits.ofParty(partyId, now))
      await scheduleOffers(tx, wait.accountId, now);
}

/** @returns whether the place in line is over: the offer or the time itself, or that there is a line at all */
async function endIfOver(
  write: Offering,
  inForce: RulesInForce | undefined,
  wait: BookingWait,
): Promise<boolean> {
  const isOver =
    wait.endsAt <= write.now ||
    (wait.expiresAt !== null && wait.expiresAt <= write.now) ||
    inForce?.prepared.rules.waitlist === undefined;
  if (isOver) await endWait(write, wait, "lapsed");
  return isOver;
}

/** Ends a place in line, and gives up what an offer has held. */
export async function endWait(
  { tx, now }: Pick<Offering, "tx" | "now">,
  wait: BookingWait,
  state: WaitState,
): Promise<void> {
  if (!waitMayBecome(wait.state, state)) throw new Error(`a wait cannot become ${state} from ${wait.state}`);
  if (wait.holdId !== null) {
    const hold = await tx.bookings.byId(wait.holdId);
    if (hold) await endHold({ tx, now }, hold);
  }
  await tx.bookingWaits.update(wait.id, { state, holdId: null, expiresAt: null, changedAt: now });
}

interface Waiting {
  readonly bookable: Bookable;
  readonly inForce: RulesInForce;
}

/** @returns when its place is to be looked at again; undefined: when something becomes free */
async function offerTo(write: Offering, of: Waiting, wait: BookingWait): Promise<Instant | undefined> {
  const { tx, now } = write;
  if (wait.holdId !== null) return wait.expiresAt ?? undefined;
  const { prepared } = of.inForce;
  const time = restOfWait(wait, prepared.cell, now);
  const isFull = !(await hasRoom(write, of, wait.accountId, time));
  const verdict = isFull ? undefined : await verdictFor(write, of, wait, time);
  if (!verdict?.ok) {
    if (wait.state === "offered") await endWait(write, wait, "waiting");
    return verdict?.opensAt;
  }
  if (wait.state === "offered") return wait.expiresAt ?? undefined;
  const offer = offerOf(prepared, { start: wait.startsAt, end: wait.endsAt }, now);
  if (!offer) return undefined;
  const holdId = offer.isForAll ? null : await hold(write, of, wait, verdict, offer.expires);
  const fields = { state: "offered", holdId, expiresAt: offer.expires, changedAt: now } as const;
  await tx.bookingWaits.update(wait.id, fields);
  await enqueueOffer(write, wait, offer.at, offer.expires);
  return offer.expires;
}

/** Whether one of the units is free: most who wait wait for what is not, and need no verdict. */
async function hasRoom(
  { tx, now }: Offering,
  { inForce }: Waiting,
  accountId: PrincipalId,
  { start, end }: BookingRange,
): Promise<boolean> {
  const { first, last } = cellsOf(start, end, cellWidth(inForce));
  const claims = await tx.claims.inRange(accountId, { from: first, until: last + 1 }, now);
  return new Set(claims.map(({ unit }) => unit)).size < inForce.prepared.rules.units;
}

/** By the same verdict that books; it is judged anew when the offer is taken, under the lock of the party. */
async function verdictFor(
  { tx, now }: Offering,
  { bookable, inForce }: Waiting,
  { partyId: party, askedBy, acceptedRules }: BookingWait,
  { start, end }: BookingRange,
): Promise<Granted | Refused | undefined> {
  const person = await tx.principals.byId(askedBy);
  if (person?.status !== "active") return undefined;
  if (!(await isOwnParty(tx, askedBy, party))) return undefined;
  const groups = await tx.principals.groupsOf(askedBy);
  const accepted = acceptedRules === null ? {} : { acceptedRules };
  const asker = { party, groups, manages: false, ...accepted };
  const facts = await gatherFacts(tx, { bookable, inForce, asker, from: start, to: end, now });
  return verdictOn(inForce.prepared, facts, { start, end }, now);
}

function hold(
  write: Offering,
  { inForce }: Waiting,
  { accountId, startsAt, endsAt, partyId, askedBy: bookedBy }: BookingWait,
  { unit }: Granted,
  expiresAt: Instant,
): Promise<BookingId> {
  const time = { accountId, startsAt, endsAt, unit, expiresAt, objectId: null, recurrenceId: null };
  const held = { ...time, partyId, bookedBy, rulesVersion: inForce.version };
  return holdTime(write, held, cellWidth(inForce));
}
