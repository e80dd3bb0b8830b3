import { MINUTE } from "@snart/calendar/time/instant.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import { recordAudit } from "../audit.ts";
import type { App } from "../app.ts";
import { grantAdministration } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { proveOwnPassword, writeAsProved } from "../sign-in/own-password.ts";
import { proofProblem } from "../sign-in/proof.ts";
import { replaceRecoveryCodes, spelledCode } from "../sign-in/recovery-codes.ts";
import { withinAttempts, ofSession } from "../sign-in/sign-in-limits.ts";
import { acceptedStep, toBase32, totpStep } from "../sign-in/totp.ts";
import { asWrongCode } from "./end-second-step.ts";
import { mailSecurity } from "./mail-security.ts";
import { note } from "./note-change.ts";
import { stepOfSession } from "./session-step.ts";

/** As RFC 4226 §4 recommends: as long as the hash of SHA-1. */
const KEY_BYTES = 20;

/**
 * Begins to set up codes of an app as the actor's second step. Nothing changes before a code of the new key is typed.
 * @returns the key, base32, for the app
 */
export function beginSecondStepSetUp(app: App, actor: Actor): Promise<Result<string, Problem>> {
  const secret = toBase32(Buffer.from(app.newSecret(KEY_BYTES), "base64url"));
  return app.storage.write(async (tx) => {
    const problem = await proofProblem(app, tx, actor);
    if (problem) return failed(problem);
    // Only a password has a step after it.
    if ((await tx.credentials.ofPrincipal(actor.principalId, "password")).length === 0)
      return failed({ code: "not-found" });
    const createdAt = app.now();
    await tx.signInSteps.put({
      tokenHash: stepOfSession("totp-set-up", actor),
      kind: "totp-set-up",
      principalId: actor.principalId,
      data: { secret },
      createdAt,
      expiresAt: createdAt + app.limits.signInStepMinutes * MINUTE,
    });
    return ok(secret);
  });
}

/**
 * Ends it: from now on the actor's password opens nothing without a code, and nothing at all in calendar apps, which need app passwords.
 * @returns new recovery codes, if there were none, which are shown this once; `wrong-code`, `sign-in-over`
 */
export async function endSecondStepSetUp(
  app: App,
  actor: Actor,
  typed: string,
): Promise<Result<readonly string[] | undefined, Problem>> {
  const code = spelledCode(typed);
  const begun = await app.storage.read((tx) =>
    tx.signInSteps.byTokenHash(stepOfSession("totp-set-up", actor)),
  );
  const secret = begun?.data["secret"];
  if (typeof secret !== "string" || begun?.principalId !== actor.principalId || begun.expiresAt <= app.now())
    return failed({ code: "sign-in-over" });
  const attempt = { ...ofSession(actor, `${totpStep(app.now())} ${code}`), isSecondStep: true };
  const checked = await withinAttempts(app, attempt, async () => {
    const lastStep = acceptedStep(secret, code, app.now(), 0);
    return lastStep === undefined ? undefined : { lastStep };
  });
  if (!checked.ok) return asWrongCode(checked.problem);
  return app.storage.write(async (tx) => {
    const problem = await proofProblem(app, tx, actor);
    if (problem) return failed(problem);
    if (!(await tx.signInSteps.remove(stepOfSession("totp-set-up", actor))))
      return failed({ code: "sign-in-over" });
    await removeKeys(tx, actor.principalId);
    await tx.credentials.insert({
      id: app.newId(),
      principalId: actor.principalId,
      kind: "totp",
      label: "",
      secretHash: "",
      createdAt: app.now(),
      lastUsedAt: null,
      lastUsedBy: null,
      data: { kind: "totp", secret, lastStep: checked.value.lastStep },
    });
    await note(app, tx, actor, "second-step-added", { kind: "second-step-on" });
    const isFirst = (await tx.credentials.ofPrincipal(actor.principalId, "recovery")).length === 0;
    return ok(isFirst ? await replaceRecoveryCodes(app, tx, actor.principalId) : undefined);
  });
}

/** Turns the actor's second step off, with its recovery codes, for whoever knows the password. */
export async function removeSecondStep(
  app: App,
  actor: Actor,
  password: string,
): Promise<Result<void, Problem>> {
  const proven = await proveOwnPassword(app, actor, password);
  if (!proven.ok) return proven;
  return writeAsProved(app, proven.value, async (tx, { id }) => {
    if (!(await removeKeysAndCodes(tx, id))) return failed({ code: "not-found" });
    await note(app, tx, actor, "second-step-removed", { kind: "second-step-off" });
    return ok(undefined);
  });
}

/** Makes the actor new recovery codes, which are shown this once; the earlier ones end. */
export function makeRecoveryCodes(app: App, actor: Actor): Promise<Result<readonly string[], Problem>> {
  return app.storage.write(async (tx) => {
    const problem = await proofProblem(app, tx, actor);
    if (problem) return failed(problem);
    const codes = await replaceRecoveryCodes(app, tx, actor.principalId);
    await note(app, tx, actor, "recovery-codes-made", { kind: "codes-made" });
    return ok(codes);
  });
}

/** Takes somebody's second step and recovery codes away, for whoever has lost everything and asks an administrator. */
export function removeSecondStepOf(app: App, actor: Actor, id: PrincipalId): Promise<Result<void, Problem>> {
  return app.storage.write(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const problem = await proofProblem(app, tx, actor);
    if (problem) return failed(problem);
    const person = await tx.principals.byId(id);
    if (person?.kind !== "person" || !(await removeKeysAndCodes(tx, id)))
      return failed({ code: "not-found" });
    await tx.sessions.removeOfPrincipal(id);
    await recordAudit(app, tx, {
      actorId: actor.principalId,
      action: "second-step-removed",
      subject: person.email ?? person.login,
      detail: { login: actor.login },
    });
    await mailSecurity({ app, tx, now: app.now() }, person, { kind: "second-step-taken" });
    return ok(undefined);
  });
}

/** @returns whether there was one */
async function removeKeys(tx: WriteTransaction, id: PrincipalId): Promise<boolean> {
  const keys = await tx.credentials.ofPrincipal(id, "totp");
  for (const key of keys) await tx.credentials.remove(id, key.id);
  return keys.length > 0;
}

/** @returns whether there was a second step; without one nothing is removed */
async function removeKeysAndCodes(tx: WriteTransaction, id: PrincipalId): Promise<boolean> {
  if (!(await removeKeys(tx, id))) return false;
  for (const codes of await tx.credentials.ofPrincipal(id, "recovery"))
    await tx.credentials.remove(id, codes.id);
  return true;
}
