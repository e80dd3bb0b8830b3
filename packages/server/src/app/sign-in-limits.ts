import { failed, ok } from "@snart/calendar/result.ts";
import type { Result } from "@snart/calendar/result.ts";
import type { App } from "./app.ts";
import type { Problem } from "./problems.ts";

/**
 * Runs a check of a secret, counting failures per account name and per address, so that neither can be guessed at.
 * Checks for one account or one address wait for each other: guesses sent all at once are counted one by one.
 */
export async function withinAttempts<T>(
  app: App,
  login: string,
  address: string,
  check: () => Promise<T | undefined>,
): Promise<Result<T, Problem>> {
  const [account, from] = [`account:${login.toLowerCase()}`, `address:${address}`];
  return inTurn(app, account, () => inTurn(app, from, () => countedCheck(app, [account, from], check)));
}

async function countedCheck<T>(
  app: App,
  keys: readonly [account: string, address: string],
  check: () => Promise<T | undefined>,
): Promise<Result<T, Problem>> {
  const waits = await Promise.all(keys.map((key) => app.attempts.blockedFor(key)));
  const retryAfter = Math.max(...waits);
  if (retryAfter > 0) return failed({ code: "too-many-attempts", retryAfter });
  const value = await check();
  if (value === undefined) {
    const left = await Promise.all(keys.map((key) => app.attempts.fail(key)));
    return failed({ code: "wrong-password", attemptsLeft: Math.max(0, Math.min(...left)) });
  }
  // The address keeps its count: one good account must not buy an address more guesses at others.
  await app.attempts.succeed(keys[0]);
  return ok(value);
}

const queues = new WeakMap<App, Map<string, Promise<unknown>>>();

/** Runs a task after those that came before it under the same key. */
async function inTurn<T>(app: App, key: string, task: () => Promise<T>): Promise<T> {
  const queue = queues.get(app) ?? new Map<string, Promise<unknown>>();
  queues.set(app, queue);
  const before = queue.get(key);
  const mine = (before ?? Promise.resolve()).then(task, task);
  queue.set(key, mine);
  try {
    return await mine;
  } finally {
    if (queue.get(key) === mine) queue.delete(key);
  }
}
