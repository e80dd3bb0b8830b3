import type { WriteTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { PrincipalKind } from "../../storage/records/people.ts";

const ORDER: readonly PrincipalKind[] = ["person", "group", "bookable"];

/**
 * People before groups, and these before bookables, each in the order of their ids: so no two writers wait for each other, also not one
 * who writes a meeting and learns only then that it books something for a household.
 */
export async function lockForBooking(
  tx: WriteTransaction,
  parties: readonly PrincipalId[],
  bookables: readonly PrincipalId[],
): Promise<void> {
  const found = await tx.principals.byIds([...parties, ...bookables].toSorted());
  for (const kind of ORDER)
    for (const principal of found) if (principal.kind === kind) await tx.lockAccount(principal.id);
}
