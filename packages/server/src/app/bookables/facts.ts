import { cellStart, claimedTime } from "@snart/calendar/booking/cells.ts";
import {
  CLAIMING,
  COUNTING,
  type Asker,
  type Claim,
  type Facts,
  type OwnBooking,
} from "@snart/calendar/booking/facts.ts";
import { readDate } from "@snart/calendar/booking/clock.ts";
import { checkInTimes, pauseFor } from "@snart/calendar/booking/no-show.ts";
import { DAY, type Instant } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { BookingRange } from "../../storage/port/bookings.ts";
import type { Bookable, Booking } from "../../storage/records/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { RulesInForce } from "./rules-in-force.ts";

/** How far around a wish claims are read: other times are proposed within two weeks of it. */
const AROUND = 16 * DAY;
/** Times that are close are asked about in the same words, which a snapshot answers once. */
const STEP = 4 * DAY;
/** How long ago a party's bookings still count: the longest period of a limit is a year, of any 366 days. */
const COUNTED = 2 * 366 * DAY;

/** Who asks for a thing by its rules. */
interface AskedThing {
  readonly bookable: Bookable;
  readonly inForce: RulesInForce;
  readonly asker: Asker & { readonly party: PrincipalId };
}

/** The times that are wished for; the end is exclusive. */
interface AskedTimes {
  readonly from: Instant;
  readonly to: Instant;
  readonly now: Instant;
}

/** What a verdict is asked about. */
export type FactsFor = AskedThing & AskedTimes;

/** Reads all facts in one transaction: whoever writes afterwards has locked the bookable and the party before. */
export async function gatherFacts(tx: ReadTransaction, asked: FactsFor): Promise<Facts> {
  const { accountId } = asked.bookable;
  const { start, end } = claimsAround(asked);
  const [claiming, known] = await Promise.all([
    tx.bookings.inRange(accountId, { start, end }, CLAIMING),
    partyFacts(tx, [asked], asked),
  ]);
  return factsOf(asked, asked, claiming, known);
}

/** The same facts without some bookings: those that are given up, moved or handed over with what is asked for. */
export const factsWithout = (facts: Facts, leaving: ReadonlySet<string>): Facts => ({
  ...facts,
  claims: facts.claims.filter(({ booking }) => !leaving.has(booking)),
  bookings: facts.bookings.filter(({ id }) => !leaving.has(id)),
});

/** A thing that is asked for, with its facts and what is booked of it. */
export type KnownThing<T> = T & { readonly facts: Facts; readonly claiming: readonly Booking[] };

/** The same of several things for one party, in a few reads however many they are. */
export async function gatherAllFacts<T extends AskedThing>(
  tx: ReadTransaction,
  things: readonly T[],
  asked: AskedTimes,
): Promise<readonly KnownThing<T>[]> {
  const ids = things.map(({ bookable }) => bookable.accountId);
  const all = await tx.bookings.inRangeOf(ids, claimsAround(asked), CLAIMING);
  const claimingOf = Map.groupBy(all, ({ accountId }) => accountId);
  const known = await partyFacts(tx, things, asked);
  return things.map((thing) => {
    const claiming = claimingOf.get(thing.bookable.accountId) ?? [];
    return { ...thing, claiming, facts: factsOf(thing, asked, claiming, known) };
  });
}

const claimsAround = ({ from, to, now }: AskedTimes): BookingRange => ({
  start: stepBefore(Math.min(from, now) - AROUND),
  end: stepBefore(to + AROUND) + STEP,
});

const stepBefore = (instant: Instant): Instant => Math.floor(instant / STEP) * STEP;

/** What a party has booked, with the labels of what it is, what it waits for the draw of, and which house rules it has accepted. */
interface PartyFacts {
  readonly accepted: Accepted;
  readonly own: readonly Booking[];
  readonly bookings: readonly OwnBooking[];
  readonly bookingsFrom: Instant;
  readonly undrawn: Undrawn;
}

async function partyFacts(
  tx: ReadTransaction,
  things: readonly AskedThing[],
  { from, now }: AskedTimes,
): Promise<PartyFacts> {
  const bookingsFrom = stepBefore(Math.min(from, now) - COUNTED);
  const [first] = things;
  const own = first ? await tx.bookings.ofParty(first.asker.party, bookingsFrom, COUNTING) : [];
  const labelsOf = new Map(things.map(({ bookable }) => [bookable.accountId, bookable.labels]));
  const others = things.some(({ inForce }) => asksForLabels(inForce)) ? own : [];
  for (const { accountId: id } of others)
    if (!labelsOf.has(id)) labelsOf.set(id, (await tx.bookables.byId(id))?.labels ?? []);
  const bookings = own.map((booking) => ownBooking(booking, labelsOf.get(booking.accountId) ?? []));
  const accepted = await acceptedBy(tx, things);
  return { own, bookings, bookingsFrom, accepted, undrawn: await undrawnOf(tx, things, now) };
}

function factsOf(
  { bookable: { accountId, labels }, inForce, asker }: AskedThing,
  asked: AskedTimes,
  claiming: readonly Booking[],
  { own, bookings, bookingsFrom, accepted, undrawn }: PartyFacts,
): Facts {
  const { start: claimsFrom, end: claimsTo } = claimsAround(asked);
  return {
    bookable: accountId,
    labels,
    asker: asWhoAccepted(asker, accepted.get(accountId)),
    claims: claiming.map((booking) => claimOf(inForce.prepared.cell, booking)),
    claimsFrom,
    claimsTo,
    bookings,
    bookingsFrom,
    pauses: pausesOf(inForce, accountId, own, asked.now),
    sources: [],
    undrawn: undrawn.get(accountId) ?? [],
  };
}

/** The newest version of the house rules that the party has accepted, by thing. */
type Accepted = ReadonlyMap<PrincipalId, number>;

async function acceptedBy(tx: ReadTransaction, things: readonly AskedThing[]): Promise<Accepted> {
  const asking = things.find(({ inForce }) => inForce.prepared.rules.houseRules?.mustAccept === true);
  if (!asking) return new Map();
  const found = await tx.rulesAcceptances.ofParties([asking.asker.party]);
  return new Map(found.map(({ accountId, version }) => [accountId, version]));
}

/** What was accepted once counts as if it came with each wish. */
function asWhoAccepted(asker: AskedThing["asker"], version: number | undefined): Asker {
  const newest = Math.max(asker.acceptedRules ?? 0, version ?? 0);
  return newest === 0 ? asker : { ...asker, acceptedRules: newest };
}

/** Periods by lot whose wishes have closed, and whose draw is not made yet, by their thing. */
type Undrawn = ReadonlyMap<PrincipalId, NonNullable<Facts["undrawn"]>>;

async function undrawnOf(tx: ReadTransaction, things: readonly AskedThing[], now: Instant): Promise<Undrawn> {
  const found = new Map<PrincipalId, NonNullable<Facts["undrawn"]>>();
  for (const { bookable, inForce } of things) {
    if (!inForce.prepared.draws.some(({ closes }) => closes <= now)) continue;
    const draws = await tx.draws.ofBookable(bookable.accountId);
    const due = draws.filter(({ state, closesAt }) => state === "open" && closesAt <= now);
    const days = due.map((draw) => ({
      from: readDate(draw.periodFrom) ?? 0,
      to: readDate(draw.periodTo) ?? 0,
    }));
    found.set(bookable.accountId, days);
  }
  return found;
}

/** Whether the rules count over several bookables, or forbid a booking beside one of another kind. */
const asksForLabels = ({ prepared: { rules } }: RulesInForce): boolean =>
  rules.chain?.notWhile !== undefined || (rules.limits ?? []).some(({ over }) => over !== "this");

/** The pause of a party that has not come too often to this bookable. */
function pausesOf(
  { prepared }: RulesInForce,
  bookable: PrincipalId,
  own: readonly Booking[],
  now: Instant,
): Facts["pauses"] {
  const missed = own.filter(({ state, accountId }) => state === "released" && accountId === bookable);
  const noShows = missed.flatMap(
    ({ startsAt: start, endsAt: end, createdAt: booked }) =>
      checkInTimes(prepared, { start, end, booked })?.until ?? [],
  );
  const pause = pauseFor(prepared, noShows, now);
  return pause ? [pause] : [];
}

function claimOf(width: number, { id, unit, state, startsAt, endsAt, expiresAt }: Booking): Claim {
  const expires = expiresAt === null ? {} : { expires: expiresAt };
  const claimed = claimedTime(startsAt, endsAt, width);
  // Of what is done early the last cell that it began is free; one that is done within a cell leaves a claim of no time.
  const end = state === "done" ? Math.max(cellStart(endsAt, width), claimed.start) : claimed.end;
  return { unit, booking: id, ...claimed, end, ...expires };
}

function ownBooking(booking: Booking, labels: readonly string[]): OwnBooking {
  const { id, accountId, startsAt, endsAt, createdAt, state, expiresAt } = booking;
  return {
    id,
    bookable: accountId,
    labels,
    start: startsAt,
    end: endsAt,
    booked: createdAt,
    state,
    ...(expiresAt !== null && { expires: expiresAt }),
  };
}
