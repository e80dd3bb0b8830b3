import type { Instant } from "@snart/calendar/time/instant.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { RulesAcceptance } from "../../storage/records/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import { isOwnParty } from "./party-of.ts";
import type { RulesInForce } from "./rules-in-force.ts";

/** A party that accepts the house rules of a bookable. */
interface Accepting {
  readonly bookableId: PrincipalId;
  readonly inForce: RulesInForce;
  readonly partyId: PrincipalId;
  /** Whoever does it; at a door the household itself. */
  readonly by: PrincipalId;
  /** The version that they have read; absent: they accept nothing. */
  readonly acceptedRules: number | null | undefined;
  readonly now: Instant;
}

/**
 * Remembers that a party has accepted the house rules in force, so that it is not asked again before they change. A manager who books
 * for somebody else accepts nothing in their name.
 * @returns what is remembered; undefined: nothing is asked, another version was read, or it is not theirs to accept
 */
export async function acceptRules(
  tx: WriteTransaction,
  { bookableId, inForce, partyId, by, acceptedRules, now }: Accepting,
): Promise<RulesAcceptance | undefined> {
  const { houseRules } = inForce.prepared.rules;
  if (houseRules?.mustAccept !== true || (acceptedRules ?? 0) < houseRules.version) return undefined;
  if (partyId !== by && !(await isOwnParty(tx, by, partyId))) return undefined;
  // Not what was sent, which may be a version that is still to come.
  const { version } = houseRules;
  const one = { accountId: bookableId, partyId, version, acceptedBy: by, acceptedAt: now };
  await tx.rulesAcceptances.insert(one);
  const known = await tx.rulesAcceptances.ofParties([partyId]);
  return known.find((it) => it.accountId === bookableId && it.version === version) ?? one;
}
