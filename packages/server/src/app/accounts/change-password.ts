import { ok, type Result } from "@snart/calendar/result.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { Credential } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import { recordAudit } from "../audit.ts";
import type { App } from "../app.ts";
import { insertPassword, passwordProblem } from "./new-person.ts";
import type { Problem } from "../problems.ts";
import { removeAllAppPasswords } from "../sign-in/app-passwords.ts";
import { proveOwnPassword, writeAsProved } from "../sign-in/own-password.ts";

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
  const problem = passwordProblem(app, newPassword, "newPassword");
  const proven = await proveOwnPassword(app, actor, currentPassword, problem);
  if (!proven.ok) return proven;
  const secretHash = await app.passwords.hash(newPassword);
  return writeAsProved(app, proven.value, async (tx, principal) => {
    const [password] = await tx.credentials.ofPrincipal(principal.id, "password");
    if (password) await replaceCredential(app, tx, { ...password, secretHash });
    else await insertPassword(app, tx, principal.id, secretHash);
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
