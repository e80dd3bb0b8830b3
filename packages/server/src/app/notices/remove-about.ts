import type { WriteTransaction } from "../../storage/port.ts";

/** Takes back what anybody was told of things that are gone, or of which nobody is to be told any more. @param ids of calendars, events or polls */
export async function removeAbout(tx: WriteTransaction, ids: readonly string[]): Promise<void> {
  const all = await tx.notifications.about(ids);
  // In one order, so that no two writers wait for each other.
  for (const { id, ...of } of all.toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1)))
    await tx.notifications.remove(of, id, await tx.lockAccount(of.accountId));
}
