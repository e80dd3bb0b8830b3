import type { Noun } from "../../port.ts";
import type { Scope } from "../scope.ts";
import { constant, statement } from "../statement.ts";
import { credential } from "../tables/people.ts";

export function credentials(scope: Scope): Noun<"credentials"> {
  return {
    // Oldest first.
    async ofPrincipal(principalId, kind) {
      const all = await scope.records(credential, selectOfPrincipal(scope.dialect, { principalId }));
      return kind === undefined ? all : all.filter((one) => one.kind === kind);
    },
    ofIdentity: (secretHash) =>
      scope.record(
        credential,
        scope.query
          .selectFrom("credential")
          .selectAll()
          .where("kind", "=", constant("oidc"))
          .where("secret_hash", "=", secretHash),
      ),
    async insertIdentity(one) {
      const query = scope.query.insertInto("credential").values(credential.row(one));
      return (await scope.run(query.onConflict((conflict) => conflict.doNothing()))) === 1;
    },
    insert: async (one) =>
      void (await scope.run(scope.query.insertInto("credential").values(credential.row(one)))),
    async update(id, fields) {
      const values = credential.changes(fields);
      if (Object.keys(values).length === 0) return;
      await scope.run(scope.query.updateTable("credential").set(values).where("id", "=", id));
    },
    async replaceData({ id, data: before }, data) {
      const query = scope.query
        .updateTable("credential")
        .set(credential.changes({ data }))
        .where("id", "=", id)
        .where("data", "=", JSON.stringify(before));
      return (await scope.run(query)) === 1;
    },
    async remove(principalId, id) {
      const query = scope.query
        .deleteFrom("credential")
        .where("principal_id", "=", principalId)
        .where("id", "=", id);
      return (await scope.run(query)) === 1;
    },
  };
}

const selectOfPrincipal = statement(
  (q, p: { principalId: string }) =>
    q
      .selectFrom("credential")
      .selectAll()
      .where("principal_id", "=", p.principalId)
      .orderBy("created_at")
      .orderBy("id"),
  { isRemembered: true },
);
