import { sql } from "kysely";
import type { Noun } from "../../port.ts";
import { deleteSome } from "../delete-some.ts";
import type { Scope } from "../scope.ts";
import { constant, statement } from "../statement.ts";
import { collectionPush } from "../tables/people.ts";

const selectLive = statement((q, p: { now: number }) =>
  q.selectFrom("collection_push").select("id").where("expires_at", ">", p.now).limit(constant(1)),
);

export function collectionPushes(scope: Scope): Noun<"collectionPushes"> {
  const all = () => scope.query.selectFrom("collection_push").selectAll();
  return {
    byId: (id) => scope.record(collectionPush, all().where("id", "=", id)),
    liveOf: (accountId, now) =>
      scope.records(
        collectionPush,
        all().where("account_id", "=", accountId).where("expires_at", ">", now).orderBy("id"),
      ),
    ofPrincipal: (principalId) =>
      scope.records(collectionPush, all().where("principal_id", "=", principalId).orderBy("id")),
    isAny: async (now) => (await scope.row(selectLive(scope.dialect, { now }))) !== undefined,
    async put(registration) {
      const { id, ...row } = collectionPush.row(registration);
      const query = scope.query
        .insertInto("collection_push")
        .values({ id, ...row })
        .onConflict((conflict) => conflict.columns(["calendar_id", "principal_id", "url"]).doUpdateSet(row))
        .returning("id");
      return (await scope.row(query))?.id ?? id;
    },
    async tell(id, { toldContent, toldProperties }) {
      await scope.run(
        scope.query
          .updateTable("collection_push")
          .set({ told_content: toldContent, told_properties: toldProperties })
          .where("id", "=", id)
          .where("told_content", "<=", toldContent)
          .where("told_properties", "<=", toldProperties),
      );
    },
    remove: async (id) =>
      void (await scope.run(scope.query.deleteFrom("collection_push").where("id", "=", id))),
    removeExpired: (now, limit) =>
      deleteSome(scope, "collection_push", ["id"], sql`expires_at <= ${now}`, limit),
  };
}
