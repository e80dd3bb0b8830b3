import type { GroupRecord } from "@snart/calendar/jmap/account.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { deleteAccount } from "../../app/accounts/delete-account.ts";
import { changeGroup, createGroup, restoreGroup, type MemberChanges } from "../../app/groups/change-group.ts";
import { listGroups, type Group } from "../../app/groups/groups.ts";
import { removeHousehold } from "../../app/households/remove-household.ts";
import type { PrincipalId } from "../../app/types.ts";
import { couldBeId, idText, text } from "../standard/arguments.ts";
import { recordType } from "../standard/record-type.ts";
import { NOT_FOUND, readInput } from "../standard/set-method.ts";
import { recordOf, type PropertiesOf } from "../standard/source.ts";
import { serverLock } from "../standard/state-guard.ts";
import { SNART } from "../wire/capabilities.ts";
import { invalidProperties, type SetError } from "../wire/errors.ts";
import type { JsonObject } from "../wire/json.ts";

const properties: PropertiesOf<Group, GroupRecord> = {
  id: ({ principal }) => principal.id,
  name: ({ principal }) => principal.displayName,
  status: ({ principal }) => (principal.status === "deleted" ? "deleted" : "active"),
  statusSince: ({ principal }) => formatUtcDateTime(principal.statusSince ?? principal.createdAt),
  members: ({ members }) =>
    Object.fromEntries(
      members.map(({ principal: { id, displayName, email, status }, isManager }) => [
        id,
        // A suspended person stays a member, and can do nothing meanwhile.
        { name: displayName, email, isManager, isSuspended: status === "suspended" },
      ]),
    ),
  mayManage: ({ mayManage }) => mayManage,
  calendars: ({ calendars }) => calendars,
  householdLabel: ({ householdLabel }) => householdLabel,
};

const member = v.nullable(v.strictObject({ isManager: v.optional(v.boolean(), false) }));
const memberMap = v.pipe(
  v.custom<JsonObject>((value) => typeof value === "object" && value !== null && !Array.isArray(value)),
  v.check((map) => Object.keys(map).every(couldBeId), "every name must be an id"),
);
const newGroup = v.strictObject({ name: text, members: v.optional(memberMap, {}) });

/**
 * Group (urn:snart:jmap): a principal that owns calendars together. Everybody sees their own groups, administrators
 * all. Administrators create and delete groups and restore them (`status`), managers change their names and members
 * (`members/ID`), everybody may leave. `calendarsTo` names the new owner of destroyed groups' calendars.
 */
export const groups = recordType({
  name: "Group",
  capability: SNART,
  isOwn: true,
  properties,
  read: async ({ app, actor }) => ok({ items: await listGroups(app, actor) }),
  set: {
    arguments: { calendarsTo: v.nullish(idText) },
    locks: serverLock,
    async create(call, given) {
      const { app, actor } = call;
      const input = readInput(newGroup, given);
      if (!input.ok) return input;
      const members = membersOf(input.value.members);
      if (!members.ok) return members;
      const made = await createGroup(app, actor, input.value.name, members.value);
      if (!made.ok) return made;
      const group = (await listGroups(app, actor)).find(({ principal }) => principal.id === made.value);
      return group ? ok(recordOf({ properties }, group, call)) : failed({ code: "not-found" });
    },
    async update({ app, actor }, id, patch) {
      const { name, status, ...others } = patch;
      if (status !== undefined) {
        if (status !== "active" || name !== undefined || Object.keys(others).length > 0)
          return failed(invalidProperties(["status"], "a deleted group becomes active, by itself"));
        return restoreGroup(app, actor, id as PrincipalId);
      }
      if (name !== undefined && (typeof name !== "string" || name.includes("\0")))
        return failed(invalidProperties(["name"], "must be text"));
      const unknown = Object.keys(others).filter((key) => !key.startsWith("members/"));
      if (unknown.length > 0) return failed(invalidProperties(unknown, "cannot be set"));
      const byId = Object.entries(others).map(([key, value]) => [key.slice("members/".length), value]);
      const members = membersOf(Object.fromEntries(byId) as JsonObject);
      if (!members.ok) return members;
      const renamed = typeof name === "string" ? { name } : {};
      return changeGroup(app, actor, id as PrincipalId, { ...renamed, members: members.value });
    },
    async destroy({ app, actor, args, known }, id) {
      const to = (args.calendarsTo ?? undefined) as PrincipalId | undefined;
      const group = known.get(id);
      if (!group) return NOT_FOUND;
      // What a household has booked must go with it.
      if (group.householdLabel !== null) return removeHousehold(app, actor, id as PrincipalId, to);
      return deleteAccount(app, actor, id as PrincipalId, to);
    },
  },
});

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
