import { failed, ok } from "@snart/calendar/result.ts";
import { readAnswer, type SessionInfo } from "../auth-client.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";
import { request } from "../request.ts";

/** What the server asks of the browser, as JSON (WebAuthn §5.1.8, §5.1.9). */
interface Wanted<T> {
  readonly publicKey: T;
}

/** Whether this browser and address can do passkeys at all: they need https, or this very machine. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === "function" &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function";

/** Whoever cancels, or has none, has done nothing wrong, and the browser does not tell these apart. */
const cancelled = failed({ kind: "refused", status: 0, code: "passkey-cancelled", fields: {} } as const);

/** The one ceremony that the browser waits for; `isAsked`: a person has asked for it. */
let pending = { ending: new AbortController(), isAsked: false };

async function ceremony(
  run: (signal: AbortSignal) => Promise<Credential | null>,
  isAsked = true,
): Asked<object> {
  if (!isAsked && pending.isAsked) return cancelled;
  pending.ending.abort();
  const own = { ending: new AbortController(), isAsked };
  pending = own;
  const credential = await run(own.ending.signal).catch(() => null);
  own.isAsked = false;
  return credential instanceof PublicKeyCredential ? ok(credential.toJSON() as object) : cancelled;
}

/** @param mediation `conditional`: among what the browser fills into a field that asks for it, as long as nobody chooses */
const answerOf = (
  publicKey: PublicKeyCredentialRequestOptionsJSON,
  mediation: CredentialMediationRequirement = "optional",
): Asked<object> =>
  ceremony(
    (signal) =>
      navigator.credentials.get({
        publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey),
        mediation,
        signal,
      }),
    mediation !== "conditional",
  );

/** Whether passkeys can be offered now where the browser fills in names and passwords (WebAuthn §5.1.4): while one is asked for, no other is. */
export const canOfferPasskeys = async (): Promise<boolean> =>
  canUsePasskeys() &&
  (await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false)) === true;

/**
 * Signs in with a passkey of this device; `passkey-cancelled` when the person uses none.
 * @param mediation `conditional`: nothing is shown but where the browser fills in names, until `stopOfferingPasskeys` or another
 * passkey is asked for
 */
export async function signInByPasskey(mediation?: "conditional"): Asked<SessionInfo> {
  const wanted = await request("/auth/passkey-request", { method: "POST", body: {} });
  if (!wanted.ok) return wanted;
  const { publicKey } = wanted.value as Wanted<PublicKeyCredentialRequestOptionsJSON>;
  const passkey = await answerOf(publicKey, mediation);
  if (!passkey.ok) return passkey;
  return readAnswer(await request("/auth/passkey", { method: "POST", body: { passkey: passkey.value } }));
}

/** Ends what `signInByPasskey` has offered. */
export const stopOfferingPasskeys = (): void => pending.ending.abort();

/** Proves by a passkey that it is still the person who sits here. */
export async function proveByPasskey(accountId: string): Asked<unknown> {
  const wanted = await jmap.callOne<Wanted<PublicKeyCredentialRequestOptionsJSON>>("SignInWays/request", {
    accountId,
  });
  if (!wanted.ok) return wanted;
  const passkey = await answerOf(wanted.value.publicKey);
  return passkey.ok ? jmap.callOne("SignInWays/prove", { accountId, passkey: passkey.value }) : passkey;
}

/** What the server needs before a passkey can be made; wants a proof that is not old. */
export const beginPasskey = (accountId: string): Asked<Wanted<PublicKeyCredentialCreationOptionsJSON>> =>
  jmap.callOne("Passkey/begin", { accountId });

/** Makes a passkey on this device, or one that it reaches, and adds it to the account. */
export async function addPasskey(
  accountId: string,
  label: string,
  { publicKey }: Wanted<PublicKeyCredentialCreationOptionsJSON>,
): Asked<unknown> {
  const passkey = await ceremony((signal) =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey),
      signal,
    }),
  );
  return passkey.ok ? jmap.callOne("Passkey/add", { accountId, label, passkey: passkey.value }) : passkey;
}

export const renamePasskey = (accountId: string, id: string, label: string): Asked<unknown> =>
  jmap.callOne("Passkey/rename", { accountId, id, label });

export const removePasskey = (accountId: string, id: string): Asked<unknown> =>
  jmap.callOne("Passkey/remove", { accountId, id });

/** Removes the password; returns recovery codes if there were none. */
export async function removePassword(accountId: string): Asked<readonly string[] | null> {
  const given = await jmap.callOne<{ readonly recoveryCodes: readonly string[] | null }>("Password/remove", {
    accountId,
  });
  return given.ok ? ok(given.value.recoveryCodes) : given;
}
