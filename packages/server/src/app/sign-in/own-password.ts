import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction, WriteTransaction } from "../../storage/port.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";
import { noteProof, proofProblem } from "./proof.ts";
import { ofSession, withinAttempts } from "./sign-in-limits.ts";
import { checkPassword, isPasswordOf, type PersonWithPassword } from "./sign-in.ts";

/**
 * Proves that the actor knows their own account password, so that nobody changes who they are on an unattended screen. Failures count as
 * those of signing in.
 * @param problem what is wrong with what they ask for, if anything: no attempt is used for that
 * @returns `forbidden` for an app password, which is not theirs to type; of somebody without a password, whether they have proved lately who
 * they are
 */
export async function proveOwnPassword(
  app: App,
  actor: Actor,
  password: string,
  problem?: Problem,
): Promise<Result<PersonWithPassword, Problem>> {
  if (actor.via === "app-password") return failed({ code: "forbidden", right: "manage credentials" });
  if (problem) return failed(problem);
  const without = await app.storage.read((tx) => withoutPassword(app, tx, actor));
  if (without) return without;
  return withinAttempts(app, ofSession(actor, password), () => checkPassword(app, actor.login, password));
}

/** The proof of somebody who has no password; undefined: they have one. */
async function withoutPassword(
  app: App,
  tx: ReadTransaction,
  actor: Actor,
): Promise<Result<PersonWithPassword, Problem> | undefined> {
  if ((await tx.credentials.ofPrincipal(actor.principalId, "password")).length > 0) return undefined;
  const principal = await tx.principals.byId(actor.principalId);
  const problem = await proofProblem(app, tx, actor);
  if (problem) return failed(problem);
  return principal ? ok({ principal, hash: "", isPartial: false }) : failed({ code: "not-found" });
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
    (hash === "" ? await hasNoPassword(tx, principal) : await isPasswordOf(tx, principal, hash))
      ? work(tx, principal)
      : failed({ code: "wrong-password", attemptsLeft: app.limits.signInAttempts }),
  );
}

const hasNoPassword = async (tx: ReadTransaction, { id }: Principal): Promise<boolean> =>
  (await tx.credentials.ofPrincipal(id, "password")).length === 0;

/** Proves in a session that its person knows the account password, for `proofMinutes`. Failures count as those of signing in. */
export async function proveByPassword(
  app: App,
  actor: Actor,
  password: string,
): Promise<Result<void, Problem>> {
  const proven = await proveOwnPassword(app, actor, password);
  if (!proven.ok) return proven;
  await noteProof(app, actor);
  return ok(undefined);
}
