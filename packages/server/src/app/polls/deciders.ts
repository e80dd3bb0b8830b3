import type { ReadTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";

/** Who decides in the polls of an account, by id: its owner, or the managers of a group. Others of a group may be voters, who see less. */
export async function decidersOf(tx: ReadTransaction, id: PrincipalId): Promise<readonly Principal[]> {
  const owner = await tx.principals.byId(id);
  if (owner?.kind !== "group") return owner ? [owner] : [];
  const managers = (await tx.principals.membersOf(id)).filter(({ isManager }) => isManager);
  const people = await tx.principals.byIds(managers.map(({ memberId }) => memberId));
  return people.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
