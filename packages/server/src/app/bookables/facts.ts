import { cellStart, claimedTime } from "@snart/calendar/booking/cells.ts";
import {
  CLAIMING,
  COUNTING,
  type Asker,
  type Claim,
  type Facts,
  type OwnBooking,
} from "@snart/calendar/booking/facts.ts";
import { checkInTimes, pauseFor } from "@snart/calendar/booking/no-show.ts";
import { DAY, type Instant } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Bookable, Booking } from "../../storage/records/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { RulesInForce } from "./rules-in-force.ts";

/** How far around a wish claims are read: other times are proposed within two weeks of it. */
const AROUND = 16 * DAY;
/** How long ago a party's bookings still count: the longest period of a limit is a year, of any 366 days. */
const COUNTED = 2 * 366 * DAY;

/** What a verdict is asked about. */
export interface FactsFor {
  readonly bookable: Bookable;
  readonly inForce: RulesInForce;
  readonly asker: Asker & { readonly party: PrincipalId };
  /** The times that are wished for; the end is exclusive. */
  readonly from: Instant;
  readonly to: Instant;
  readonly now: Instant;
}

/** Reads all facts in one transaction: whoever writes afterwards has locked the bookable and the party before. */
export async function gatherFacts(
  tx: ReadTransaction,
  { bookable, inForce, asker, from, to, now }: FactsFor,
): Promise<Facts> {
  const { accountId, labels } = bookable;
  const [claimsFrom, claimsTo] = [Math.min(from, now) - AROUND, to + AROUND];
  const claiming = await tx.bookings.inRange(accountId, { start: claimsFrom, end: claimsTo }, CLAIMING);
  const bookingsFrom = Math.min(from, now) - COUNTED;
  const own = await tx.bookings.ofParty(asker.party, bookingsFrom, COUNTING);
  const labelsOf = new Map([[accountId, labels]]);
  const others = asksForLabels(inForce) ? own.map((booking) => booking.accountId) : [];
  for (const id of new Set(others))
    if (!labelsOf.has(id)) labelsOf.set(id, (await tx.bookables.byId(id))?.labels ?? []);
  return {
    bookable: accountId,
    labels,
    asker,
    claims: claiming.map((booking) => claimOf(inForce.prepared.cell, booking)),
    claimsFrom,
    claimsTo,
    bookings: own.map((booking) => ownBooking(booking, labelsOf.get(booking.accountId) ?? [])),
    bookingsFrom,
    pauses: pausesOf(inForce, accountId, own, now),
    sources: [],
  };
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
