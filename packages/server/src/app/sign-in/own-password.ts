import { failed, type Result } from "@snart/calendar/result.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";
import { ofSession, withinAttempts } from "./sign-in-limits.ts";
import { checkPassword, isPasswordOf, type PersonWithPassword } from "./sign-in.ts";

/**
 * Proves that the actor knows their own account password, so that nobody changes who they are on an unattended screen. Failures count as
 * those of signing in.
 * @param problem what is wrong with what they ask for, if anything: no attempt is used for that
 * @returns `forbidden` for an app password, which is not theirs to type
 */
export async function proveOwnPassword(
  app: App,
  actor: Actor,
  password: string,
  problem?: Problem,
): Promise<Result<PersonWithPassword, Problem>> {
  if (actor.via === "app-password") return failed({ code: "forbidden", right: "manage credentials" });
  if (problem) return failed(problem);
  return withinAttempts(app, ofSession(actor, password), () => checkPassword(app, actor.login, password));
}

/**
 * Does what the password permits, in one transaction in which it is still the same.
 * @returns `wrong-password` if it was changed while it was being checked
 */
export function writeAsProved<T>(
  app: App,
  { principal, hash }: PersonWithPassword,
  work: (tx: WriteTransaction, principal: Principal) => Promise<Result<T, Problem>>,
): Promise<Result<T, Problem>> {
  return app.storage.write(async (tx) =>
    (await isPasswordOf(tx, principal, hash))
      ? work(tx, principal)
      : failed({ code: "wrong-password", attemptsLeft: app.limits.signInAttempts }),
  );
}
