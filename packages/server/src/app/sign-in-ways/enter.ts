import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";
import { personByLogin } from "../sign-in/person-by-login.ts";
import { spelledCode } from "../sign-in/recovery-codes.ts";
import { newSession } from "../sign-in/sessions.ts";
import { withinAttempts } from "../sign-in/sign-in-limits.ts";
import { decoyHash, signIn, type Entrance } from "../sign-in/sign-in.ts";
import { noteCode, usedBy } from "./end-second-step.ts";

/**
 * Lets somebody in by what they typed as their password: that, or a recovery code where they have no password, because they have lost the
 * passkeys that they sign in with.
 */
export async function enter(
  app: App,
  input: Parameters<typeof signIn>[1],
): Promise<Result<Entrance, Problem>> {
  const { login, password: secret, address, userAgent } = input;
  const person = await app.storage.read(async (tx) => {
    const found = await personByLogin(tx, login);
    const passwords = found ? await tx.credentials.ofPrincipal(found.id, "password") : [];
    return passwords.length === 0 ? found : undefined;
  });
  if (!person) return signIn(app, input);
  const proven = await withinAttempts(app, { login, secret, address, userAgent }, async () => {
    // As long as a password takes: nobody learns who has none.
    await app.passwords.verify(secret, await decoyHash(app));
    return usedBy(app, person, spelledCode(secret));
  });
  if (!proven.ok) return proven;
  const signedIn = newSession(app, person, userAgent);
  return app.storage.write(async (tx): Promise<Result<Entrance, Problem>> => {
    const { credential, data } = proven.value;
    const now = await tx.principals.byId(person.id);
    if (now?.status !== "active" || !(await tx.credentials.replaceData(credential, data)))
      return failed({ code: "wrong-password", attemptsLeft: app.limits.signInAttempts });
    await noteCode(app, tx, person, proven.value, { address, userAgent: userAgent ?? "" });
    await tx.sessions.insert(signedIn.session);
    return ok(signedIn);
  }, "half");
}
