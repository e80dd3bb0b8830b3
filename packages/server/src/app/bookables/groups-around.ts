import type { ReadTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";

/** The groups as whose member a party books: of a household, those of its people and itself. */
export async function groupsAround(
  tx: ReadTransaction,
  partyId: PrincipalId,
): Promise<readonly PrincipalId[]> {
  const own = await tx.principals.groupsOf(partyId);
  const members = await tx.principals.membersOf(partyId);
  const groups = new Set([partyId, ...own]);
  for (const { memberId } of members) for (const id of await tx.principals.groupsOf(memberId)) groups.add(id);
  return [...groups];
}
