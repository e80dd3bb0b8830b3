import { verdictOn, type Granted, type Refused } from "@snart/calendar/booking/verdict.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../../storage/port.ts";
import type { Booking } from "../../../storage/records/bookings.ts";
import type { BookingId, PrincipalId } from "../../../storage/records/ids.ts";
import type { Principal } from "../../../storage/records/people.ts";
import { factsWithout, gatherFacts } from "../../bookables/facts.ts";
import { rulesInForce } from "../../bookables/rules-in-force.ts";
import type { Judged } from "../verdict.ts";

/** A booking that is to be another party's. */
export interface Move {
  readonly booking: Booking;
  readonly partyId: PrincipalId;
  /** Who answers or asked for that party: they book by their groups. */
  readonly personId: PrincipalId;
  /** The version of the house rules that they have accepted; null: none. */
  readonly acceptedRules: number | null;
}

/** The same with the verdict for its new party. */
export interface JudgedMove extends Move {
  readonly room: Principal;
  readonly seen: Pick<Judged["seen"], "bookable" | "principal" | "inForce">;
  readonly verdict: Granted | Refused;
}

/**
 * Whether a party can have a booking of another: the one verdict, with all limits of the party, for which the bookings that change
 * hands are there no more. Whoever writes has locked the parties and the bookables before.
 * @returns undefined: the thing or its rules are gone
 */
export async function judgeMove(
  tx: ReadTransaction,
  move: Move,
  leaving: readonly BookingId[],
  now: Instant,
): Promise<JudgedMove | undefined> {
  const { booking, partyId: party, personId, acceptedRules } = move;
  const { accountId, startsAt: start, endsAt: end, unit } = booking;
  const room = await tx.principals.byId(accountId);
  const bookable = await tx.bookables.byId(accountId);
  const inForce = await rulesInForce(tx, accountId);
  if (!room || !bookable || !inForce) return undefined;
  const groups = await tx.principals.groupsOf(personId);
  const asker = { party, groups, manages: false, ...(acceptedRules !== null && { acceptedRules }) };
  const read = await gatherFacts(tx, { bookable, inForce, asker, from: start, to: end, now });
  const facts = factsWithout(read, new Set(leaving));
  const verdict = verdictOn(inForce.prepared, facts, { start, end, unit, isTakenOver: true }, now);
  return { ...move, room, seen: { principal: room, bookable, inForce }, verdict };
}
