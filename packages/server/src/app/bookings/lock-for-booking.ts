import type { WriteTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";

/** People and groups before bookables, each in the order of their ids: so no two writers wait for each other. */
export async function lockForBooking(
  tx: WriteTransaction,
  parties: readonly PrincipalId[],
  bookables: readonly PrincipalId[],
): Promise<void> {
  for (const ids of [parties, bookables])
    for (const id of [...new Set(ids)].toSorted()) if (await tx.principals.byId(id)) await tx.lockAccount(id);
}
