import type { Noun } from "../../port.ts";
import type { PrincipalId } from "../../records/ids.ts";
import type { GroupMember, Principal, PrincipalKind } from "../../records/people.ts";
import type { Scope } from "../scope.ts";
import { statement } from "../statement.ts";
import { groupMember, principal } from "../tables/people.ts";

export function principals(scope: Scope): Noun<"principals"> {
  return {
    byId: (id) => byId(scope, id),
    byLogin: (login) => byLogin(scope, login),
    byEmail: (email) => byEmail(scope, email),
    list: (kind) => list(scope, kind),
    count: () => count(scope),
    groupsOf: (id) => groupsOf(scope, id),
    membersOf: (groupId) => membersOf(scope, groupId),
    modseq: (id) => modseq(scope, id),
    availability: (id) => availability(scope, id),
    insert: (principal) => insert(scope, principal),
    update: (id, fields) => update(scope, id, fields),
    addMember: (groupId, memberId, isManager = false) => addMember(scope, { groupId, memberId, isManager }),
    removeMember: (groupId, memberId) => removeMember(scope, groupId, memberId),
    setAvailability: (id, icalendar) => setAvailability(scope, id, icalendar),
  };
}

const selectById = statement(
  (q, p: { id: string }) => q.selectFrom("principal").selectAll().where("id", "=", p.id),
  { isRemembered: true },
);

async function byId(scope: Scope, id: string): Promise<Principal | undefined> {
  return scope.record(principal, selectById(scope.dialect, { id }));
}

const selectByLogin = statement(
  (q, p: { login: string }) => q.selectFrom("principal").selectAll().where("login", "=", p.login),
  { isRemembered: true },
);

async function byLogin(scope: Scope, login: string): Promise<Principal | undefined> {
  return scope.record(principal, selectByLogin(scope.dialect, { login }));
}

/** People first, if a group or bookable has the same address. */
const selectByEmail = statement((q, p: { email: string }) =>
  q
    .selectFrom("principal")
    .selectAll()
    .where("email", "=", p.email)
    .orderBy((e) => e.case().when("kind", "=", "person").then(0).else(1).end())
    .orderBy("id")
    .limit(1),
);

async function byEmail(scope: Scope, email: string): Promise<Principal | undefined> {
  return scope.record(principal, selectByEmail(scope.dialect, { email }));
}

async function list(scope: Scope, kind: PrincipalKind | undefined): Promise<Principal[]> {
  let query = scope.query.selectFrom("principal").selectAll().orderBy("login");
  if (kind !== undefined) query = query.where("kind", "=", kind);
  return scope.records(principal, query);
}

async function count(scope: Scope): Promise<number> {
  const query = scope.query.selectFrom("principal").select((e) => e.fn.countAll<number>().as("count"));
  return (await scope.row(query))?.count ?? 0;
}

const selectGroups = statement(
  (q, p: { id: string }) =>
    q
      .selectFrom("group_member")
      .innerJoin("principal", "principal.id", "group_member.group_id")
      .select("group_id")
      .where("member_id", "=", p.id)
      .where("principal.status", "!=", "deleted")
      .orderBy("group_id"),
  { isRemembered: true },
);

async function membersOf(scope: Scope, groupId: string): Promise<GroupMember[]> {
  const query = scope.query.selectFrom("group_member").selectAll().where("group_id", "=", groupId);
  return scope.records(groupMember, query.orderBy("member_id"));
}

async function groupsOf(scope: Scope, id: string): Promise<PrincipalId[]> {
  const rows = await scope.rows(selectGroups(scope.dialect, { id }));
  return rows.map((row) => row.group_id as PrincipalId);
}

const selectModseq = statement((q, p: { id: string }) =>
  q.selectFrom("principal").select("modseq").where("id", "=", p.id),
);

async function modseq(scope: Scope, id: string): Promise<number> {
  const row = await scope.row(selectModseq(scope.dialect, { id }));
  return row?.modseq ?? 0;
}

async function insert(scope: Scope, one: Principal): Promise<"inserted" | "duplicate"> {
  const query = scope.query
    .insertInto("principal")
    .values({
      ...principal.row({ statusSince: one.createdAt, ...one }),
      modseq: 0,
      forgotten_modseq: 0,
    })
    .onConflict((conflict) => conflict.doNothing());
  return (await scope.run(query)) === 1 ? "inserted" : "duplicate";
}

async function update(scope: Scope, id: string, fields: Partial<Principal>): Promise<void> {
  const values = principal.changes(fields);
  if (Object.keys(values).length === 0) return;
  await scope.run(scope.query.updateTable("principal").set(values).where("id", "=", id));
}

async function addMember(scope: Scope, member: GroupMember): Promise<void> {
  const row = groupMember.row(member);
  await scope.run(
    scope.query
      .insertInto("group_member")
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(["group_id", "member_id"]).doUpdateSet({ is_manager: row.is_manager }),
      ),
  );
}

async function removeMember(scope: Scope, groupId: string, memberId: string): Promise<void> {
  await scope.run(
    scope.query.deleteFrom("group_member").where("group_id", "=", groupId).where("member_id", "=", memberId),
  );
}

const selectAvailability = statement((q, p: { id: string }) =>
  q.selectFrom("availability").select("icalendar").where("account_id", "=", p.id),
);

async function availability(scope: Scope, id: string): Promise<string | undefined> {
  return (await scope.row(selectAvailability(scope.dialect, { id })))?.icalendar;
}

async function setAvailability(scope: Scope, id: string, icalendar: string | undefined): Promise<void> {
  await scope.run(
    icalendar === undefined
      ? scope.query.deleteFrom("availability").where("account_id", "=", id)
      : scope.query
          .insertInto("availability")
          .values({ account_id: id, icalendar })
          .onConflict((conflict) => conflict.column("account_id").doUpdateSet({ icalendar })),
  );
}
