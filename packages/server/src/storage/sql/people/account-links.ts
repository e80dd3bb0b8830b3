import { sql } from "kysely";
import type { Noun } from "../../port.ts";
import { deleteSome } from "../delete-some.ts";
import type { Scope } from "../scope.ts";
import { accountLink } from "../tables/people.ts";

export function accountLinks(scope: Scope): Noun<"accountLinks"> {
  const table = () => scope.query.selectFrom("account_link").selectAll();
  return {
    byTokenHash: (tokenHash) => scope.record(accountLink, table().where("token_hash", "=", tokenHash)),
    ofPrincipal: (principalId) =>
      scope.records(
        accountLink,
        table().where("principal_id", "=", principalId).orderBy("created_at", "desc"),
      ),
    insert: async (link) =>
      void (await scope.run(scope.query.insertInto("account_link").values(accountLink.row(link)))),
    async removeOfPrincipal(principalId, kind) {
      const all = scope.query.deleteFrom("account_link").where("principal_id", "=", principalId);
      await scope.run(kind === undefined ? all : all.where("kind", "=", kind));
    },
    removeExpired: (now, limit) =>
      deleteSome(scope, "account_link", ["token_hash"], sql`expires_at <= ${now}`, limit),
  };
}
