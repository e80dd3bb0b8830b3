import type { ReadTransaction } from "../../storage/port.ts";
import type { Booking } from "../../storage/records/bookings.ts";
import type { BookingId, PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { RulesInForce } from "./rules-in-force.ts";

/**
 * Whose each booking is, by its id: as far as the rules let others know, or for managers of each. A hold is nobody's yet.
 * @param inForce undefined: without rules only managers are told
 */
export async function toldNames(
  tx: ReadTransaction,
  inForce: RulesInForce | undefined,
  bookings: readonly Booking[],
  isManager: boolean,
): Promise<ReadonlyMap<BookingId, string>> {
  const { sees = "busy" } = inForce?.prepared.rules ?? {};
  const names = new Map<BookingId, string>();
  if (!isManager && sees === "busy") return names;
  const parties = new Map<PrincipalId, Principal | undefined>();
  for (const { id, state, partyId, bookedBy } of bookings) {
    if (state === "hold") continue;
    const whose = partyId ?? bookedBy;
    if (!parties.has(whose)) parties.set(whose, await tx.principals.byId(whose));
    const party = parties.get(whose);
    if (party && (isManager || sees === "names" || party.kind === "group")) names.set(id, party.displayName);
  }
  return names;
}
