import type { App, AttemptLimiter } from "../app.ts";

/** Takes one attempt off a key; of several at once each counts. @returns seconds to wait; 0: it was taken */
export async function spendAttempt(
  { newId }: Pick<App, "newId">,
  limiter: AttemptLimiter,
  key: string,
): Promise<number> {
  const retryAfter = await limiter.blockedFor(key);
  if (retryAfter > 0) return retryAfter;
  const { isOver } = await limiter.fail(key, newId());
  return isOver ? Math.max(1, await limiter.blockedFor(key)) : 0;
}
