import { createHash } from "node:crypto";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { recordAudit } from "../audit.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";
import { inTurn } from "./in-turn.ts";

/**
 * Checks a secret, counting failures per account name and per address, so that neither can be attacked by guessing.
 * The same wrong secret again is no new guess: a phone with an old password must not lock out its whole home. Checks
 * for one account or one address wait for each other: simultaneous guesses are counted one by one.
 */
export async function withinAttempts<T>(
  app: App,
  login: string,
  address: string,
  secret: string,
  check: () => Promise<T | undefined>,
): Promise<Result<T, Problem>> {
  const [account, from] = [`account:${login.toLowerCase()}`, `address:${address}`];
  return inTurn(app, account, () =>
    inTurn(app, from, () => countedCheck(app, [account, from], secret, check)),
  );
}

async function countedCheck<T>(
  app: App,
  keys: readonly [account: string, address: string],
  secret: string,
  check: () => Promise<T | undefined>,
): Promise<Result<T, Problem>> {
  const waits = await Promise.all(keys.map((key) => app.attempts.blockedFor(key)));
  const retryAfter = Math.max(...waits);
  if (retryAfter > 0) return failed({ code: "too-many-attempts", retryAfter });
  const value = await check();
  if (value === undefined) {
    const left = await Promise.all(keys.map((key) => app.attempts.fail(key, hashOf(keys[0], secret))));
    const attemptsLeft = Math.max(0, Math.min(...left));
    if (attemptsLeft === 0) await recordPause(app, keys);
    return failed({ code: "wrong-password", attemptsLeft });
  }
  // The address keeps its count: one valid account must not give an address more guesses at others.
  await app.attempts.succeed(keys[0]);
  return ok(value);
}

/** From now on every attempt is refused unchecked until the window ends, so this is recorded once for each. */
function recordPause(app: App, [account, address]: readonly [string, string]): Promise<void> {
  const subject = account.slice(account.indexOf(":") + 1);
  const detail = { address: address.slice(address.indexOf(":") + 1) };
  return app.storage.write((tx) =>
    recordAudit(app, tx, { actorId: null, action: "sign-in-paused", subject, detail }),
  );
}

/** Lets the limiter tell a repeated guess from a new one without knowing either. */
const hashOf = (account: string, secret: string): string =>
  createHash("sha256").update(`${account}\0${secret}`).digest("base64url");
