import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit, recordRepeated } from "../audit.ts";
import type { Problem } from "../problems.ts";
import { rememberPlace } from "../sign-in/known-places.ts";
import { noteProof } from "../sign-in/proof.ts";
import { hashOfToken, newSession, type SignedIn } from "../sign-in/sessions.ts";
import { spendAttempt } from "../sign-in/spend-attempt.ts";
import { descriptorOf, notePasskey, passkeyIn, passkeysOf, putChallenge, takeChallenge } from "./passkeys.ts";
import { stepOfSession } from "./session-step.ts";

/** What `navigator.credentials.get` takes, as JSON (WebAuthn §5.1.9). */
export type PasskeyRequest = Readonly<Record<string, unknown>>;

/**
 * Begins a sign-in by a passkey, of whoever it is: the browser offers those that it has for this server.
 * @returns with the token for the cookie of the browser that goes on with it; `too-many-attempts`
 */
export async function beginPasskeySignIn(
  app: App,
  origin: string,
  address: string,
): Promise<Result<{ readonly token: string; readonly request: PasskeyRequest }, Problem>> {
  const retryAfter = await spendAttempt(app, app.passkeyRequests, address);
  if (retryAfter > 0) return failed({ code: "too-many-attempts", retryAfter });
  const token = app.newSecret(32);
  const step = { tokenHash: hashOfToken(token), kind: "passkey", principalId: null } as const;
  const challenge = await app.storage.write((tx) => putChallenge(app, tx, step), "half");
  return ok({ token, request: requestOf(origin, challenge) });
}

const requestOf = (origin: string, challenge: string): PasskeyRequest => ({
  challenge,
  rpId: new URL(origin).hostname,
  userVerification: "required",
});

/** What comes from the browser for it. */
interface PasskeyAnswer {
  /** From its cookie; undefined: it has none. */
  readonly token: string | undefined;
  /** What `toJSON` of the credential gives. */
  readonly response: unknown;
  readonly origin: string;
  readonly address: string;
  readonly userAgent: string | null;
}

/**
 * Ends it: the passkey proves that its person has the device and that the device knows them, which is both steps.
 * @returns `wrong-passkey` alike for an unknown passkey, a wrong signature and somebody who may not come in; `sign-in-over`
 */
export async function endPasskeySignIn(app: App, answer: PasskeyAnswer): Promise<Result<SignedIn, Problem>> {
  const { token, response, origin, address, userAgent } = answer;
  const challenge = token && (await takeChallenge(app, "passkey", hashOfToken(token)));
  if (!challenge) return failed({ code: "sign-in-over" });
  const { id, owner } = namedIn(response);
  const found = await app.storage.read(async (tx) => {
    const person = owner === undefined ? undefined : await tx.principals.byId(owner as PrincipalId);
    return person && { person, passkey: passkeyIn(await passkeysOf(tx, person.id), id) };
  });
  const from = { address, userAgent: userAgent ?? "" };
  const passkey = found?.passkey;
  const counter = passkey && (await app.passkeys.used(response, { challenge, origin }, passkey.stored));
  if (!passkey || counter === undefined) return refuse(app, found?.person, from);
  const signedIn = newSession(app, found.person, userAgent);
  const isIn = await app.storage.write(async (tx) => {
    const person = await tx.principals.byId(found.person.id);
    const now = passkeyIn(await passkeysOf(tx, found.person.id), id);
    if (person?.status !== "active" || !now) return false;
    if (!(await notePasskey(app, tx, now.credential, counter, from))) return false;
    await tx.sessions.insert(signedIn.session);
    const detail = { ...from, with: "passkey" };
    await recordAudit(app, tx, { actorId: person.id, action: "sign-in", subject: person.login, detail });
    return true;
  }, "half");
  if (!isIn) return refuse(app, found.person, from);
  rememberPlace(app, { principalId: found.person.id, place: `address:${address}` });
  return ok(signedIn);
}

async function refuse(
  app: App,
  person: Principal | undefined,
  from: { readonly address: string; readonly userAgent: string },
): Promise<Result<never, Problem>> {
  const detail = { ...from, with: "passkey" };
  const subject = person?.login ?? "";
  await app.storage.write((tx) =>
    recordRepeated(app, tx, { actorId: null, action: "sign-in-failed", subject, detail }),
  );
  return failed({ code: "wrong-passkey" });
}

/** The ids of the passkey and of its owner, as the browser says them; nothing is proved by them. */
function namedIn(response: unknown): { readonly id: unknown; readonly owner: string | undefined } {
  const { id, response: inner } = (response ?? {}) as { id?: unknown; response?: { userHandle?: unknown } };
  const handle = inner?.userHandle;
  const owner = typeof handle === "string" ? Buffer.from(handle, "base64url").toString() : undefined;
  return { id, owner };
}

/** Begins to prove by a passkey that it is still the actor who sits here. */
export function beginPasskeyProof(
  app: App,
  actor: Actor,
  origin: string,
): Promise<Result<PasskeyRequest, Problem>> {
  return app.storage.write(async (tx) => {
    const known = await passkeysOf(tx, actor.principalId);
    if (actor.via !== "session" || known.length === 0) return failed({ code: "not-found" });
    const tokenHash = stepOfSession("proof", actor);
    const challenge = await putChallenge(app, tx, {
      tokenHash,
      kind: "proof",
      principalId: actor.principalId,
    });
    return ok({ ...requestOf(origin, challenge), allowCredentials: known.map(descriptorOf) });
  });
}

/** Ends it. @returns `wrong-passkey`, also for somebody else's; `sign-in-over` */
export async function proveByPasskey(
  app: App,
  actor: Actor,
  response: unknown,
  origin: string,
): Promise<Result<void, Problem>> {
  const challenge = await takeChallenge(app, "proof", stepOfSession("proof", actor));
  if (challenge === undefined) return failed({ code: "sign-in-over" });
  const { id } = namedIn(response);
  const passkey = passkeyIn(await app.storage.read((tx) => passkeysOf(tx, actor.principalId)), id);
  const counter = passkey && (await app.passkeys.used(response, { challenge, origin }, passkey.stored));
  if (!passkey || counter === undefined) return failed({ code: "wrong-passkey" });
  const from = { address: "", userAgent: "" };
  const isRight = await app.storage.write((tx) => notePasskey(app, tx, passkey.credential, counter, from));
  if (!isRight) return failed({ code: "wrong-passkey" });
  await noteProof(app, actor);
  return ok(undefined);
}
