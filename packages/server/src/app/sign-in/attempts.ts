import { createHash } from "node:crypto";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { Storage } from "../../storage/port.ts";
import type { App, AttemptLimiter } from "../app.ts";
import type { Limits } from "../limits.ts";

interface AttemptRules {
  /** Tells the keys of this limiter from those of others. */
  readonly name: string;
  /** Failures allowed in a window. */
  readonly attempts: number;
  readonly windowSeconds: number;
}

/** The most keys stored; whoever has more addresses pushes out those that have counted least. */
const MOST_KEYS = 100_000;
/** How many new keys come between two looks at how many there are. */
const TRIMMED_EVERY = 1_000;
/** Of counts that have ended: the jobs remove the rest. */
const MOST_REMOVED = 2_000;
/** The most keys whose guesses a process remembers. */
const MOST_REMEMBERED = 50_000;

/** The counters of an app: one count each for all processes on its storage, which outlives them. */
export function attemptLimiters(
  storage: Storage,
  limits: Limits,
  now: () => Instant,
): Pick<
  App,
  | "attempts"
  | "accountAttempts"
  | "addressAttempts"
  | "guestAnswers"
  | "pageRequests"
  | "pageFills"
  | "pinAttempts"
  | "doorAttempts"
  | "resetRequests"
  | "passkeyRequests"
> {
  const limiter = (name: string, attempts: number, windowSeconds = limits.signInWindowSeconds) =>
    storedAttempts(storage, { name, attempts, windowSeconds }, now);
  return {
    attempts: limiter("pair", limits.signInAttempts),
    accountAttempts: limiter("account", limits.signInAttemptsPerAccount),
    addressAttempts: limiter("address", limits.signInAttemptsPerAddress),
    guestAnswers: limiter("guest", limits.guestAnswers),
    pageRequests: limiter("page", limits.pageRequests, 3_600),
    pageFills: limiter("page-fill", limits.pageHoldsPerGuest, limits.pageFillMinutes * 60),
    pinAttempts: limiter("pin", limits.pinAttempts),
    doorAttempts: limiter("door", limits.pinAttemptsPerDoor),
    passkeyRequests: limiter("passkey", limits.passkeyRequests),
    resetRequests: limiter("reset", limits.resetRequests, limits.resetWindowSeconds),
  };
}

/**
 * Counts failures per key in windows that begin with the first one. The counts are stored, without anything of a guess: not even a hash
 * of it, as a mistyped password is close to the right one. Which guesses a key has had, this process alone remembers: a repeated one
 * costs no write, and no more than one point a process. What the process itself has counted holds even while nothing can be stored.
 */
export function storedAttempts(
  storage: Storage,
  { name, attempts, windowSeconds }: AttemptRules,
  now: () => Instant,
): AttemptLimiter {
  const own = new OwnGuesses(now);
  const keyOf = (key: string): string => createHash("sha256").update(`${name}\0${key}`).digest("base64url");
  let newKeys = 0;
  const take = (key: string) =>
    storage.write(async (tx) => {
      const count = await tx.attempts.take(keyOf(key), now(), now() + windowSeconds * 1_000);
      if (count.taken === 1 && newKeys++ % TRIMMED_EVERY === 0) {
        await tx.attempts.removeEnded(now(), MOST_REMOVED);
        await tx.attempts.trim(MOST_KEYS);
      }
      return count;
    });
  const stored = async (key: string) => {
    const count = await storage.read((tx) => tx.attempts.byKey(keyOf(key)));
    return count && count.endsAt > now() ? count : undefined;
  };
  const secondsUntil = (endsAt: Instant): number => Math.ceil((endsAt - now()) / 1_000);
  return {
    async blockedFor(key) {
      const mine = own.of(key);
      if (mine && mine.guesses.size >= attempts) return secondsUntil(mine.endsAt);
      const count = await stored(key);
      return count && count.taken >= attempts ? secondsUntil(count.endsAt) : 0;
    },
    async fail(key, guess) {
      const mine = own.of(key) ?? own.begin(key, now() + windowSeconds * 1_000);
      if (mine.guesses.has(guess)) {
        const taken = Math.max(mine.guesses.size, (await stored(key))?.taken ?? 0);
        return { left: Math.max(0, attempts - taken), isNew: false, isOver: taken > attempts };
      }
      if (mine.guesses.size >= attempts) return { left: 0, isNew: false, isOver: true };
      mine.guesses.add(guess);
      const { taken, endsAt } = await take(key);
      // Nothing was counted before: another process has let the owner in, or a window has ended.
      if (taken === 1) own.begin(key, endsAt).guesses.add(guess);
      return { left: Math.max(0, attempts - taken), isNew: true, isOver: taken > attempts };
    },
    async succeed(key) {
      own.forget(key);
      if (await stored(key)) await storage.write((tx) => tx.attempts.remove(keyOf(key)), "whole");
    },
  };
}

interface Guesses {
  /** One-way forms of the guesses, at most as many as attempts are allowed. */
  readonly guesses: Set<string>;
  readonly endsAt: Instant;
}

/** What this process has heard for each key. */
class OwnGuesses {
  readonly #now: () => Instant;
  readonly #keys = new Map<string, Guesses>();

  constructor(now: () => Instant) {
    this.#now = now;
  }

  of(key: string): Guesses | undefined {
    const known = this.#keys.get(key);
    if (known === undefined || known.endsAt > this.#now()) return known;
    this.#keys.delete(key);
    return undefined;
  }

  begin(key: string, endsAt: Instant): Guesses {
    this.#keys.delete(key);
    this.#makeRoom();
    const begun = { guesses: new Set<string>(), endsAt };
    this.#keys.set(key, begun);
    return begun;
  }

  forget(key: string): void {
    this.#keys.delete(key);
  }

  /** All windows have about the same length, and the map keeps the order in which they began, so the oldest come first. */
  #makeRoom(): void {
    for (const [key, { endsAt }] of this.#keys) {
      if (endsAt > this.#now() && this.#keys.size < MOST_REMEMBERED) return;
      this.#keys.delete(key);
    }
  }
}
