import type { SignInWaysRecord } from "@snart/calendar/jmap/account.ts";
import { ok } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";

/** How the person signs in. */
export async function fetchSignInWays(accountId: string): Asked<SignInWaysRecord> {
  const given = await jmap.callOne<{ readonly ways: SignInWaysRecord }>("SignInWays/get", { accountId });
  return given.ok ? ok(given.value.ways) : given;
}

/** Proves by the password that it is still the person who sits here, for some minutes. */
export const proveByPassword = (accountId: string, password: string): Asked<unknown> =>
  jmap.callOne("SignInWays/prove", { accountId, password });

/** A provider opens the account no more. */
export const removeIdentity = (accountId: string, id: string): Asked<unknown> =>
  jmap.callOne("Identity/remove", { accountId, id });

/** A key for an app that makes codes; the text of its picture code contains it. */
export interface SecondStepKey {
  readonly secret: string;
  readonly uri: string;
}

export const beginSecondStep = (accountId: string): Asked<SecondStepKey> =>
  jmap.callOne("SecondStep/begin", { accountId });

/** Turns it on by a code; returns new recovery codes if there were none. */
export async function confirmSecondStep(accountId: string, code: string): Asked<readonly string[] | null> {
  const given = await jmap.callOne<{ readonly recoveryCodes: readonly string[] | null }>(
    "SecondStep/confirm",
    { accountId, code },
  );
  return given.ok ? ok(given.value.recoveryCodes) : given;
}

export const removeSecondStep = (accountId: string, currentPassword: string): Asked<unknown> =>
  jmap.callOne("SecondStep/remove", { accountId, currentPassword });

/** Makes new recovery codes, which are shown this once. */
export async function makeRecoveryCodes(accountId: string): Asked<readonly string[]> {
  const given = await jmap.callOne<{ readonly recoveryCodes: readonly string[] }>("RecoveryCodes/make", {
    accountId,
  });
  return given.ok ? ok(given.value.recoveryCodes) : given;
}

/** Takes somebody's second step away, by an administrator. */
export const removeSecondStepOf = (accountId: string, id: string): Asked<unknown> =>
  jmap.callOne("Account/removeSecondStep", { accountId, id });
