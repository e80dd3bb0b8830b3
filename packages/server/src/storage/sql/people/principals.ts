import type { Selectable, Updateable } from "kysely";
import type { PrincipalReads, PrincipalWrites } from "../../port/people.ts";
import type { PrincipalId } from "../../records/ids.ts";
import type {
  GroupMember,
  Preferences,
  Principal,
  PrincipalKind,
  PrincipalStatus,
} from "../../records/people.ts";
import type { PrincipalTable } from "../tables/people.ts";
import type { Scope } from "../scope.ts";
import { statement } from "../statement.ts";

export function principals(scope: Scope): PrincipalReads & PrincipalWrites {
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

export function principalFromRow(row: Selectable<PrincipalTable>): Principal {
  return {
    id: row.id as PrincipalId,
    kind: row.kind as PrincipalKind,
    login: row.login,
    displayName: row.display_name,
    email: row.email,
    status: row.status as PrincipalStatus,
    isAdmin: row.is_admin === 1,
    preferences: JSON.parse(row.preferences) as Preferences,
    createdAt: row.created_at,
    statusSince: row.status_since,
  };
}

const selectById = statement(
  (q, p: { id: string }) => q.selectFrom("principal").selectAll().where("id", "=", p.id),
  { isRemembered: true },
);

async function byId(scope: Scope, id: string): Promise<Principal | undefined> {
  const row = await scope.row(selectById(scope.dialect, { id }));
  return row && principalFromRow(row);
}

const selectByLogin = statement(
  (q, p: { login: string }) => q.selectFrom("principal").selectAll().where("login", "=", p.login),
  { isRemembered: true },
);

async function byLogin(scope: Scope, login: string): Promise<Principal | undefined> {
  const row = await scope.row(selectByLogin(scope.dialect, { login }));
  return row && principalFromRow(row);
}

/** A person first, should a group or thing have the same address. */
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
  const row = await scope.row(selectByEmail(scope.dialect, { email }));
  return row && principalFromRow(row);
}

async function list(scope: Scope, kind: PrincipalKind | undefined): Promise<Principal[]> {
  let query = scope.query.selectFrom("principal").selectAll().orderBy("login");
  if (kind !== undefined) query = query.where("kind", "=", kind);
  return (await scope.rows(query)).map(principalFromRow);
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
  return (await scope.rows(query.orderBy("member_id"))).map((row) => ({
    groupId: row.group_id as PrincipalId,
    memberId: row.member_id as PrincipalId,
    isManager: row.is_manager === 1,
  }));
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

async function insert(scope: Scope, principal: Principal): Promise<"inserted" | "duplicate"> {
  const query = scope.query
    .insertInto("principal")
    .values({
      id: principal.id,
      kind: principal.kind,
      login: principal.login,
      display_name: principal.displayName,
      email: principal.email,
      status: principal.status,
      is_admin: principal.isAdmin ? 1 : 0,
      preferences: JSON.stringify(principal.preferences),
      created_at: principal.createdAt,
      status_since: principal.statusSince ?? principal.createdAt,
      modseq: 0,
      forgotten_modseq: 0,
    })
    .onConflict((conflict) => conflict.doNothing());
  return (await scope.run(query)) === 1 ? "inserted" : "duplicate";
}

async function update(scope: Scope, id: string, fields: Partial<Principal>): Promise<void> {
  const values = columns(fields);
  if (Object.keys(values).length === 0) return;
  await scope.run(scope.query.updateTable("principal").set(values).where("id", "=", id));
}

/** Of the fields that are there, their columns. */
function columns(fields: Partial<Principal>): Updateable<PrincipalTable> {
  return {
    ...(fields.login !== undefined && { login: fields.login }),
    ...(fields.displayName !== undefined && { display_name: fields.displayName }),
    ...(fields.email !== undefined && { email: fields.email }),
    ...(fields.status !== undefined && { status: fields.status }),
    ...(fields.statusSince !== undefined && { status_since: fields.statusSince }),
    ...(fields.isAdmin !== undefined && { is_admin: fields.isAdmin ? 1 : 0 }),
    ...(fields.preferences !== undefined && { preferences: JSON.stringify(fields.preferences) }),
  };
}

async function addMember(scope: Scope, { groupId, memberId, isManager }: GroupMember): Promise<void> {
  const is_manager = isManager ? 1 : 0;
  await scope.run(
    scope.query
      .insertInto("group_member")
      .values({ group_id: groupId, member_id: memberId, is_manager })
      .onConflict((conflict) => conflict.columns(["group_id", "member_id"]).doUpdateSet({ is_manager })),
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
