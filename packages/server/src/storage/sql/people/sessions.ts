import { sql } from "kysely";
import type { Noun } from "../../port.ts";
import { deleteSome } from "../delete-some.ts";
import type { Scope } from "../scope.ts";
import { statement } from "../statement.ts";
import { session } from "../tables/people.ts";

export function sessions(scope: Scope): Noun<"sessions"> {
  const gone = () => scope.query.deleteFrom("session");
  return {
    // Expired ones too: the caller, who has the clock, decides.
    byId: (id) => scope.record(session, selectById(scope.dialect, { id })),
    byTokenHash: (tokenHash) => scope.record(session, selectByTokenHash(scope.dialect, { tokenHash })),
    ofPrincipal(principalId) {
      const query = scope.query.selectFrom("session").selectAll().where("principal_id", "=", principalId);
      return scope.records(session, query.orderBy("created_at").orderBy("id"));
    },
    ofProviderSession(providerSession) {
      const query = scope.query.selectFrom("session").selectAll();
      return scope.records(session, query.where("provider_session", "=", providerSession).orderBy("id"));
    },
    insert: async (one) => void (await scope.run(scope.query.insertInto("session").values(session.row(one)))),
    async update({ id, tokenHash }, fields) {
      const query = scope.query.updateTable("session").set(session.changes(fields));
      return (await scope.run(query.where("id", "=", id).where("token_hash", "=", tokenHash))) === 1;
    },
    remove: async (id) => (await scope.run(gone().where("id", "=", id))) === 1,
    async removeOfPrincipal(principalId, except) {
      const all = gone().where("principal_id", "=", principalId);
      await scope.run(except === undefined ? all : all.where("id", "!=", except));
    },
    // One that expires at `now` is expired.
    removeExpired: (now, limit) => deleteSome(scope, "session", ["id"], sql`expires_at <= ${now}`, limit),
  };
}

const selectById = statement((q, p: { id: string }) =>
  q.selectFrom("session").selectAll().where("id", "=", p.id),
);

const selectByTokenHash = statement((q, p: { tokenHash: string }) =>
  q
    .selectFrom("session")
    .selectAll()
    .where((e) => e.or([e("token_hash", "=", p.tokenHash), e("former_token_hash", "=", p.tokenHash)])),
);
