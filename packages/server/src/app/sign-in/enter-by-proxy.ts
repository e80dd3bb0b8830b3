import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { personByLogin } from "./person-by-login.ts";
import { newSession, signOut, type SignedIn } from "./sessions.ts";

/**
 * Lets in whom a trusted proxy names, and whoever was signed in under another name out. It may have asked who they are long ago, so the
 * session has proved nothing: what is dangerous asks.
 * @param name a login or an e-mail address; undefined: no proxy names anybody
 * @param actor who is signed in already in the browser
 * @returns the session that begins; `same`: as it was; `nobody`: nobody here has that name, or they are suspended
 */
export async function enterByProxy(
  app: App,
  name: string | undefined,
  actor: Actor | undefined,
  { address, userAgent }: { readonly address: string; readonly userAgent: string | null },
): Promise<SignedIn | "same" | "nobody"> {
  if (name === undefined) return "same";
  const person = await app.storage.read((tx) => personByLogin(tx, name));
  if (person && actor?.principalId === person.id) return "same";
  if (actor) await signOut(app, actor);
  if (!person) return "nobody";
  const { session, ...signedIn } = newSession(app, person, userAgent);
  await app.storage.write(async (tx) => {
    await tx.sessions.insert({ ...session, provedAt: 0 });
    const detail = { address, userAgent: userAgent ?? "", with: "proxy" };
    await recordAudit(app, tx, { actorId: person.id, action: "sign-in", subject: person.login, detail });
  });
  return signedIn;
}
