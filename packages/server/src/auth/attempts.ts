import type { Instant } from "@snart/calendar/time/instant.ts";
import type { App, AttemptLimiter } from "../app/app.ts";
import type { Limits } from "../app/limits.ts";

interface AttemptRules {
  /** Failures allowed in a window. */
  readonly attempts: number;
  readonly windowSeconds: number;
}
interface Count {
  /** One-way hashes of the guesses, at most as many as attempts are allowed. */
  readonly guesses: Set<string>;
  readonly endsAt: Instant;
}

/** The most keys remembered; an attacker with more addresses meets the limit per account. */
const MOST_KEYS = 50_000;

/** The counters of an app, in this process. */
export function attemptLimiters(
  limits: Limits,
  now: () => Instant,
): Pick<App, "attempts" | "accountAttempts" | "addressAttempts" | "guestAnswers" | "resetRequests"> {
  const limiter = (attempts: number, windowSeconds: number = limits.signInWindowSeconds): AttemptLimiter =>
    memoryAttempts({ attempts, windowSeconds }, now);
  return {
    attempts: limiter(limits.signInAttempts),
    accountAttempts: limiter(limits.signInAttemptsPerAccount),
    addressAttempts: limiter(limits.signInAttemptsPerAddress),
    guestAnswers: limiter(limits.guestAnswers),
    resetRequests: limiter(limits.resetRequests, limits.resetWindowSeconds),
  };
}

/**
 * Counts failures per key in this process, in windows that begin with the first failure. (rate-limiter-flexible was
 * tried: it reads the system clock and arms a timer for every key, so it can neither be tested with our clock nor
 * bounded.)
 */
export function memoryAttempts(rules: AttemptRules, now: () => Instant): AttemptLimiter {
  const counts = new Map<string, Count>();
  const current = (key: string): Count | undefined => {
    const count = counts.get(key);
    if (count === undefined || count.endsAt > now()) return count;
    counts.delete(key);
    return undefined;
  };
  const started = (key: string): Count => {
    makeRoom(counts, now());
    const count = { guesses: new Set<string>(), endsAt: now() + rules.windowSeconds * 1_000 };
    counts.set(key, count);
    return count;
  };
  return {
    async blockedFor(key) {
      const count = current(key);
      return count && count.guesses.size >= rules.attempts ? Math.ceil((count.endsAt - now()) / 1_000) : 0;
    },
    async fail(key, guess) {
      const { guesses } = current(key) ?? started(key);
      const isNew = guesses.size < rules.attempts && !guesses.has(guess);
      if (isNew) guesses.add(guess);
      return { left: Math.max(0, rules.attempts - guesses.size), isNew };
    },
    async succeed(key) {
      counts.delete(key);
    },
  };
}

/**
 * Forgets windows that have ended, and the oldest one if there is no room for another. All windows have the same
 * length and the map keeps the order in which they began, so the oldest come first.
 */
function makeRoom(counts: Map<string, Count>, now: Instant): void {
  for (const [key, count] of counts) {
    if (count.endsAt > now && counts.size < MOST_KEYS) return;
    counts.delete(key);
  }
}
