import { failed, ok } from "@snart/calendar/result.ts";
import type { Result } from "@snart/calendar/result.ts";
import type { App } from "./app.ts";
import type { Problem } from "./problems.ts";

/** Runs a check of a secret, counting failures per account name and per address, so that neither can be guessed at. */
export async function withinAttempts<T>(
  app: App,
  login: string,
  address: string,
  check: () => Promise<T | undefined>,
): Promise<Result<T, Problem>> {
  const keys = [`account:${login.toLowerCase()}`, `address:${address}`];
  const waits = await Promise.all(keys.map((key) => app.attempts.blockedFor(key)));
  const retryAfter = Math.max(...waits);
  if (retryAfter > 0) return failed({ code: "too-many-attempts", retryAfter });
  const value = await check();
  if (value === undefined) {
    const left = await Promise.all(keys.map((key) => app.attempts.fail(key)));
    return failed({ code: "wrong-password", attemptsLeft: Math.max(0, Math.min(...left)) });
  }
  // The address keeps its count: one good account must not buy an address more guesses at others.
  await app.attempts.succeed(`account:${login.toLowerCase()}`);
  return ok(value);
}
