import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import { mintActor, type Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { grantAdministration } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { recordChange } from "../objects/record-change.ts";
import type { WriteScope } from "../scope.ts";
import { accountMayBecome } from "../transitions.ts";
import { passBookings, schedulePartyGone } from "../bookables/party-gone.ts";
import { announceAccess } from "./announce-access.ts";
import { endAccess, isLastAdministrator, isRemoved } from "./change-account.ts";
import { handOverAll } from "./hand-over-calendar.ts";

const DAY = 86_400_000;

/**
 * Deletes a person's or a group's account: it becomes invisible at once, and can be restored during the grace period.
 * With `calendarsTo` its calendars go to somebody else first, permanently, with their shares and contents.
 * @returns `last-administrator` for the only administrator of the server
 */
export function deleteAccount(
  app: App,
  actor: Actor,
  id: PrincipalId,
  calendarsTo: PrincipalId | undefined,
): Promise<Result<void, Problem>> {
  return app.storage.write(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const principal = await tx.principals.byId(id);
    if (!principal || isRemoved(principal) || principal.status === "deleted")
      return failed({ code: "not-found" });
    return markDeleted({ app, tx, actor }, principal, calendarsTo);
  });
}

/** Hides an account for the grace period, after its calendars have gone to their new owner. */
export async function markDeleted(
  { app, tx, actor }: Pick<WriteScope, "app" | "tx" | "actor">,
  principal: Principal,
  calendarsTo: PrincipalId | undefined,
): Promise<Result<void, Problem>> {
  if (!accountMayBecome(principal.status, "deleted")) return failed({ code: "not-found" });
  const heir = calendarsTo && (await tx.principals.byId(calendarsTo));
  if (await isLastAdministrator(tx, principal, heir ? [heir.id] : []))
    return failed({ code: "last-administrator" });
  if (calendarsTo !== undefined) {
    const given = await handOverAll({ app, tx, actor }, principal, calendarsTo);
    if (!given.ok) return given;
    await passBookings(tx, principal.id, calendarsTo, app.now());
  }
  await tx.principals.update(principal.id, { status: "deleted", statusSince: app.now() });
  await endAccess(tx, principal.id);
  if (principal.kind !== "bookable") await schedulePartyGone(tx, principal.id, app.now());
  await announceAccess({ app, tx, actor }, principal.id);
  await recordAudit(app, tx, {
    actorId: actor.principalId,
    action: "account-deleted",
    subject: principal.email ?? principal.login,
    detail: { login: actor.login, kind: principal.kind, calendarsTo: calendarsTo ?? "" },
  });
  return ok(undefined);
}

/**
 * Permanently removes accounts deleted longer ago than the grace period: calendars, credentials, memberships, name
 * and addresses, which are free from then on.
 * @param most each is a transaction of its own, and whole: what is over waits for the next time
 * @returns how many
 */
export async function removeDeletedAccounts(app: App, most = Infinity): Promise<number> {
  const before = app.now() - app.limits.accountGraceDays * DAY;
  const isOver = (principal: Principal): boolean =>
    principal.status === "deleted" && (principal.statusSince ?? 0) <= before && !isRemoved(principal);
  const over = (await app.storage.read((tx) => tx.principals.list())).filter(isOver);
  let removed = 0;
  for (const { id } of over.slice(0, most))
    removed += await app.storage.write(async (tx) => {
      // Read again: it may have been restored meanwhile.
      const principal = await tx.principals.byId(id);
      if (!principal || !isOver(principal)) return 0;
      await removeAccount(app, tx, principal);
      return 1;
    });
  return removed;
}

async function removeAccount(app: App, tx: WriteTransaction, principal: Principal): Promise<void> {
  const { id, login, isAdmin } = principal;
  const modseq = await tx.lockAccount(id);
  const now = app.now();
  const actor = mintActor({ principalId: id, login, isAdmin, via: "command-line", proof: "" });
  const scope: WriteScope = { app, tx, actor, accountId: id, modseq, now };
  for (const calendar of await tx.calendars.ofAccount(id)) {
    await tx.calendars.remove(calendar.id, modseq, now, id);
    await tx.history.forgetCalendar(calendar.id, true);
    await recordChange(scope, "Calendar", calendar.id, calendar.id, "destroyed");
  }
  for (const { id: credential } of await tx.credentials.ofPrincipal(id))
    await tx.credentials.remove(id, credential);
  for (const { id: device } of await tx.collectionPushes.ofPrincipal(id))
    await tx.collectionPushes.remove(device);
  for (const { id: device } of await tx.homePushes.ofPrincipal(id)) await tx.homePushes.remove(device);
  for (const { id: device } of await tx.push.ofPrincipal(id)) await tx.push.remove(id, device);
  await endAccess(tx, id);
  await tx.signInSteps.removeOfPrincipal(id);
  await tx.knownPlaces.removeOfPrincipal(id);
  await tx.households.remove(id);
  await tx.provisioned.remove(id);
  await tx.rulesAcceptances.remove(id);
  await tx.bookingPages.removeOfAccount(id, now);
  await tx.polls.endOfAccount(id, now);
  for (const { memberId } of await tx.principals.membersOf(id))
    await tx.principals.removeMember(id, memberId);
  for (const groupId of await tx.principals.groupsOf(id)) await tx.principals.removeMember(groupId, id);
  for (const { calendar } of await tx.calendars.accessibleTo(id))
    await tx.calendars.removeShare(calendar.id, id);
  await tx.principals.setAvailability(id, undefined);
  await tx.principals.removePhoto(id);
  await tx.mail.trimHeld(id, 0, modseq);
  await tx.principals.setAddresses(id, { email: null, formerEmails: [] });
  await tx.principals.setLogins(id, { login: `deleted-${id}`, formerLogins: [] });
  await tx.principals.update(id, {
    displayName: "",
    isAdmin: false,
    preferences: {},
  });
  await recordAudit(app, tx, { actorId: null, action: "account-removed", subject: id, detail: {} });
}
