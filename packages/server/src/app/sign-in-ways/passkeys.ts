import { MINUTE } from "@snart/calendar/time/instant.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction, WriteTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Credential, SignInStep } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App, StoredPasskey } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { nameProblem } from "../given-text.ts";
import { waysIn } from "../sign-in/ways-in.ts";
import type { Problem } from "../problems.ts";
import { proofProblem } from "../sign-in/proof.ts";
import { replaceRecoveryCodes } from "../sign-in/recovery-codes.ts";
import { note } from "./note-change.ts";
import { stepOfSession } from "./session-step.ts";

const CHALLENGE_BYTES = 32;
/** EdDSA, ES256 and RS256 (RFC 9053, RFC 8812): what every authenticator of today has one of. */
const ALGORITHMS = [-8, -7, -257];

/** What `navigator.credentials.create` takes, as JSON (WebAuthn §5.1.8). */
export type PasskeyCreation = Readonly<Record<string, unknown>>;

/** Somebody's passkeys, oldest first. */
export const passkeysOf = (tx: ReadTransaction, id: PrincipalId): Promise<readonly Credential[]> =>
  tx.credentials.ofPrincipal(id, "passkey");

/** Notes a challenge, which is answered once, within minutes, in the session or browser that has the token. */
export async function putChallenge(
  app: App,
  tx: WriteTransaction,
  step: Pick<SignInStep, "tokenHash" | "kind" | "principalId">,
): Promise<string> {
  const challenge = app.newSecret(CHALLENGE_BYTES);
  const createdAt = app.now();
  const expiresAt = createdAt + app.limits.signInStepMinutes * MINUTE;
  await tx.signInSteps.put({ ...step, data: { challenge }, createdAt, expiresAt });
  return challenge;
}

/** The challenge of a token, which ends with this. @returns undefined: there is none, or it is too late */
export function takeChallenge(
  app: App,
  kind: SignInStep["kind"],
  tokenHash: string,
): Promise<string | undefined> {
  return app.storage.write(async (tx) => {
    const step = await tx.signInSteps.byTokenHash(tokenHash);
    if (step?.kind !== kind || !(await tx.signInSteps.remove(tokenHash)) || step.expiresAt <= app.now())
      return undefined;
    const { challenge } = step.data;
    return typeof challenge === "string" ? challenge : undefined;
  }, "half");
}

/** Begins to add a passkey to the actor's account. @param origin the server's address in the browser */
export function beginPasskey(
  app: App,
  actor: Actor,
  origin: string,
): Promise<Result<PasskeyCreation, Problem>> {
  return app.storage.write(async (tx) => {
    const problem = await proofProblem(app, tx, actor);
    if (problem) return failed(problem);
    const person = await tx.principals.byId(actor.principalId);
    if (actor.via !== "session" || !person) return failed({ code: "not-found" });
    const known = await passkeysOf(tx, person.id);
    const limit = app.limits.passkeysPerPerson;
    if (known.length >= limit) return failed({ code: "too-many-passkeys", limit });
    const tokenHash = stepOfSession("passkey-set-up", actor);
    const challenge = await putChallenge(app, tx, {
      tokenHash,
      kind: "passkey-set-up",
      principalId: person.id,
    });
    return ok({
      challenge,
      rp: { id: new URL(origin).hostname, name: "Snart" },
      user: {
        id: Buffer.from(person.id).toString("base64url"),
        name: person.email ?? person.login,
        displayName: person.displayName,
      },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
      timeout: app.limits.signInStepMinutes * MINUTE,
      excludeCredentials: known.map(descriptorOf),
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
      attestation: "none",
    });
  });
}

/** How a browser finds a passkey. */
export const descriptorOf = ({ secretHash: id, data }: Credential) => ({
  type: "public-key",
  id,
  transports: data?.kind === "passkey" ? data.transports : [],
});

/** What comes from the browser for a new passkey. */
interface NewPasskey {
  readonly label: string;
  /** What `toJSON` of the new credential gives. */
  readonly response: unknown;
  readonly origin: string;
}

/**
 * Ends it: the passkey opens the account from now on, alone.
 * @returns `wrong-passkey`, `sign-in-over`
 */
export async function endPasskey(
  app: App,
  actor: Actor,
  { label, response, origin }: NewPasskey,
): Promise<Result<string, Problem>> {
  const problem = nameProblem(app, label, "label");
  if (problem) return failed(problem);
  const challenge = await takeChallenge(app, "passkey-set-up", stepOfSession("passkey-set-up", actor));
  if (challenge === undefined) return failed({ code: "sign-in-over" });
  const made = await app.passkeys.made(response, { challenge, origin });
  if (!made) return failed({ code: "wrong-passkey" });
  return app.storage.write(async (tx) => {
    const refused = await proofProblem(app, tx, actor);
    if (refused) return failed(refused);
    const known = await passkeysOf(tx, actor.principalId);
    if (known.some(({ secretHash }) => secretHash === made.id)) return failed({ code: "wrong-passkey" });
    const id = app.newId();
    await tx.credentials.insert({
      id,
      principalId: actor.principalId,
      kind: "passkey",
      label: label.trim(),
      secretHash: made.id,
      createdAt: app.now(),
      lastUsedAt: null,
      lastUsedBy: null,
      data: {
        kind: "passkey",
        publicKey: made.publicKey,
        counter: made.counter,
        transports: made.transports,
      },
    });
    await note(app, tx, actor, "passkey-added", { kind: "passkey-added", name: label.trim() }, label.trim());
    return ok(id);
  });
}

/**
 * Removes one of the actor's passkeys.
 * @returns `last-credential` where nothing else would open the account
 */
export function removePasskey(app: App, actor: Actor, id: string): Promise<Result<void, Problem>> {
  return app.storage.write(async (tx) => {
    const problem = await proofProblem(app, tx, actor);
    if (problem) return failed(problem);
    const all = await tx.credentials.ofPrincipal(actor.principalId);
    const passkey = all.find((one) => one.id === id && one.kind === "passkey");
    if (!passkey) return failed({ code: "not-found" });
    if ((await waysIn(tx, all)).every((one) => one.id === id)) return failed({ code: "last-credential" });
    await tx.credentials.remove(actor.principalId, id);
    const { label } = passkey;
    await note(app, tx, actor, "passkey-removed", { kind: "passkey-removed", name: label }, label);
    return ok(undefined);
  });
}

/** Gives one of the actor's passkeys another name. It opens what it opened, so that this needs no proof and no mail; the audit log has it. */
export async function renamePasskey(
  app: App,
  actor: Actor,
  id: string,
  given: string,
): Promise<Result<void, Problem>> {
  const problem = nameProblem(app, given, "label");
  if (problem) return failed(problem);
  const label = given.trim();
  return app.storage.write(async (tx) => {
    const passkey = (await passkeysOf(tx, actor.principalId)).find((one) => one.id === id);
    if (actor.via !== "session" || !passkey) return failed({ code: "not-found" });
    if (passkey.label === label) return ok(undefined);
    await tx.credentials.update(id, { label });
    const detail = { login: actor.login, from: passkey.label };
    await recordAudit(app, tx, {
      actorId: actor.principalId,
      action: "passkey-renamed",
      subject: label,
      detail,
    });
    return ok(undefined);
  });
}

/**
 * Removes the actor's password, and the codes after it: passkeys and providers alone open the account.
 * @returns recovery codes, if there were none; `last-credential` where nothing else would open it
 */
export function removePassword(
  app: App,
  actor: Actor,
): Promise<Result<readonly string[] | undefined, Problem>> {
  return app.storage.write(async (tx) => {
    const problem = await proofProblem(app, tx, actor);
    if (problem) return failed(problem);
    const all = await tx.credentials.ofPrincipal(actor.principalId);
    if ((await waysIn(tx, all)).every(({ kind }) => kind === "password"))
      return failed({ code: "last-credential" });
    const gone = all.filter(({ kind }) => kind === "password" || kind === "totp");
    if (gone.length === 0) return failed({ code: "not-found" });
    for (const { id } of gone) await tx.credentials.remove(actor.principalId, id);
    await note(app, tx, actor, "password-removed", { kind: "password-removed" });
    const hasCodes = all.some(({ kind }) => kind === "recovery");
    return ok(hasCodes ? undefined : await replaceRecoveryCodes(app, tx, actor.principalId));
  });
}

/** Somebody's passkey with the id that a browser has answered. */
export function passkeyIn(
  credentials: readonly Credential[],
  id: unknown,
): { readonly credential: Credential; readonly stored: StoredPasskey } | undefined {
  const credential = credentials.find(({ secretHash }) => secretHash === id);
  if (credential?.data?.kind !== "passkey") return undefined;
  return { credential, stored: { id: credential.secretHash, ...credential.data } };
}

/**
 * Notes that a passkey was used. A counter that does not grow means that two devices have the key, one of which its owner does not know of
 * (WebAuthn §6.1.1): then it opens nothing.
 * @returns whether it may be used
 */
export async function notePasskey(
  app: App,
  tx: WriteTransaction,
  passkey: Credential,
  counter: number,
  from: { readonly address: string; readonly userAgent: string },
): Promise<boolean> {
  const { data, principalId, label } = passkey;
  if (data?.kind !== "passkey") return false;
  if ((counter > 0 || data.counter > 0) && counter <= data.counter) {
    const detail = { ...from, counter: String(counter), before: String(data.counter) };
    await recordAudit(app, tx, { actorId: principalId, action: "passkey-doubted", subject: label, detail });
    return false;
  }
  if (counter !== data.counter && !(await tx.credentials.replaceData(passkey, { ...data, counter })))
    return false;
  await tx.credentials.update(passkey.id, { lastUsedAt: app.now(), lastUsedBy: from.userAgent });
  return true;
}
