import type { App, AttemptLimiter } from "../app.ts";
import { inTurn } from "./in-turn.ts";

/**
 * Takes one attempt off each of the keys, counting simultaneous ones one by one. @returns seconds to wait; 0: it was
 * taken
 */
export function spendAttempt(
  { newId }: Pick<App, "newId">,
  limiter: AttemptLimiter,
  keys: readonly string[],
): Promise<number> {
  const take = async (): Promise<number> => {
    const retryAfter = Math.max(...(await Promise.all(keys.map((key) => limiter.blockedFor(key)))));
    const guess = newId();
    if (retryAfter === 0) await Promise.all(keys.map((key) => limiter.fail(key, guess)));
    return retryAfter;
  };
  return keys.reduceRight((work, key) => () => inTurn(limiter, key, work), take)();
}
