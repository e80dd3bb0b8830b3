import { sql } from "kysely";
import type { HomePush } from "../../records/notifications.ts";
import type { Noun } from "../../port.ts";
import { deleteSome } from "../delete-some.ts";
import type { Scope } from "../scope.ts";
import { constant, statement } from "../statement.ts";
import { homePush } from "../tables/people.ts";

const selectLive = statement((q, p: { now: number }) =>
  q.selectFrom("home_push").select("id").where("expires_at", ">", p.now).limit(constant(1)),
);

export function homePushes(scope: Scope): Noun<"homePushes"> {
  const all = () => scope.query.selectFrom("home_push").selectAll();
  return {
    byId: (id) => scope.record(homePush, all().where("id", "=", id)),
    ofPrincipal: (principalId) =>
      scope.records(homePush, all().where("principal_id", "=", principalId).orderBy("id")),
    concernedBy(accountId, principalIds, now) {
      const ofTheirs = scope.query
        .selectFrom("home_push_account")
        .select("home_push_id")
        .where("account_id", "=", accountId);
      const people = scope.dialect.isIn("principal_id", scope.list(principalIds));
      return scope.records(
        homePush,
        all()
          .where("expires_at", ">", now)
          .where((is) => is.or([people, is("id", "in", ofTheirs)]))
          .orderBy("id"),
      );
    },
    isAny: async (now) => (await scope.row(selectLive(scope.dialect, { now }))) !== undefined,
    async put(registration) {
      const { id, ...row } = homePush.row(registration);
      const query = scope.query
        .insertInto("home_push")
        .values({ id, ...row })
        .onConflict((conflict) => conflict.columns(["principal_id", "home_id", "url"]).doUpdateSet(row))
        .returning("id");
      const stored = (await scope.row(query))?.id ?? id;
      await setAccounts(scope, stored, registration.told);
      return stored;
    },
    async tell(id, told) {
      const query = scope.query.updateTable("home_push").set(homePush.changes({ told })).where("id", "=", id);
      if ((await scope.run(query)) > 0) await setAccounts(scope, id, told);
    },
    remove: async (id) => void (await scope.run(scope.query.deleteFrom("home_push").where("id", "=", id))),
    removeExpired: (now, limit) => deleteSome(scope, "home_push", ["id"], sql`expires_at <= ${now}`, limit),
  };
}

async function setAccounts(scope: Scope, id: string, told: HomePush["told"]): Promise<void> {
  await scope.run(scope.query.deleteFrom("home_push_account").where("home_push_id", "=", id));
  for (const accountId of new Set(told.map((one) => one.accountId)))
    await scope.run(
      scope.query.insertInto("home_push_account").values({ account_id: accountId, home_push_id: id }),
    );
}
