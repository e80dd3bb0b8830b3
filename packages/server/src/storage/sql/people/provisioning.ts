import type { Noun } from "../../port.ts";
import type { Provisioned } from "../../records/people.ts";
import type { Scope } from "../scope.ts";
import { provisioned as columns, provisioningToken } from "../tables/people.ts";

export function provisioningTokens(scope: Scope): Noun<"provisioningTokens"> {
  const all = () => scope.query.selectFrom("provisioning_token").selectAll();
  return {
    bySecretHash: (secretHash) =>
      scope.record(provisioningToken, all().where("secret_hash", "=", secretHash)),
    list: () => scope.records(provisioningToken, all().orderBy("created_at").orderBy("id")),
    insert: async (token) =>
      void (await scope.run(
        scope.query.insertInto("provisioning_token").values(provisioningToken.row(token)),
      )),
    setLastUsed: async (id, at) =>
      void (await scope.run(
        scope.query.updateTable("provisioning_token").set({ last_used_at: at }).where("id", "=", id),
      )),
    setMailsPeople: async (id, mailsPeople) =>
      void (await scope.run(
        scope.query
          .updateTable("provisioning_token")
          .set(provisioningToken.changes({ mailsPeople }))
          .where("id", "=", id),
      )),
    remove: async (id) =>
      (await scope.run(scope.query.deleteFrom("provisioning_token").where("id", "=", id))) === 1,
    removeOfProvider: async (providerId) =>
      void (await scope.run(
        scope.query.deleteFrom("provisioning_token").where("provider_id", "=", providerId),
      )),
  };
}

type Kind = Pick<Provisioned, "scope" | "kind">;

export function provisioned(scope: Scope): Noun<"provisioned"> {
  const all = () => scope.query.selectFrom("provisioned").selectAll("provisioned");
  const ofKind = ({ scope: whose, kind }: Kind) =>
    all().where("provisioned.scope", "=", whose).where("provisioned.kind", "=", kind);
  return {
    byId: (id) => scope.record(columns, all().where("principal_id", "=", id)),
    byIds: async (ids) =>
      ids.length === 0
        ? []
        : scope.records(
            columns,
            all()
              .where(scope.dialect.isIn("principal_id", scope.list(ids)))
              .orderBy("principal_id"),
          ),
    byName: (of, nameKey) => scope.record(columns, ofKind(of).where("name_key", "=", nameKey)),
    byExternalId: (of, externalId) =>
      scope.records(columns, ofKind(of).where("external_id", "=", externalId).orderBy("principal_id")),
    count: (of) => count(scope, of),
    page: (of, { after, offset, limit }) =>
      scope.records(
        columns,
        ofKind(of)
          .innerJoin("principal", "principal.id", "provisioned.principal_id")
          .where("provisioned.is_hidden", "=", 0)
          .where("principal.status", "!=", "deleted")
          .where("provisioned.principal_id", ">", after)
          .orderBy("provisioned.principal_id")
          .limit(limit)
          .offset(offset),
      ),
    async insert(one) {
      const query = scope.query.insertInto("provisioned").values(columns.row(one));
      return (await scope.run(query.onConflict((conflict) => conflict.doNothing()))) === 1;
    },
    update: (id, fields) => update(scope, id, fields),
    remove: async (id) =>
      void (await scope.run(scope.query.deleteFrom("provisioned").where("principal_id", "=", id))),
  };
}

async function count(scope: Scope, { scope: whose, kind }: Kind): Promise<number> {
  const query = scope.query
    .selectFrom("provisioned")
    .innerJoin("principal", "principal.id", "provisioned.principal_id")
    .select((e) => e.fn.countAll<number>().as("count"))
    .where("provisioned.scope", "=", whose)
    .where("provisioned.kind", "=", kind)
    .where("provisioned.is_hidden", "=", 0)
    .where("principal.status", "!=", "deleted");
  return (await scope.row(query))?.count ?? 0;
}

/**
 * Another name is taken as a new row takes it: of two who take it at once, one waits for the other, and no statement fails, which would
 * end the transaction on PostgreSQL.
 */
async function update(scope: Scope, id: string, fields: Partial<Provisioned>): Promise<boolean> {
  const values = columns.changes(fields);
  if (Object.keys(values).length === 0) return true;
  if (fields.nameKey === undefined && fields.scope === undefined) {
    await scope.run(scope.query.updateTable("provisioned").set(values).where("principal_id", "=", id));
    return true;
  }
  const found = scope.query.selectFrom("provisioned").selectAll().where("principal_id", "=", id);
  const before = await scope.record(columns, found);
  if (before === undefined) return false;
  await scope.run(scope.query.deleteFrom("provisioned").where("principal_id", "=", id));
  const put = async (one: Provisioned): Promise<boolean> => {
    const query = scope.query.insertInto("provisioned").values(columns.row(one));
    return (await scope.run(query.onConflict((conflict) => conflict.doNothing()))) === 1;
  };
  if (await put({ ...before, ...fields })) return true;
  await put(before);
  return false;
}
