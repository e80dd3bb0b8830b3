import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Principal } from "../../storage/records/people.ts";
import { mintActor, type Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import type { Problem } from "../problems.ts";
import type { WriteScope } from "../scope.ts";
import { spelledLogin } from "../sign-in/person-by-login.ts";
import { proveOwnPassword, writeAsProved } from "../sign-in/own-password.ts";
import { holderUsingLink, issueAddressLink } from "./account-links.ts";
import { mailLink, mailNewAddress } from "./account-mail.ts";
import { announceAccess } from "./announce-access.ts";
import { mailedLately } from "./ask-reset.ts";
import { emailProblem } from "./new-person.ts";

interface AddressWish {
  readonly email: string;
  /** the account password, so that nobody can do it on an unattended screen */
  readonly password: string;
  /** the address of the server, for the mailed link */
  readonly origin: string;
}

/** What became of the wish for another address. */
export interface AddressAsked {
  /** when the mailed link ends, which alone changes the address; null: the server sends no mail, and the address is changed */
  readonly linkEndsAt: number | null;
}

/**
 * Changes the actor's own e-mail address. Where the server sends mail, only a link in a mail to the new address changes it, which proves
 * that it is theirs; where it sends none, nothing can prove it, and the address is changed at once.
 * @returns `duplicate-email` for an address that is somebody else's, or was
 */
export async function askAddress(
  app: App,
  actor: Actor,
  { email: typed, password, origin }: AddressWish,
): Promise<Result<AddressAsked, Problem>> {
  const email = spelledLogin(typed);
  const problem = emailProblem(email) ?? unreachable(app, email);
  const proven = await proveOwnPassword(app, actor, password, problem);
  if (!proven.ok) return proven;
  return writeAsProved(app, proven.value, async (tx, { id }) => {
    await tx.lockAccount(id);
    const person = await tx.principals.byId(id);
    if (!person) return failed({ code: "not-found" });
    const scope = { app, tx, actor };
    const refused = await addressProblem(scope, person, email);
    if (refused) return failed(refused);
    return app.outside
      ? sendProof(scope, person, email, origin)
      : changed(scope, person, email, "unproved", { linkEndsAt: null });
  });
}

/** The server's own address is nobody's: no link could be sent there. */
export const unreachable = ({ outside }: App, email: string): Problem | undefined =>
  outside?.reaches(email) === false ? { code: "invalid-email", field: "email" } : undefined;

type Scope = Pick<WriteScope, "app" | "tx" | "actor">;

async function sendProof(
  { app, tx, actor }: Scope,
  person: Principal,
  email: string,
  origin: string,
): Promise<Result<AddressAsked, Problem>> {
  if ((await mailedLately(app, tx, person.id)) >= app.limits.resetMails)
    return failed({ code: "too-many-attempts", retryAfter: app.limits.resetWindowSeconds });
  const issued = await issueAddressLink(app, tx, person.id, email);
  await mailLink({ app, tx, now: app.now() }, origin, { ...person, email }, issued, undefined);
  await recordAudit(app, tx, {
    actorId: actor.principalId,
    action: "address-asked",
    subject: email,
    detail: { login: person.login },
  });
  return ok({ linkEndsAt: issued.expiresAt });
}

/** Changes the address by the link that was sent to the new one. It works once. */
export function changeAddressByLink(app: App, token: string): Promise<Result<void, Problem>> {
  return app.storage.write(async (tx) => {
    const held = await holderUsingLink(app, tx, token, "address");
    if (!held.ok) return held;
    const { link, principal } = held.value;
    const { id, login, isAdmin } = principal;
    const actor = mintActor({ principalId: id, login, isAdmin, via: "command-line", proof: "" });
    const scope = { app, tx, actor };
    const email = link.email ?? "";
    const refused = await addressProblem(scope, principal, email);
    return refused ? failed(refused) : changed(scope, principal, email, "proved", undefined);
  });
}

/**
 * The same by an administrator, in their transaction: whoever administers the server answers for it.
 * @param person as they are under their account's lock
 * @param typed the new address
 */
export async function changeAddressOf(
  scope: Scope,
  person: Principal,
  typed: string,
): Promise<Result<Principal, Problem>> {
  const email = spelledLogin(typed);
  if (person.status === "deleted")
    return failed({ code: "invalid-value", field: "email", detail: "the account is deleted" });
  const problem = emailProblem(email);
  if (problem) return failed(problem);
  if (email === person.email) return ok(person);
  const refused = await addressProblem(scope, person, email);
  return refused ? failed(refused) : changed(scope, person, email, "administrator", after(person, email));
}

/**
 * Gives up some of a person's former addresses, by an administrator: what was organized under them is no longer that
 * person's, and others may have them.
 * @param person as they are under their account's lock
 * @param kept the ones that stay
 */
export async function releaseAddresses(
  scope: Scope,
  person: Principal,
  kept: readonly string[],
): Promise<Result<Principal, Problem>> {
  const { app, tx, actor } = scope;
  const { id, email, formerEmails, login } = person;
  if (!kept.every((one) => formerEmails.includes(one)))
    return failed({ code: "invalid-value", field: "formerEmails", detail: "can only be given up" });
  const staying = formerEmails.filter((one) => kept.includes(one));
  await tx.principals.setAddresses(id, { email, formerEmails: staying });
  for (const subject of formerEmails.filter((one) => !kept.includes(one)))
    await recordAudit(app, tx, {
      actorId: actor.principalId,
      action: "address-released",
      subject,
      detail: { login: actor.login, of: email ?? login },
    });
  await announceAccess(scope, id);
  return ok({ ...person, formerEmails: staying });
}

async function addressProblem(
  { app, tx }: Scope,
  person: Principal,
  email: string,
): Promise<Problem | undefined> {
  if (email === person.email)
    return { code: "invalid-value", field: "email", detail: "it is the address already" };
  const owner = await tx.principals.byEmail(email);
  if (owner && owner.id !== person.id) return { code: "duplicate-email", field: "email" };
  const limit = app.limits.formerAddresses;
  return after(person, email).formerEmails.length > limit ? { code: "too-many-addresses", limit } : undefined;
}

/**
 * The person with another address. Nobody has met or written to whoever has not accepted their invitation: their first
 * address was a mistake, and is nobody's.
 */
function after(person: Principal, email: string): Principal {
  return person.status === "invited" ? { ...person, email } : { ...person, ...addressesWith(person, email) };
}

/** The addresses of an account after its present one is another, or none: what it had stays its own. */
export function addressesWith(
  { email: before, formerEmails }: Pick<Principal, "email" | "formerEmails">,
  email: string | null,
): Pick<Principal, "email" | "formerEmails"> {
  const former = [...(before === null ? [] : [before]), ...formerEmails];
  return { email, formerEmails: former.filter((one) => one !== email) };
}

async function changed<T>(
  scope: Scope,
  person: Principal,
  email: string,
  proof: "proved" | "unproved" | "administrator",
  answer: T,
): Promise<Result<T, Problem>> {
  const { app, tx, actor } = scope;
  const { formerEmails } = after(person, email);
  // Somebody may have taken it since it was looked at, in another process.
  if ((await tx.principals.setAddresses(person.id, { email, formerEmails })) === "duplicate")
    return failed({ code: "duplicate-email", field: "email" });
  // Links that went to the former address end with it.
  for (const kind of ["address", "reset", "invitation"] as const)
    await tx.accountLinks.removeOfPrincipal(person.id, kind);
  await announceAccess(scope, person.id);
  await recordAudit(app, tx, {
    actorId: actor.principalId,
    action: "address-changed",
    subject: email,
    detail: { login: actor.login, before: person.email ?? "", proof },
  });
  if (person.status !== "invited") await mailNewAddress({ app, tx, now: app.now() }, person, email);
  return ok(answer);
}
