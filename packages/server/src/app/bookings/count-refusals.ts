import type { App } from "../app.ts";
import { refusalOf, type RefusedWish } from "../bookables/count-refusal.ts";

/** Counts what was refused. It comes after the refusals, with which nothing is written. */
export async function countRefusals(app: App, refused: readonly RefusedWish[]): Promise<void> {
  if (refused.length === 0) return;
  await app.storage.write(async (tx) => {
    const refusals = [];
    for (const wish of refused) refusals.push(await refusalOf(tx, wish, app.now()));
    // No account is locked here, so that everybody counts in one order: in different orders they would wait for each other.
    const counted = Map.groupBy(
      refusals.filter((refusal) => refusal !== undefined),
      ({ accountId, month, partyId, reason }) => JSON.stringify([accountId, month, partyId, reason]),
    );
    for (const [, same] of [...counted].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      if (same[0]) await tx.bookingRefusals.count(same[0], same.length);
  });
}
