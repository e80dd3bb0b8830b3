import { createHash } from "node:crypto";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { recordAudit, recordRepeated } from "../audit.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";
import { inTurn } from "./in-turn.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import { isKnownPlace, rememberPlace, type Place } from "./known-places.ts";
import { personByLogin, spelledLogin } from "./person-by-login.ts";
import { waitingRoom } from "./waiting-room.ts";

/** Somebody's try to prove who they are. */
export interface Attempt {
  /** E-mail address or login, as typed. */
  readonly login: string;
  readonly secret: string;
  /** The client's address, or the network that counts as one. */
  readonly address: string;
  readonly userAgent: string | null;
  /** The protocol, where it is not a sign-in on a page. */
  readonly via?: string;
  /** The code after the password: it has few digits, and whoever guesses at it knows the password already. */
  readonly isSecondStep?: boolean;
}

/** The try of somebody who is signed in and must show the password again: counted for that session. */
export const ofSession = ({ login, proof }: Actor, secret: string): Attempt => ({
  login,
  secret,
  address: `session:${proof}`,
  userAgent: null,
  via: "session",
});

/** The counters that an attempt takes a point of, when it fails. */
interface Keys {
  /** One account from one address. */
  readonly pair: string;
  readonly account: string;
  readonly address: string;
  /** The address as a place of the account's owner. */
  readonly place: Place;
}

/**
 * Checks a secret so that it cannot be guessed, without letting one client lock out another:
 *
 * - An account is refused from one address after `signInAttempts` wrong secrets. Other accounts there, and the same
 *   account elsewhere, are not.
 * - An account is refused from all places where its owner has not been before after `signInAttemptsPerAccount`, so that
 *   guessing from many addresses is bounded. Places where the owner has been are not.
 * - An address from which `signInAttemptsPerAddress` wrong secrets came, for whichever accounts, is answered slowly: one
 *   at a time, with a pause after each wrong one. Only accounts that have not been there before wait; none is refused,
 *   unless more than `signInsWaiting` wait already.
 *
 * The same wrong secret again is no new guess: a phone with an old password never uses up its owner's attempts.
 *
 * Second steps have counts of their own, which the right password does not reset, and from new places no more points than one address has.
 * @param check gives undefined for a wrong secret
 * @param isPartial whether it proves only half of who they are, so that the place is not theirs yet
 */
export async function withinAttempts<T>(
  app: App,
  attempt: Attempt,
  check: () => Promise<T | undefined>,
  isPartial: (value: T) => boolean = () => false,
): Promise<Result<T, Problem>> {
  const ways = { check, isPartial };
  const owner = await accountOf(app, attempt.login);
  const account = `${attempt.isSecondStep ? "second step of " : ""}account:${owner}`;
  const address = `address:${attempt.address}`;
  const place = { principalId: owner as PrincipalId, place: address };
  const keys = { account, address, place, pair: `${account} ${address}` };
  if (attempt.via === "session" || (await isKnownPlace(app, place)))
    return inTurn(app, keys.pair, () => countedCheck(app, keys, [keys.pair], attempt, ways));
  const atNewPlace = (): Promise<Result<T, Problem>> =>
    inTurn(app, account, () => countedCheck(app, keys, [keys.pair, account], attempt, ways));
  const isSlow = (await app.addressAttempts.blockedFor(address)) > 0;
  if (!isSlow) return atNewPlace();
  const waited = await waitingRoom(app, address, async () => {
    const checked = await atNewPlace();
    if (!checked.ok) await app.pause(app.limits.signInPauseSeconds * 1_000);
    return checked;
  });
  return waited ?? failed({ code: "too-many-attempts", retryAfter: app.limits.signInsWaiting });
}

/** Of one account there is one count, whether its login or its address is tried, and however that is spelt. */
async function accountOf(app: App, login: string): Promise<string> {
  const name = spelledLogin(login);
  const question = ["account of login", name];
  const id = await app.storage.readOften(question, async (tx) => (await personByLogin(tx, name))?.id);
  return id ?? name;
}

/** How a secret is checked. */
interface Ways<T> {
  readonly check: () => Promise<T | undefined>;
  readonly isPartial: (value: T) => boolean;
}

async function countedCheck<T>(
  app: App,
  keys: Keys,
  counted: readonly string[],
  attempt: Attempt,
  { check, isPartial }: Ways<T>,
): Promise<Result<T, Problem>> {
  const limiterOf = (key: string) =>
    key === keys.pair || attempt.isSecondStep ? app.attempts : app.accountAttempts;
  const waitOf = async (): Promise<number> =>
    Math.max(...(await Promise.all(counted.map((key) => limiterOf(key).blockedFor(key)))));
  const retryAfter = await waitOf();
  if (retryAfter > 0) return failed({ code: "too-many-attempts", retryAfter });
  const value = await check();
  if (value !== undefined) {
    // Other processes may have heard the last guesses meanwhile: then nobody learns what this one was worth.
    const blocked = await waitOf();
    if (blocked > 0) return failed({ code: "too-many-attempts", retryAfter: blocked });
    await app.attempts.succeed(keys.pair);
    if (attempt.via !== "session" && !isPartial(value)) rememberPlace(app, keys.place);
    return ok(value);
  }
  const guess = hashOf(keys.account, attempt.secret);
  const failures = await Promise.all(counted.map((key) => limiterOf(key).fail(key, guess)));
  const wasSlow = (await app.addressAttempts.blockedFor(keys.address)) > 0;
  const ofAddress = await app.addressAttempts.fail(keys.address, guess);
  if (failures.some(({ isOver }) => isOver))
    return failed({ code: "too-many-attempts", retryAfter: Math.max(1, await waitOf()) });
  const attemptsLeft = Math.min(...failures.map(({ left }) => left));
  if (attempt.via !== "session" && failures.some(({ isNew }) => isNew)) {
    app.onFailedSignIn?.({ address: attempt.address, via: attempt.via ?? "page" });
    const isSlowed = !wasSlow && ofAddress.left === 0;
    await recordFailure(app, attempt, { isPaused: attemptsLeft === 0, isSlowed, wasSlow });
  }
  return failed({ code: "wrong-password", attemptsLeft });
}

interface Consequences {
  /** From now on this account is refused unchecked until the window ends, so this is recorded once for each. */
  readonly isPaused: boolean;
  /** From now on this address is answered slowly. */
  readonly isSlowed: boolean;
  /** It was before: its guesses are no longer recorded one by one, so that they cannot fill the disk. */
  readonly wasSlow: boolean;
}

function recordFailure(
  app: App,
  { login: subject, address, userAgent, via }: Attempt,
  { isPaused, isSlowed, wasSlow }: Consequences,
): Promise<void> {
  if (wasSlow) return Promise.resolve();
  const detail = { address, userAgent: userAgent ?? "", ...(via && { with: via }) };
  return app.storage.write(async (tx) => {
    await recordRepeated(app, tx, { actorId: null, action: "sign-in-failed", subject, detail });
    if (isPaused)
      await recordAudit(app, tx, { actorId: null, action: "sign-in-paused", subject, detail: { address } });
    if (isSlowed)
      await recordAudit(app, tx, { actorId: null, action: "sign-ins-slowed", subject: address, detail: {} });
  });
}

/** Lets the limiter tell a repeated guess from a new one without knowing either. */
const hashOf = (account: string, secret: string): string =>
  createHash("sha256").update(`${account}\0${secret}`).digest("base64url");
