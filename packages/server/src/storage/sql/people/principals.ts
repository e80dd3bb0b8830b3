import type { Noun } from "../../port.ts";
import type { PrincipalId } from "../../records/ids.ts";
import type { GroupMember, Principal, PrincipalKind } from "../../records/people.ts";
import type { List } from "../dialects/dialect.ts";
import type { Scope } from "../scope.ts";
import { statement } from "../statement.ts";
import { photoOf, removePhoto, setPhoto } from "./photos.ts";
import { groupMember, ownedAddress, ownedLogin, principal } from "../tables/people.ts";

export function principals(scope: Scope): Noun<"principals"> {
  return {
    byId: (id) => byId(scope, id),
    byIds: (ids) => byIds(scope, ids),
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
    setAddresses: (id, addresses) => setAddresses(scope, id, addresses),
    setLogins: (id, logins) => setLogins(scope, id, logins),
    addMember: (groupId, memberId, isManager = false) => addMember(scope, { groupId, memberId, isManager }),
    removeMember: (groupId, memberId) => removeMember(scope, groupId, memberId),
    setAvailability: (id, icalendar) => setAvailability(scope, id, icalendar),
    photo: (id) => photoOf(scope, id),
    setPhoto: (one) => setPhoto(scope, one),
    removePhoto: (id) => removePhoto(scope, id),
  };
}

const selectById = statement(
  (q, p: { id: string }) => q.selectFrom("principal").selectAll().where("id", "=", p.id),
  { isRemembered: true },
);

async function byId(scope: Scope, id: string): Promise<Principal | undefined> {
  return scope.record(principal, selectById(scope.dialect, { id }));
}

const selectByIds = statement((q, p: { ids: List }, dialect) =>
  q.selectFrom("principal").selectAll().where(dialect.isIn("id", p.ids)),
);

async function byIds(scope: Scope, ids: readonly PrincipalId[]): Promise<Principal[]> {
  if (ids.length === 0) return [];
  const found = await scope.records(principal, selectByIds(scope.dialect, { ids: scope.list(ids) }));
  const known = new Map(found.map((one) => [one.id, one]));
  return [...new Set(ids)].flatMap((id) => known.get(id) ?? []);
}

const selectByLogin = statement(
  (q, p: { login: string }) =>
    q
      .selectFrom("owned_login")
      .innerJoin("principal", "principal.id", "owned_login.principal_id")
      .selectAll("principal")
      .where("owned_login.login", "=", p.login),
  { isRemembered: true },
);

async function byLogin(scope: Scope, login: string): Promise<Principal | undefined> {
  return scope.record(principal, selectByLogin(scope.dialect, { login }));
}

const selectByOwned = statement((q, p: { email: string }) =>
  q
    .selectFrom("owned_address")
    .innerJoin("principal", "principal.id", "owned_address.principal_id")
    .selectAll("principal")
    .where("owned_address.email", "=", p.email),
);

/** A group or bookable, which shares its address with whomever. */
const selectByEmail = statement((q, p: { email: string }) =>
  q
    .selectFrom("principal")
    .selectAll()
    .where("email", "=", p.email)
    .where("kind", "!=", "person")
    .orderBy("id")
    .limit(1),
);

async function byEmail(scope: Scope, email: string): Promise<Principal | undefined> {
  return (
    (await scope.record(principal, selectByOwned(scope.dialect, { email }))) ??
    scope.record(principal, selectByEmail(scope.dialect, { email }))
  );
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
  if ((await scope.run(query)) === 0) return "duplicate";
  if (await ownAll(scope, one)) return "inserted";
  for (const table of ["owned_login", "owned_address"] as const)
    await scope.run(scope.query.deleteFrom(table).where("principal_id", "=", one.id));
  await scope.run(scope.query.deleteFrom("principal").where("id", "=", one.id));
  return "duplicate";
}

async function ownAll(scope: Scope, one: Principal): Promise<boolean> {
  for (const login of loginsOf(one)) if (!(await ownLogin(scope, one.id, login))) return false;
  if (one.kind === "person")
    for (const email of addressesOf(one)) if (!(await own(scope, one.id, email))) return false;
  return true;
}

const loginsOf = ({ login, formerLogins }: Pick<Principal, "login" | "formerLogins">): readonly string[] => [
  login,
  ...formerLogins,
];

const addressesOf = ({ email, formerEmails }: Pick<Principal, "email" | "formerEmails">): readonly string[] =>
  email === null ? formerEmails : [email, ...formerEmails];

/** Takes an address for a person. @returns whether it is theirs now: of two who take it at once, one waits for the other */
async function own(scope: Scope, principalId: PrincipalId, email: string): Promise<boolean> {
  const table = scope.query.insertInto("owned_address");
  const row = ownedAddress.row({ email, principalId });
  await scope.run(table.values(row).onConflict((conflict) => conflict.doNothing()));
  const found = scope.query.selectFrom("owned_address").selectAll().where("email", "=", email);
  return (await scope.record(ownedAddress, found))?.principalId === principalId;
}

/** The same for a login. */
async function ownLogin(scope: Scope, principalId: PrincipalId, login: string): Promise<boolean> {
  const table = scope.query.insertInto("owned_login");
  const row = ownedLogin.row({ login, principalId });
  await scope.run(table.values(row).onConflict((conflict) => conflict.doNothing()));
  const found = scope.query.selectFrom("owned_login").selectAll().where("login", "=", login);
  return (await scope.record(ownedLogin, found))?.principalId === principalId;
}

/** See `PrincipalWrites.setLogins`. The former ones are the person's already. */
async function setLogins(
  scope: Scope,
  id: PrincipalId,
  logins: Pick<Principal, "login" | "formerLogins">,
): Promise<"set" | "duplicate"> {
  if (!(await ownLogin(scope, id, logins.login))) return "duplicate";
  const others = scope.query.deleteFrom("owned_login").where("principal_id", "=", id);
  await scope.run(others.where("login", "not in", loginsOf(logins)));
  const values = principal.changes(logins);
  await scope.run(scope.query.updateTable("principal").set(values).where("id", "=", id));
  return "set";
}

/** See `PrincipalWrites.setAddresses`. The former ones are the person's already. */
async function setAddresses(
  scope: Scope,
  id: PrincipalId,
  addresses: Pick<Principal, "email" | "formerEmails">,
): Promise<"set" | "duplicate"> {
  const { email } = addresses;
  if (email !== null && !(await own(scope, id, email))) return "duplicate";
  const others = scope.query.deleteFrom("owned_address").where("principal_id", "=", id);
  const kept = addressesOf(addresses);
  await scope.run(kept.length === 0 ? others : others.where("email", "not in", kept));
  const values = principal.changes(addresses);
  await scope.run(scope.query.updateTable("principal").set(values).where("id", "=", id));
  return "set";
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
