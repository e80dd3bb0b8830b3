import { failed, ok, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { deleteAccount } from "../../app/accounts/delete-account.ts";
import { changeGroup, createGroup, restoreGroup, type MemberChanges } from "../../app/groups/change-group.ts";
import { listGroups, type Group } from "../../app/groups/groups.ts";
import type { PrincipalId } from "../../app/types.ts";
import { ownAccountMethod, type Method, type MethodContext } from "../method.ts";
import { setErrorOf } from "../problem.ts";
import { couldBeId, getArguments, idText, setArguments, text } from "../standard/arguments.ts";
import { checkProperties, getAnswer, requestedIds } from "../standard/get.ts";
import { SetOutcome, setRequest } from "../standard/set.ts";
import { SNART } from "../wire/capabilities.ts";
import { invalidProperties, type SetError } from "../wire/errors.ts";
import type { JsonObject } from "../wire/json.ts";
import { shortHash } from "../wire/session.ts";
import { utcDate } from "./subscription-record.ts";

/** A Group (urn:snart:jmap): a principal that owns calendars together. */
export interface GroupRecord {
  readonly id: string;
  readonly name: string;
  readonly status: "active" | "deleted";
  readonly statusSince: string;
  readonly members: Readonly<Record<string, GroupMemberRecord>>;
  readonly mayManage: boolean;
  readonly calendars: number;
}
export interface GroupMemberRecord {
  readonly name: string;
  readonly email: string | null;
  readonly isManager: boolean;
  /** Somebody suspended stays a member, and does nothing meanwhile. */
  readonly isSuspended: boolean;
}

export const GROUP_PROPERTIES: readonly (keyof GroupRecord)[] = [
  "id",
  "name",
  "status",
  "statusSince",
  "members",
  "mayManage",
  "calendars",
];

const recordOf = ({ principal, members, mayManage, calendars }: Group): GroupRecord => ({
  id: principal.id,
  name: principal.displayName,
  status: principal.status === "deleted" ? "deleted" : "active",
  statusSince: utcDate(principal.statusSince ?? principal.createdAt),
  members: Object.fromEntries(
    members.map(({ principal: { id, displayName, email, status }, isManager }) => [
      id,
      { name: displayName, email, isManager, isSuspended: status === "suspended" },
    ]),
  ),
  mayManage,
  calendars,
});

async function readGroups({ app, actor }: MethodContext) {
  const records = (await listGroups(app, actor)).map((group) => ({ ...recordOf(group) }));
  return { records, state: shortHash(records) };
}

/** Group/get: the groups that the actor is in; for administrators all. */
const groupGet = ownAccountMethod(SNART, v.strictObject(getArguments), async (context, account, args) => {
  const ids = requestedIds(args.ids, context.app.limits.maxObjectsInGet);
  if (!ids.ok) return ids;
  const properties = checkProperties(args.properties, GROUP_PROPERTIES);
  if (!properties.ok) return properties;
  const { records, state } = await readGroups(context);
  return ok(
    getAnswer({ accountId: account.id, state, ids: ids.value, properties: properties.value, records }),
  );
});

const member = v.nullable(v.strictObject({ isManager: v.optional(v.boolean(), false) }));
const memberMap = v.pipe(
  v.custom<JsonObject>((value) => typeof value === "object" && value !== null && !Array.isArray(value)),
  v.check((map) => Object.keys(map).every(couldBeId), "every name must be an id"),
);
const newGroup = v.strictObject({ name: text, members: v.optional(memberMap, {}) });
const schema = v.strictObject({ ...setArguments, calendarsTo: v.nullish(idText) });

/**
 * Group/set: administrators make and delete groups and bring them back (`status`), managers change their names and members
 * (`members/ID`), everybody leaves. `calendarsTo` says who gets the calendars of the groups that are destroyed.
 */
const groupSet = ownAccountMethod(SNART, schema, async (context, account, args) => {
  const { app, actor } = context;
  const request = setRequest(context, args, app.limits.maxObjectsInSet);
  if (!request.ok) return request;
  const { state: oldState } = await readGroups(context);
  if (typeof args.ifInState === "string" && args.ifInState !== oldState)
    return failed({ type: "stateMismatch" });
  const outcome = new SetOutcome();
  for (const [creationId, given] of request.value.create)
    await createOne(context, outcome, creationId, given);
  for (const [id, patch] of request.value.update()) {
    const error = await updateOne(context, id as PrincipalId, patch);
    if (error) outcome.notUpdated.set(id, error);
    else outcome.updated.set(id, null);
  }
  const to = typeof args.calendarsTo === "string" ? (args.calendarsTo as PrincipalId) : undefined;
  const known = new Set((await listGroups(app, actor)).map(({ principal }) => principal.id as string));
  for (const id of request.value.destroy()) {
    const done = known.has(id) ? await deleteAccount(app, actor, id as PrincipalId, to) : undefined;
    if (done?.ok) outcome.destroyed.push(id);
    else outcome.notDestroyed.set(id, done ? setErrorOf(done.problem) : { type: "notFound" });
  }
  return ok(outcome.answer(account.id, oldState, (await readGroups(context)).state));
});

async function createOne(
  context: MethodContext,
  outcome: SetOutcome,
  creationId: string,
  given: JsonObject,
): Promise<void> {
  const { app, actor, createdIds } = context;
  const read = v.safeParse(newGroup, given);
  if (!read.success) return void outcome.notCreated.set(creationId, wrong(read.issues[0]));
  const members = membersOf(read.output.members);
  if (!members.ok) return void outcome.notCreated.set(creationId, members.problem);
  const made = await createGroup(app, actor, read.output.name, members.value);
  if (!made.ok) return void outcome.notCreated.set(creationId, setErrorOf(made.problem));
  createdIds.set(creationId, made.value);
  const record = (await readGroups(context)).records.find(({ id }) => id === made.value);
  outcome.created.set(creationId, { ...record });
}

async function updateOne(
  { app, actor }: MethodContext,
  id: PrincipalId,
  patch: JsonObject,
): Promise<SetError | undefined> {
  const { name, status, ...others } = patch;
  if (status !== undefined) {
    if (status !== "active" || name !== undefined || Object.keys(others).length > 0)
      return invalidProperties(["status"], "a deleted group becomes active, by itself");
    const restored = await restoreGroup(app, actor, id);
    return restored.ok ? undefined : setErrorOf(restored.problem);
  }
  if (name !== undefined && (typeof name !== "string" || name.includes("\0")))
    return invalidProperties(["name"], "must be text");
  const unknown = Object.keys(others).filter((key) => !key.startsWith("members/"));
  if (unknown.length > 0) return invalidProperties(unknown, "cannot be set");
  const byId = Object.entries(others).map(([key, value]) => [key.slice("members/".length), value] as const);
  const members = membersOf(Object.fromEntries(byId));
  if (!members.ok) return members.problem;
  const changed = await changeGroup(app, actor, id, {
    ...(typeof name === "string" && { name }),
    members: members.value,
  });
  return changed.ok ? undefined : setErrorOf(changed.problem);
}

function membersOf(given: JsonObject): Result<MemberChanges, SetError> {
  const found = new Map<PrincipalId, { readonly isManager: boolean } | null>();
  for (const [id, value] of Object.entries(given)) {
    const read = v.safeParse(member, value);
    if (!read.success || !couldBeId(id))
      return failed(invalidProperties([`members/${id}`.slice(0, 300)], "no member"));
    found.set(id as PrincipalId, read.output);
  }
  return ok(found);
}

function wrong(issue: v.BaseIssue<unknown>): SetError {
  return invalidProperties([v.getDotPath(issue) ?? ""], issue.message.slice(0, 200));
}

/** Every method of groups by its name. */
export const groupMethods: readonly (readonly [string, Method])[] = [
  ["Group/get", groupGet],
  ["Group/set", groupSet],
];
