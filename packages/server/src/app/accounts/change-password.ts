import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { Credential } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import { recordAudit } from "../audit.ts";
import type { App } from "../app.ts";
import { passwordProblem } from "./new-person.ts";
import type { Problem } from "../problems.ts";
import { removeAllAppPasswords } from "../sign-in/app-passwords.ts";
import { ofSession, withinAttempts } from "../sign-in/sign-in-limits.ts";
import { checkPassword, isPasswordOf } from "../sign-in/sign-in.ts";

/**
 * Changes the account password and ends all other sessions.
 * @param removeDevices whether app passwords end as well; otherwise they go on working
 */
export async function changePassword(
  app: App,
  actor: Actor,
  currentPassword: string,
  newPassword: string,
  removeDevices = false,
): Promise<Result<void, Problem>> {
  if (actor.via === "app-password") return failed({ code: "forbidden", right: "manage credentials" });
  const problem = passwordProblem(app, newPassword, "newPassword");
  if (problem) return failed(problem);
  const check = () => checkPassword(app, actor.login, currentPassword);
  const proven = await withinAttempts(app, ofSession(actor, currentPassword), check);
  if (!proven.ok) return proven;
  const secretHash = await app.passwords.hash(newPassword);
  const { principal, hash } = proven.value;
  return app.storage.write(async (tx) => {
    if (!(await isPasswordOf(tx, principal, hash)))
      return failed({ code: "wrong-password", attemptsLeft: app.limits.signInAttempts });
    const [password] = await tx.credentials.ofPrincipal(principal.id, "password");
    if (password) await replaceCredential(app, tx, { ...password, secretHash });
    await tx.sessions.removeOfPrincipal(actor.principalId, actor.via === "session" ? actor.proof : undefined);
    // Whoever knew the former password may have asked for another address.
    await tx.accountLinks.removeOfPrincipal(principal.id, "address");
    if (removeDevices) await removeAllAppPasswords(app, tx, actor);
    const { principalId: actorId, login: subject, via } = actor;
    await recordAudit(app, tx, { actorId, action: "password-changed", subject, detail: { via } });
    return ok(undefined);
  });
}

/**
 * With a new id: a connection opened with the former password (an event stream) does not continue with the new one.
 */
async function replaceCredential(app: App, tx: WriteTransaction, credential: Credential): Promise<void> {
  await tx.credentials.remove(credential.principalId, credential.id);
  const createdAt = app.now();
  await tx.credentials.insert({
    ...credential,
    id: app.newId(),
    createdAt,
    lastUsedAt: null,
    lastUsedBy: null,
  });
}
