import type { ReadTransaction } from "../../storage/port.ts";
import type { PrincipalKind } from "../../storage/records/people.ts";

/** How many there are of each kind that are neither suspended nor deleted nor still invited. */
export async function countActive(tx: ReadTransaction): Promise<Readonly<Record<PrincipalKind, number>>> {
  const counts = { person: 0, group: 0, bookable: 0 };
  for (const { kind, status } of await tx.principals.list()) if (status === "active") counts[kind]++;
  return counts;
}
