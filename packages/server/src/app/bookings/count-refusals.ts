import type { App } from "../app.ts";
import { countRefusal, type RefusedWish } from "../bookables/count-refusal.ts";

/** Counts what was refused. It comes after the refusals, with which nothing is written. */
export async function countRefusals(app: App, refused: readonly RefusedWish[]): Promise<void> {
  if (refused.length === 0) return;
  await app.storage.write(async (tx) => {
    for (const wish of refused) await countRefusal(tx, wish, app.now());
  });
}
