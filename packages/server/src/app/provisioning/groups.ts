import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal, Provisioned } from "../../storage/records/people.ts";
import { insertAccount } from "../accounts/new-account.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { changeMembers, groupScope, type MemberChanges } from "../groups/change-group.ts";
import { readableName } from "../identity/account-of-identity.ts";
import {
  asDirectory,
  auditedBy,
  changedNow,
  isSeen,
  type DirectoryCaller,
  type DirectoryWork,
  type Refusal,
} from "./directory.ts";
import type { ProvisionedView } from "./find.ts";
import { onKept, seen } from "./kept.ts";

/** What a directory says of a group. */
export interface GroupFields {
  readonly displayName: string;
  readonly externalId: string | null;
  /** The ids of its people; undefined: they stay. */
  readonly members: readonly string[] | undefined;
}

/** What is stored of it. */
export interface KeptGroup {
  readonly displayName: string;
}

export const keptGroup = ({ attributes }: Pick<Provisioned, "attributes">): KeptGroup =>
  attributes as unknown as KeptGroup;

/** As often a login is looked for that nobody else takes at the same time. */
const TRIES = 5;
const TWICE = "There is a group with this externalId or displayName already.";
const taken = (): Result<never, Refusal> => failed({ code: "taken", detail: TWICE });

/** A directory may have two groups of one name; its own ids tell them apart. */
const keyOf = ({ externalId, displayName }: Pick<GroupFields, "externalId" | "displayName">): string =>
  externalId === null ? `name ${displayName.normalize("NFC").toLowerCase()}` : `id ${externalId}`;

/**
 * Makes a group, or keeps from now on the one that follows the provider's group of this id or name. One that the directory had deleted
 * comes back.
 * @returns `taken`, `invalid-name`, `invalid-value` for members whom the directory does not keep
 */
export function createGroupFor(
  app: App,
  caller: DirectoryCaller,
  fields: GroupFields,
): Promise<Result<ProvisionedView, Refusal>> {
  return asDirectory<ProvisionedView, Refusal>(app, caller, async (work) => {
    const { tx } = work;
    const former = await tx.provisioned.byName({ scope: work.scope, kind: "group" }, keyOf(fields));
    const group = former && (await tx.principals.byId(former.principalId));
    if (former && group?.status === "active") {
      if (!former.isHidden) return taken();
      await tx.provisioned.update(former.principalId, { isHidden: false });
      const view = { row: former, principal: group, related: [] };
      return apply(work, view, { ...fields, members: fields.members ?? [] });
    }
    // Administrators have deleted it here meanwhile.
    if (former) await tx.provisioned.remove(former.principalId);
    const made = (await followingGroup(work, fields)) ?? (await newGroup(work, fields));
    return made.ok ? insertRow(work, made.value, fields) : made;
  });
}

/** The group here that follows the provider's by the settings; undefined: none does. */
async function followingGroup(
  work: DirectoryWork,
  { externalId, displayName }: GroupFields,
): Promise<Result<Principal, Refusal> | undefined> {
  const { app, tx, provider } = work;
  const followed = provider?.groups.find(({ claim }) => claim === externalId || claim === displayName);
  const group = followed && (await tx.principals.byId(followed.groupId as PrincipalId));
  if (group?.kind !== "group" || group.status !== "active" || (await tx.households.byId(group.id)))
    return undefined;
  if (await tx.provisioned.byId(group.id)) return undefined;
  const entry = { actorId: null, action: "account-provisioned", subject: group.displayName } as const;
  await recordAudit(app, tx, { ...entry, detail: { ...auditedBy(work), group: group.login } });
  return ok(group);
}

async function newGroup(
  work: DirectoryWork,
  { displayName }: GroupFields,
): Promise<Result<Principal, Refusal>> {
  const { app, tx } = work;
  const maximum = app.limits.nameLength;
  const name = readableName(displayName, maximum);
  if (name === "") return failed({ code: "invalid-name", field: "displayName", maximum });
  let made = await insertAccount(app, tx, "group", name, ["VEVENT", "VTODO"]);
  // Somebody has just taken the login that was free: there is another one.
  for (let tries = 1; tries < TRIES && !made.ok; tries++)
    made = await insertAccount(app, tx, "group", name, ["VEVENT", "VTODO"]);
  if (!made.ok) return taken();
  const { principal } = made.value;
  const entry = { actorId: null, action: "group-created", subject: principal.displayName } as const;
  await recordAudit(app, tx, { ...entry, detail: { ...auditedBy(work), group: principal.login } });
  return ok(principal);
}

async function insertRow(
  work: DirectoryWork,
  { id }: Principal,
  fields: GroupFields,
): Promise<Result<ProvisionedView, Refusal>> {
  const { app, tx, scope } = work;
  const times = { createdAt: app.now(), changedAt: app.now() };
  const { externalId, displayName } = fields;
  const attributes: KeptGroup = { displayName };
  const row = { principalId: id, kind: "group", scope, nameKey: keyOf(fields), externalId } as const;
  const flags = { isActive: true, isHidden: false };
  if (!(await tx.provisioned.insert({ ...row, ...flags, attributes: { ...attributes }, ...times })))
    return taken();
  const view = await seen(work, "group", id);
  return view.ok && fields.members ? apply(work, view.value, fields) : view;
}

/** Changes a group as its directory says; who belongs to it besides, and manages it, stays. @param decide see `changePerson` */
export function changeGroupFor<E>(
  app: App,
  caller: DirectoryCaller,
  id: string,
  decide: (view: ProvisionedView) => Result<GroupFields, E>,
): Promise<Result<ProvisionedView, Refusal | E>> {
  return onKept(app, caller, { kind: "group", id }, decide, apply);
}

async function apply(
  work: DirectoryWork,
  { row, principal, related = [] }: ProvisionedView,
  fields: GroupFields,
): Promise<Result<ProvisionedView, Refusal>> {
  const { app, tx } = work;
  const id = principal.id;
  // Who lives in a household is the house's to say.
  if (await tx.households.byId(id)) return failed({ code: "forbidden", right: "change a household" });
  const changes = await memberChanges(work, related, fields.members);
  if (!changes.ok) return changes;
  const limit = app.limits.membersPerGroup;
  const members = await tx.principals.membersOf(id);
  const added = [...changes.value.values()].filter((one) => one !== null).length;
  if (members.length + 2 * added - changes.value.size > limit)
    return failed({ code: "invalid-value", field: "members", detail: `at most ${limit} in a group` });
  await changeMembers(await groupScope(app, tx, work.actor, id), principal, changes.value);
  const name = await rename(work, principal, keptGroup(row), fields.displayName);
  if (changes.value.size > 0 || name !== undefined) await record(work, principal, changes.value, name);
  const values = {
    externalId: fields.externalId,
    attributes: { displayName: fields.displayName },
    changedAt: changedNow(work, row),
  };
  const nameKey = keyOf(fields);
  if (!(await tx.provisioned.update(id, nameKey === row.nameKey ? values : { ...values, nameKey })))
    return taken();
  return seen(work, "group", id);
}

/** @returns the new name; undefined: it stays */
async function rename(
  { app, tx }: DirectoryWork,
  { id, displayName: now }: Principal,
  before: KeptGroup,
  displayName: string,
): Promise<string | undefined> {
  const name = readableName(displayName, app.limits.nameLength);
  if (displayName === before.displayName || name === "" || name === now) return undefined;
  await tx.principals.update(id, { displayName: name });
  return name;
}

/** Who joins and who leaves, of the people that the directory keeps. */
async function memberChanges(
  { tx, scope }: DirectoryWork,
  related: readonly Principal[],
  members: readonly string[] | undefined,
): Promise<Result<MemberChanges, Refusal>> {
  const changes = new Map<PrincipalId, { readonly isManager: boolean } | null>();
  if (!members) return ok(changes);
  const before = new Set(related.map(({ id }) => id));
  const wanted = new Set(members as readonly PrincipalId[]);
  const added = [...wanted].filter((id) => !before.has(id));
  const [rows, people] = [await tx.provisioned.byIds(added), await tx.principals.byIds(added)];
  const rowOf = new Map(rows.map((row) => [row.principalId, row]));
  const known = people.filter((one) => isSeen(rowOf.get(one.id), one, { scope, kind: "person" }));
  if (known.length < added.length)
    return failed({ code: "invalid-value", field: "members", detail: "there is no such user" });
  for (const id of before) if (!wanted.has(id)) changes.set(id, null);
  for (const id of added) changes.set(id, { isManager: false });
  return ok(changes);
}

async function record(
  work: DirectoryWork,
  { login, displayName }: Principal,
  changes: MemberChanges,
  name: string | undefined,
): Promise<void> {
  const people = await work.tx.principals.byIds([...changes.keys()]);
  const said = people.map((one) => [one.login, changes.get(one.id) ? "member" : "none"]);
  const entry = { actorId: null, action: "group-changed", subject: displayName } as const;
  await recordAudit(work.app, work.tx, {
    ...entry,
    detail: {
      ...(Object.fromEntries(said) as Record<string, string>),
      ...auditedBy(work),
      group: login,
      ...(name !== undefined && { name }),
    },
  });
}

/** A person leaves groups of the directory. */
export async function leaveGroups(
  work: DirectoryWork,
  person: Principal,
  groups: readonly Principal[],
): Promise<void> {
  const change = new Map([[person.id, null]]);
  for (const group of groups.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    if (await work.tx.households.byId(group.id)) continue;
    await changeMembers(await groupScope(work.app, work.tx, work.actor, group.id), group, change);
    await record(work, group, change, undefined);
  }
}

/**
 * A directory deletes a group: its people leave it, and it is not seen by the directory any more. The group and its calendars stay:
 * administrators delete it.
 */
export function removeGroupFor<E>(
  app: App,
  caller: DirectoryCaller,
  id: string,
  may: (view: ProvisionedView) => Result<void, E>,
): Promise<Result<void, Refusal | E>> {
  return onKept(app, caller, { kind: "group", id }, may, async (work, view) => {
    const { row, principal } = view;
    const fields = { displayName: keptGroup(row).displayName, externalId: row.externalId, members: [] };
    const left = await apply(work, view, fields);
    if (!left.ok) return left;
    await work.tx.provisioned.update(principal.id, { isHidden: true, changedAt: changedNow(work, row) + 1 });
    return ok(undefined);
  });
}
