import type { ReadTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";

/** Whom to tell of what a party has booked: a person, or the members of a household. */
export async function peopleOfParty(tx: ReadTransaction, id: PrincipalId): Promise<readonly Principal[]> {
  const party = await tx.principals.byId(id);
  if (party?.kind !== "group") return party ? [party] : [];
  const people: Principal[] = [];
  for (const { memberId } of await tx.principals.membersOf(id)) {
    const person = await tx.principals.byId(memberId);
    if (person) people.push(person);
  }
  return people;
}
