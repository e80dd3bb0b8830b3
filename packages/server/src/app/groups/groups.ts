import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import { isRemoved } from "../accounts/change-account.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantAdministration } from "../grants.ts";
import type { Problem } from "../problems.ts";

interface Membership {
  readonly principal: Principal;
  readonly isManager: boolean;
}

/** A group as its members and administrators see it. */
export interface Group {
  readonly principal: Principal;
  readonly members: readonly Membership[];
  /** Whether the actor may change its name and members. */
  readonly mayManage: boolean;
  readonly calendars: number;
  /** What the house calls it; null: it is no household. */
  readonly householdLabel: string | null;
}

/** The actor's groups; for administrators all groups, including deleted ones that can be restored. */
export function listGroups(app: App, actor: Actor): Promise<readonly Group[]> {
  return app.storage.read(async (tx) => {
    const isAdministrator = (await grantAdministration(tx, actor)).ok;
    const own = new Set(await tx.principals.groupsOf(actor.principalId));
    const groups = await tx.principals.list("group");
    const seen = groups.filter((group) => (isAdministrator ? !isRemoved(group) : own.has(group.id)));
    const described: Group[] = [];
    for (const group of seen) described.push(await describeGroup(tx, actor, group, isAdministrator));
    return described;
  });
}

/** @returns `not-found` for a group that the actor neither belongs to nor administers */
export async function groupSeenBy(
  tx: ReadTransaction,
  actor: Actor,
  id: PrincipalId,
): Promise<Result<Group, Problem>> {
  const isAdministrator = (await grantAdministration(tx, actor)).ok;
  const principal = await tx.principals.byId(id);
  if (principal?.kind !== "group" || isRemoved(principal)) return failed({ code: "not-found" });
  const group = await describeGroup(tx, actor, principal, isAdministrator);
  const isMember = group.members.some((member) => member.principal.id === actor.principalId);
  const isSeen = isAdministrator || (isMember && principal.status === "active");
  return isSeen ? ok(group) : failed({ code: "not-found" });
}

async function describeGroup(
  tx: ReadTransaction,
  actor: Actor,
  principal: Principal,
  isAdministrator: boolean,
): Promise<Group> {
  const belonging = await tx.principals.membersOf(principal.id);
  const managers = new Set(belonging.flatMap(({ memberId, isManager }) => (isManager ? [memberId] : [])));
  const found = await tx.principals.byIds(belonging.map(({ memberId }) => memberId));
  const members: readonly Membership[] = found
    .filter(({ status }) => status !== "deleted")
    .map((member) => ({ principal: member, isManager: managers.has(member.id) }));
  const isManager = members.some((one) => one.principal.id === actor.principalId && one.isManager);
  const calendars = (await tx.calendars.ofAccount(principal.id)).length;
  const mayManage = isAdministrator || (isManager && actor.via !== "app-password");
  const householdLabel = (await tx.households.byId(principal.id))?.label ?? null;
  return { principal, members, mayManage, calendars, householdLabel };
}
