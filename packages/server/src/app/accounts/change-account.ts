import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction, WriteTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal, PrincipalStatus } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { nameProblem } from "../given-text.ts";
import { grantAdministration } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { remindAnew } from "../outbox/preferred.ts";
import { proofProblem } from "../sign-in/proof.ts";
import { accountMayBecome } from "../transitions.ts";
import type { WriteScope } from "../scope.ts";
import { announceAccess } from "./announce-access.ts";
import { changeAddressOf, releaseAddresses } from "./change-address.ts";
import { changeLoginOf } from "./change-login.ts";

interface AccountChanges {
  readonly displayName?: string;
  readonly email?: string;
  readonly login?: string;
  /** The former addresses that stay theirs: others are given up. */
  readonly formerEmails?: readonly string[];
  readonly isAdmin?: boolean;
  /** `active` also restores a deleted account; one that was never accepted becomes an invitation again. */
  readonly status?: "active" | "suspended";
  /** Their photo is taken away. */
  readonly photoId?: null;
}

/** Everybody with an account, an invitation, or a deleted account that can be restored, by login. */
export function listAccounts(app: App, actor: Actor): Promise<Result<readonly Principal[], Problem>> {
  return app.storage.read(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    return ok((await tx.principals.list("person")).filter((person) => !isRemoved(person)));
  });
}

/** Permanently deleted: only the id is left, so that other people's history names nobody. */
export const isRemoved = ({ status, displayName }: Principal): boolean =>
  status === "deleted" && displayName === "";

/**
 * Renames a person, gives them another address or login, takes their photo away, grants or withdraws administration, suspends them, or lets them in again. A suspended person is
 * signed out everywhere at once and keeps all data.
 * @returns `last-administrator` if nobody would be left to administer the server; `proof-needed` to make an administrator
 */
export function changeAccount(
  app: App,
  actor: Actor,
  id: PrincipalId,
  changes: AccountChanges,
): Promise<Result<Principal, Problem>> {
  return app.storage.write(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const unproved = changes.isAdmin === true ? await proofProblem(app, tx, actor) : undefined;
    if (unproved) return failed(unproved);
    const principal = await tx.principals.byId(id);
    if (principal?.kind !== "person" || isRemoved(principal)) return failed({ code: "not-found" });
    const { email, login, formerEmails, photoId, ...others } = changes;
    const status = others.status && (await statusAfter(tx, principal, others.status));
    const problem = await changeProblem(app, tx, principal, { ...others, status });
    if (problem) return failed(problem);
    const addressed = await changeAddresses({ app, tx, actor }, principal, email, formerEmails);
    if (!addressed.ok) return addressed;
    const moved = await changeLoginOf({ app, tx, actor }, addressed.value, login);
    if (!moved.ok) return moved;
    const isMoved = status !== undefined && status !== principal.status;
    const fields = {
      ...(changes.displayName !== undefined && { displayName: changes.displayName.trim() }),
      ...(changes.isAdmin !== undefined && { isAdmin: changes.isAdmin }),
      ...(isMoved && { status, statusSince: app.now() }),
    };
    if (photoId === null) await removePhotoOf({ app, tx, actor }, principal);
    if (Object.keys(others).length === 0) return moved;
    await tx.principals.update(id, fields);
    if (status === "suspended") await endAccess(tx, id);
    if (isMoved) await announceAccess({ app, tx, actor }, id);
    if (status === "active") await remindAnew(tx, principal, app.now());
    await recordAccount(app, tx, actor, moved.value, { ...others, ...(status && { status }) });
    return ok({ ...moved.value, ...fields });
  });
}

async function removePhotoOf(
  { app, tx, actor }: Pick<WriteScope, "app" | "tx" | "actor">,
  person: Principal,
): Promise<void> {
  await tx.lockAccount(person.id);
  await tx.principals.removePhoto(person.id);
  await recordAccount(app, tx, actor, person, { photo: "removed" });
}

async function changeAddresses(
  scope: Pick<WriteScope, "app" | "tx" | "actor">,
  person: Principal,
  email: string | undefined,
  formerEmails: readonly string[] | undefined,
): Promise<Result<Principal, Problem>> {
  if (email === undefined && formerEmails === undefined) return ok(person);
  await scope.tx.lockAccount(person.id);
  const now = (await scope.tx.principals.byId(person.id)) ?? person;
  if (formerEmails === undefined) return changeAddressOf(scope, now, email ?? "");
  return email === undefined
    ? releaseAddresses(scope, now, formerEmails)
    : failed({ code: "invalid-value", field: "formerEmails", detail: "changes by itself with the address" });
}

/** Ends a person's sessions; app passwords stay, and open nothing while the account is not active. */
export async function endAccess(tx: WriteTransaction, id: PrincipalId): Promise<void> {
  await tx.sessions.removeOfPrincipal(id);
  await tx.accountLinks.removeOfPrincipal(id);
}

/** An account that was deleted before it was accepted is an invitation again. */
async function statusAfter(
  tx: ReadTransaction,
  principal: Principal,
  wanted: "active" | "suspended",
): Promise<PrincipalStatus> {
  if (principal.status !== "deleted" || wanted !== "active") return wanted;
  return (await tx.credentials.ofPrincipal(principal.id)).length > 0 ? "active" : "invited";
}

async function changeProblem(
  app: App,
  tx: WriteTransaction,
  principal: Principal,
  {
    displayName,
    isAdmin,
    status,
  }: Omit<AccountChanges, "status"> & { readonly status: PrincipalStatus | undefined },
): Promise<Problem | undefined> {
  const nameWrong = displayName === undefined ? undefined : nameProblem(app, displayName, "displayName");
  if (nameWrong) return nameWrong;
  // Only the link activates an invited account: without a password nobody could use it.
  const isAccepted = principal.status === "invited" && status === "active";
  const isBarred =
    status !== undefined && status !== principal.status && !accountMayBecome(principal.status, status);
  if (isAccepted || isBarred)
    return { code: "invalid-value", field: "status", detail: `not from ${principal.status}` };
  const isLost = isAdmin === false || status === "suspended";
  return isLost && (await isLastAdministrator(tx, principal)) ? { code: "last-administrator" } : undefined;
}

/**
 * Whether nobody else could administer the server. Of two who leave at once, one waits here for the other, and stays.
 * @param involved accounts that are locked later: all are locked in one order
 */
export async function isLastAdministrator(
  tx: WriteTransaction,
  { id, isAdmin }: Principal,
  involved: readonly PrincipalId[] = [],
): Promise<boolean> {
  if (!isAdmin) return false;
  const administrators = async (): Promise<readonly PrincipalId[]> =>
    (await tx.principals.list("person"))
      .filter((person) => person.isAdmin && person.status === "active")
      .map((person) => person.id);
  const locked = new Set([id, ...involved, ...(await administrators())]);
  for (const one of [...locked].toSorted()) await tx.lockAccount(one);
  return (await administrators()).every((other) => other === id);
}

function recordAccount(
  app: App,
  tx: WriteTransaction,
  actor: Actor,
  { email, login }: Principal,
  changes: object,
): Promise<void> {
  const changed = Object.entries(changes).map(([name, value]) => [name, String(value)]);
  return recordAudit(app, tx, {
    actorId: actor.principalId,
    action: "account-changed",
    subject: email ?? login,
    detail: { login: actor.login, ...(Object.fromEntries(changed) as Record<string, string>) },
  });
}
