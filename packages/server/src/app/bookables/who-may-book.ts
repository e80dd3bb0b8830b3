import type { ReadTransaction } from "../../storage/port.ts";
import type { Household } from "../../storage/records/households.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { RulesInForce } from "./rules-in-force.ts";

/** Whether a household or person may book by the rules: they, or in a household anybody, in one of the groups that may. */
export type MayBook = (party: PrincipalId, members?: readonly PrincipalId[]) => boolean;

/** @param inForce undefined: there are no rules, by which anybody may */
export async function whoMayBook(tx: ReadTransaction, inForce: RulesInForce | undefined): Promise<MayBook> {
  const groups = inForce?.prepared.rules.mayBook as readonly PrincipalId[] | undefined;
  if (!groups) return () => true;
  const allowed = new Set<PrincipalId>(groups);
  for (const group of groups)
    for (const { memberId } of await tx.principals.membersOf(group)) allowed.add(memberId);
  return (party, members = []) => allowed.has(party) || members.some((member) => allowed.has(member));
}

/** A household with the people in it. */
export interface PeopledHousehold extends Household {
  readonly members: readonly PrincipalId[];
}

/** All households with their people, by label. */
export async function peopledHouseholds(tx: ReadTransaction): Promise<readonly PeopledHousehold[]> {
  const found: PeopledHousehold[] = [];
  for (const household of await tx.households.list()) {
    const members = (await tx.principals.membersOf(household.accountId)).map(({ memberId }) => memberId);
    found.push({ ...household, members });
  }
  return found;
}
