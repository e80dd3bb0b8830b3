import type { Noun } from "../../port.ts";
import type { Scope } from "../scope.ts";
import { statement } from "../statement.ts";
import { session } from "../tables/people.ts";

export function sessions(scope: Scope): Noun<"sessions"> {
  const gone = () => scope.query.deleteFrom("session");
  return {
    // Expired ones too: the caller, who has the clock, decides.
    byTokenHash: (tokenHash) => scope.record(session, selectByTokenHash(scope.dialect, { tokenHash })),
    ofPrincipal(principalId) {
      const query = scope.query.selectFrom("session").selectAll().where("principal_id", "=", principalId);
      return scope.records(session, query.orderBy("created_at").orderBy("token_hash"));
    },
    insert: async (one) => void (await scope.run(scope.query.insertInto("session").values(session.row(one)))),
    extend: async (tokenHash, expiresAt) =>
      void (await scope.run(
        scope.query.updateTable("session").set({ expires_at: expiresAt }).where("token_hash", "=", tokenHash),
      )),
    remove: async (tokenHash) => void (await scope.run(gone().where("token_hash", "=", tokenHash))),
    async removeOfPrincipal(principalId, except) {
      const all = gone().where("principal_id", "=", principalId);
      await scope.run(except === undefined ? all : all.where("token_hash", "!=", except));
    },
    // One that expires at `now` is expired.
    removeExpired: (now) => scope.run(gone().where("expires_at", "<=", now)),
  };
}

const selectByTokenHash = statement((q, p: { tokenHash: string }) =>
  q.selectFrom("session").selectAll().where("token_hash", "=", p.tokenHash),
);
