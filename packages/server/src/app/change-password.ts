import { failed, ok } from "@snart/calendar/result.ts";
import type { Result } from "@snart/calendar/result.ts";
import type { Actor } from "./actor.ts";
import type { App } from "./app.ts";
import { passwordProblem } from "./new-person.ts";
import type { Problem } from "./problems.ts";
import { withinAttempts } from "./sign-in-limits.ts";
import { checkPassword } from "./sign-in.ts";

/** Changes the account password and ends all other sessions; app passwords go on working. */
export async function changePassword(
  app: App,
  actor: Actor,
  currentPassword: string,
  newPassword: string,
): Promise<Result<void, Problem>> {
  if (actor.via === "app-password") return failed({ code: "forbidden", right: "manage credentials" });
  const problem = passwordProblem(app, newPassword, "newPassword");
  if (problem) return failed(problem);
  const check = () => checkPassword(app, actor.login, currentPassword);
  const proven = await withinAttempts(app, actor.login, `session:${actor.proof}`, currentPassword, check);
  if (!proven.ok) return proven;
  const secretHash = await app.passwords.hash(newPassword);
  await app.storage.write(async (tx) => {
    const [password] = await tx.credentials.ofPrincipal(actor.principalId, "password");
    if (password) await tx.credentials.update(password.id, { secretHash });
    await tx.sessions.removeOfPrincipal(actor.principalId, actor.via === "session" ? actor.proof : undefined);
  });
  return ok(undefined);
}
