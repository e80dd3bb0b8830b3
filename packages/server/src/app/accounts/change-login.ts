import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import type { Problem } from "../problems.ts";
import type { WriteScope } from "../scope.ts";
import { proveOwnPassword, writeAsProved } from "../sign-in/own-password.ts";
import { spelledLogin } from "../sign-in/person-by-login.ts";
import { announceAccess } from "./announce-access.ts";

/** What stands in URLs as it is. No tilde, which divides the names of shared calendars (`dav/shared-name.ts`), and no `@`, by which addresses are told. */
const LOGIN = /^[a-z0-9_](?:[a-z0-9._-]{0,62}[a-z0-9_])?$/;

interface LoginWish {
  readonly login: string;
  /** the account password, so that nobody can do it on an unattended screen */
  readonly password: string;
}

type Scope = Pick<WriteScope, "app" | "tx" | "actor">;

/**
 * Changes the actor's own login. The former one stays theirs: devices that have it, and calendars that were found under it, go on.
 * @returns the login as it is spelled
 */
export async function changeOwnLogin(
  app: App,
  actor: Actor,
  { login: typed, password }: LoginWish,
): Promise<Result<string, Problem>> {
  const proven = await proveOwnPassword(app, actor, password, spellingProblem(spelledLogin(typed)));
  if (!proven.ok) return proven;
  return writeAsProved(app, proven.value, async (tx, { id }) => {
    await tx.lockAccount(id);
    const person = await tx.principals.byId(id);
    if (!person) return failed({ code: "not-found" });
    const changed = await changeLoginOf({ app, tx, actor }, person, typed);
    return changed.ok ? ok(changed.value.login) : changed;
  });
}

/**
 * Gives a person another login.
 * @param person whose account's lock is taken, or taken here
 * @param typed the new one; undefined: it stays
 * @returns `duplicate-login` for one that is somebody else's, or was
 */
export async function changeLoginOf(
  scope: Scope,
  person: Principal,
  typed: string | undefined,
): Promise<Result<Principal, Problem>> {
  if (typed === undefined) return ok(person);
  const { app, tx, actor } = scope;
  const login = spelledLogin(typed);
  if (person.status === "deleted")
    return failed({ code: "invalid-value", field: "login", detail: "the account is deleted" });
  const problem = spellingProblem(login);
  if (problem) return failed(problem);
  if (login === person.login) return ok(person);
  await tx.lockAccount(person.id);
  const after = { ...person, login, formerLogins: formerAfter(person, login) };
  const limit = app.limits.formerLogins;
  if (after.formerLogins.length > limit) return failed({ code: "too-many-logins", limit });
  if ((await tx.principals.setLogins(person.id, after)) === "duplicate")
    return failed({ code: "duplicate-login", field: "login" });
  await announceAccess(scope, person.id);
  await recordAudit(app, tx, {
    actorId: actor.principalId,
    action: "login-changed",
    subject: person.email ?? login,
    detail: { login: actor.login, before: person.login, to: login },
  });
  return ok(after);
}

const spellingProblem = (login: string): Problem | undefined =>
  LOGIN.test(login) ? undefined : { code: "invalid-login", field: "login" };

/** No device has ever had the login of somebody who has not accepted their invitation. */
function formerAfter({ status, login: before, formerLogins }: Principal, login: string): readonly string[] {
  const former = status === "invited" ? formerLogins : [before, ...formerLogins];
  return former.filter((one) => one !== login);
}
