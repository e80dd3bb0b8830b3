import type { Noun } from "../../port.ts";
import type { Scope } from "../scope.ts";
import { statement } from "../statement.ts";
import { pushSubscription } from "../tables/people.ts";

const selectLive = statement((q, p: { now: number }) =>
  q
    .selectFrom("push_subscription")
    .selectAll()
    .where("is_verified", "=", 1)
    .where("expires_at", ">", p.now)
    .orderBy("id"),
);

export function push(scope: Scope): Noun<"push"> {
  const all = () => scope.query.selectFrom("push_subscription").selectAll();
  return {
    byId: (id) => scope.record(pushSubscription, all().where("id", "=", id)),
    ofPrincipal: (principalId) =>
      scope.records(pushSubscription, all().where("principal_id", "=", principalId).orderBy("id")),
    live: (now) => scope.records(pushSubscription, selectLive(scope.dialect, { now })),
    insert: async (subscription) =>
      void (await scope.run(
        scope.query.insertInto("push_subscription").values(pushSubscription.row(subscription)),
      )),
    async update(id, fields) {
      const values = pushSubscription.changes(fields);
      if (Object.keys(values).length === 0) return;
      await scope.run(scope.query.updateTable("push_subscription").set(values).where("id", "=", id));
    },
    async remove(principalId, id) {
      const query = scope.query
        .deleteFrom("push_subscription")
        .where("principal_id", "=", principalId)
        .where("id", "=", id);
      return (await scope.run(query)) > 0;
    },
  };
}
