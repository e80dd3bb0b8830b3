import type { ReadTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";

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

/** The groups by which somebody may book: at a door it is a household that asks. */
export const groupsAsking = (
  tx: ReadTransaction,
  { via, principalId }: Actor,
): Promise<readonly PrincipalId[]> =>
  via === "kiosk" ? groupsAround(tx, principalId) : tx.principals.groupsOf(principalId);
