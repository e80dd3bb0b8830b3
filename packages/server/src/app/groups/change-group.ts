import { MEMBER_RIGHTS, OWNER_RIGHTS, type CalendarRights } from "@snart/calendar/access/rights.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { announceAccess } from "../accounts/announce-access.ts";
import { recordAudit } from "../audit.ts";
import { nameProblem } from "../given-text.ts";
import { grantAdministration } from "../grants.ts";
import { insertAccount } from "../accounts/new-account.ts";
import type { Problem } from "../problems.ts";
import type { WriteScope } from "../scope.ts";
import { noteSeen } from "../calendars/share-calendar.ts";
import { notifyOfShare } from "../notices/share-notice.ts";
import { groupSeenBy, type Group } from "./groups.ts";

/** The new members of a group, and whether as managers; null removes somebody. */
export type MemberChanges = ReadonlyMap<PrincipalId, { readonly isManager: boolean } | null>;

/** Makes a group with a first calendar of its own. Only administrators may. */
export function createGroup(
  app: App,
  actor: Actor,
  name: string,
  members: MemberChanges,
): Promise<Result<PrincipalId, Problem>> {
  return app.storage.write(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const problem = nameProblem(app, name) ?? (await memberProblem(app, tx, members));
    if (problem) return failed(problem);
    const made = await insertAccount(app, tx, "group", name, ["VEVENT", "VTODO"]);
    if (!made.ok) return made;
    const group = made.value.principal;
    await changeMembers(await groupScope(app, tx, actor, group.id), group, members);
    await recordAudit(app, tx, {
      actorId: actor.principalId,
      action: "group-created",
      subject: group.displayName,
      detail: { login: actor.login, group: group.login },
    });
    return ok(group.id);
  });
}

interface GroupChanges {
  readonly name?: string;
  readonly members?: MemberChanges;
}

/**
 * Renames a group and changes its members, for its managers; everybody may leave. A new member owns, with the others,
 * what the group owns, and a former one no longer sees it; nothing is lost.
 */
export function changeGroup(
  app: App,
  actor: Actor,
  id: PrincipalId,
  { name, members = new Map() }: GroupChanges,
): Promise<Result<void, Problem>> {
  return app.storage.write(async (tx) => {
    const seen = await groupSeenBy(tx, actor, id);
    if (!seen.ok) return seen;
    if (!seen.value.mayManage && !isLeaving(actor, { name, members }))
      return failed({ code: "forbidden", right: "manage the group" });
    if (seen.value.principal.status !== "active") return failed({ code: "not-found" });
    const nameWrong = name === undefined ? undefined : nameProblem(app, name);
    const problem = nameWrong ?? (await memberProblem(app, tx, members, seen.value));
    if (problem) return failed(problem);
    if (name !== undefined) await tx.principals.update(id, { displayName: name.trim() });
    await changeMembers(await groupScope(app, tx, actor, id), seen.value.principal, members);
    await recordChanges(app, tx, actor, seen.value.principal, { name, members });
    return ok(undefined);
  });
}

/** Restores a deleted group. */
export function restoreGroup(app: App, actor: Actor, id: PrincipalId): Promise<Result<void, Problem>> {
  return app.storage.write(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    const seen = granted.ok ? await groupSeenBy(tx, actor, id) : granted;
    if (!seen.ok) return seen;
    if (seen.value.principal.status === "active") return ok(undefined);
    await tx.principals.update(id, { status: "active", statusSince: app.now() });
    for (const calendar of await tx.calendars.ofAccount(id))
      await tx.reminders.deferCalendar(calendar.id, app.now());
    await announceAccess({ app, tx, actor }, id);
    await recordAudit(app, tx, {
      actorId: actor.principalId,
      action: "account-changed",
      subject: seen.value.principal.displayName,
      detail: { login: actor.login, status: "active" },
    });
    return ok(undefined);
  });
}

/** Leaving needs no permission. */
function isLeaving(
  actor: Actor,
  { name, members }: { name: string | undefined; members: MemberChanges },
): boolean {
  return name === undefined && members.size === 1 && members.get(actor.principalId) === null;
}

async function memberProblem(
  app: App,
  tx: WriteTransaction,
  members: MemberChanges,
  group?: Group,
): Promise<Problem | undefined> {
  const known = new Set(group?.members.map(({ principal }) => principal.id));
  for (const [id, member] of members) {
    if (member === null) known.delete(id);
    else {
      const principal = await tx.principals.byId(id);
      if (principal?.kind !== "person" || (principal.status !== "active" && !known.has(id))) return NOBODY;
      known.add(id);
    }
  }
  const limit = app.limits.membersPerGroup;
  return known.size > limit
    ? { code: "invalid-value", field: "members", detail: `at most ${limit}` }
    : undefined;
}

const NOBODY: Problem = { code: "invalid-value", field: "members", detail: "there is no such person" };

/** The scope of what is written to a group, which is locked. */
export async function groupScope(
  app: App,
  tx: WriteTransaction,
  actor: Actor,
  accountId: PrincipalId,
): Promise<WriteScope> {
  return { app, tx, actor, accountId, modseq: await tx.lockAccount(accountId), now: app.now() };
}

/** The group's calendars appear for new members and vanish for former ones, and each of them gets a notice. */
export async function changeMembers(
  scope: WriteScope,
  group: Principal,
  members: MemberChanges,
): Promise<void> {
  const { tx, actor } = scope;
  const before = new Map(
    (await tx.principals.membersOf(group.id)).map(({ memberId, isManager }) => [memberId, isManager]),
  );
  const calendars = await tx.calendars.ofAccount(group.id);
  for (const [principalId, member] of members) {
    if (member) await tx.principals.addMember(group.id, principalId, member.isManager);
    else await tx.principals.removeMember(group.id, principalId);
    const rights = {
      before: rightsOfMember(before.get(principalId)),
      after: rightsOfMember(member?.isManager),
    };
    if (rights.before === rights.after) continue;
    for (const calendar of calendars) {
      if (rights.before === null || rights.after === null) await noteSeen(scope, calendar.id, principalId);
      await tx.reminders.deferCalendar(calendar.id, scope.now);
      // A person with a share of their own, or a member, now has other rights.
      await tx.calendars.update(calendar.id, { modseq: scope.modseq });
      if (principalId !== actor.principalId) await notifyOfShare(scope, calendar, { principalId, ...rights });
    }
  }
}

/** A member's rights on the group's calendars; null for others. */
const rightsOfMember = (isManager: boolean | undefined): CalendarRights | null =>
  isManager === undefined ? null : isManager ? OWNER_RIGHTS : MEMBER_RIGHTS;

async function recordChanges(
  app: App,
  tx: WriteTransaction,
  actor: Actor,
  group: Principal,
  { name, members }: { readonly name: string | undefined; readonly members: MemberChanges },
): Promise<void> {
  const said: Record<string, string> = { login: actor.login, group: group.login };
  if (name !== undefined) said["name"] = name;
  for (const [id, member] of members) {
    const login = (await tx.principals.byId(id))?.login ?? id;
    said[login] = member ? (member.isManager ? "manager" : "member") : "none";
  }
  const entry = { actorId: actor.principalId, action: "group-changed", subject: group.displayName } as const;
  await recordAudit(app, tx, { ...entry, detail: said });
}
