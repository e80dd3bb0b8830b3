import type { Selectable } from "kysely";
import type { AccountLinkReads, AccountLinkWrites } from "../../port/people.ts";
import type { PrincipalId } from "../../records/ids.ts";
import type { AccountLink } from "../../records/people.ts";
import type { AccountLinkTable } from "../tables/people.ts";
import type { Scope } from "../scope.ts";

export function accountLinks(scope: Scope): AccountLinkReads & AccountLinkWrites {
  const table = () => scope.query.selectFrom("account_link").selectAll();
  return {
    async byTokenHash(tokenHash) {
      const row = await scope.row(table().where("token_hash", "=", tokenHash));
      return row && fromRow(row);
    },
    async ofPrincipal(principalId) {
      const rows = table().where("principal_id", "=", principalId).orderBy("created_at", "desc");
      return (await scope.rows(rows)).map(fromRow);
    },
    async insert({ tokenHash, principalId, kind, createdAt, expiresAt }) {
      await scope.run(
        scope.query.insertInto("account_link").values({
          token_hash: tokenHash,
          principal_id: principalId,
          kind,
          created_at: createdAt,
          expires_at: expiresAt,
        }),
      );
    },
    async removeOfPrincipal(principalId, kind) {
      const all = scope.query.deleteFrom("account_link").where("principal_id", "=", principalId);
      await scope.run(kind === undefined ? all : all.where("kind", "=", kind));
    },
    removeExpired: (now) => scope.run(scope.query.deleteFrom("account_link").where("expires_at", "<=", now)),
  };
}

const fromRow = (row: Selectable<AccountLinkTable>): AccountLink => ({
  tokenHash: row.token_hash,
  principalId: row.principal_id as PrincipalId,
  kind: row.kind as AccountLink["kind"],
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});
