import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import type { Session } from "../../storage/records/people.ts";
import { hashOfIdentity, storedProviders } from "../sign-in/stored-providers.ts";

/**
 * Where a browser signs out at the provider too by which its session began (OpenID Connect RP-Initiated Logout); ask before the session ends.
 * @param returnTo where it comes back to
 * @returns undefined: it has nowhere to go
 */
export async function signOutUrl(app: App, actor: Actor, returnTo: string): Promise<string | undefined> {
  const found = await app.storage.read(async (tx) => {
    const session = await tx.sessions.byId(actor.proof);
    const provider = (await storedProviders(tx)).find(({ id }) => id === session?.providerId);
    return provider?.endsItsSession ? { provider, idToken: session?.idToken } : undefined;
  });
  return found && app.openid.signOutUrl(found.provider, { idToken: found.idToken, returnTo });
}

/**
 * Ends the sessions of whoever has signed out at a provider, by its own word. Those that began after it has said so go on: the word may be
 * a copy.
 * @returns whether it was its word
 */
export async function signedOutThere(app: App, providerId: string, token: string): Promise<boolean> {
  const provider = await app.storage.read(async (tx) =>
    (await storedProviders(tx)).find(({ id }) => id === providerId),
  );
  const word = provider && (await app.openid.signedOutBy(provider, token));
  if (!word) return false;
  const { issuer, name } = provider;
  await app.storage.write(async (tx) => {
    const sessions = await (async (): Promise<readonly Session[]> => {
      if (word.session !== undefined)
        return tx.sessions.ofProviderSession(hashOfIdentity(issuer, word.session));
      const identity = await tx.credentials.ofIdentity(hashOfIdentity(issuer, word.subject ?? ""));
      return identity ? tx.sessions.ofPrincipal(identity.principalId) : [];
    })();
    for (const { id, principalId, createdAt, providerId: by } of sessions) {
      if (by !== provider.id || createdAt > word.at + SECOND_OF_TOKENS || !(await tx.sessions.remove(id)))
        continue;
      const subject = (await tx.principals.byId(principalId))?.login ?? "";
      await recordAudit(app, tx, {
        actorId: principalId,
        action: "sign-out",
        subject,
        detail: { with: name },
      });
    }
  });
  return true;
}

/** The times of tokens are in whole seconds, rounded down. */
const SECOND_OF_TOKENS = 1_000;
