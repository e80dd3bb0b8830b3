import type { ReadTransaction } from "../storage/port.ts";
import type { Credential, Principal } from "../storage/records/people.ts";
import type { Actor } from "./actor.ts";
import type { App } from "./app.ts";

/**
 * Whether an actor's proof is still valid: the session has not ended, the password or app password has not been
 * revoked, the account is active. For connections that stay open long after sign-in.
 */
export function isStillSignedIn(app: App, actor: Actor): Promise<boolean> {
  return app.storage.read(async (tx) => {
    const principal = await tx.principals.byId(actor.principalId);
    if (principal?.status !== "active") return false;
    if (actor.via === "session") {
      const session = await tx.sessions.byId(actor.proof);
      return session !== undefined && session.expiresAt > app.now();
    }
    if (actor.via === "command-line") return true;
    const credentials = await basicCredentials(tx, principal);
    return credentials.some(({ id }) => id === actor.proof);
  });
}

/** The credentials that a person may use for HTTP Basic. */
export async function basicCredentials(
  tx: ReadTransaction,
  principal: Principal,
): Promise<readonly Credential[]> {
  const appPasswords = await tx.credentials.ofPrincipal(principal.id, "app-password");
  const secondFactor = await tx.credentials.ofPrincipal(principal.id, "totp");
  const allowsPassword = principal.preferences.basicPassword !== false && secondFactor.length === 0;
  const passwords = allowsPassword ? await tx.credentials.ofPrincipal(principal.id, "password") : [];
  return [...appPasswords, ...passwords];
}
