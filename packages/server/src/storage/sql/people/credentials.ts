import type { Selectable } from "kysely";
import type { CredentialReads, CredentialWrites } from "../../port/people.ts";
import type { PrincipalId } from "../../records/ids.ts";
import type { Credential, CredentialKind } from "../../records/people.ts";
import type { CredentialTable } from "../tables/people.ts";
import type { Scope } from "../scope.ts";
import { statement } from "../statement.ts";

export function credentials(scope: Scope): CredentialReads & CredentialWrites {
  return {
    ofPrincipal: (principalId, kind) => ofPrincipal(scope, principalId, kind),
    insert: (credential) => insert(scope, credential),
    update: (id, fields) => update(scope, id, fields),
    remove: (principalId, id) => remove(scope, principalId, id),
  };
}

function fromRow(row: Selectable<CredentialTable>): Credential {
  return {
    id: row.id,
    principalId: row.principal_id as PrincipalId,
    kind: row.kind as CredentialKind,
    label: row.label,
    secretHash: row.secret_hash,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    lastUsedBy: row.last_used_by,
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

/** Oldest first. */
async function ofPrincipal(scope: Scope, principalId: string, kind?: CredentialKind): Promise<Credential[]> {
  const rows = await scope.rows(selectOfPrincipal(scope.dialect, { principalId }));
  return rows.filter((row) => kind === undefined || row.kind === kind).map(fromRow);
}

async function insert(scope: Scope, credential: Credential): Promise<void> {
  await scope.run(
    scope.query.insertInto("credential").values({
      id: credential.id,
      principal_id: credential.principalId,
      kind: credential.kind,
      label: credential.label,
      secret_hash: credential.secretHash,
      created_at: credential.createdAt,
      last_used_at: credential.lastUsedAt,
      last_used_by: credential.lastUsedBy,
    }),
  );
}

async function update(
  scope: Scope,
  id: string,
  fields: Partial<Pick<Credential, "label" | "secretHash" | "lastUsedAt" | "lastUsedBy">>,
): Promise<void> {
  const values = {
    ...(fields.label !== undefined && { label: fields.label }),
    ...(fields.secretHash !== undefined && { secret_hash: fields.secretHash }),
    ...(fields.lastUsedAt !== undefined && { last_used_at: fields.lastUsedAt }),
    ...(fields.lastUsedBy !== undefined && { last_used_by: fields.lastUsedBy }),
  };
  if (Object.keys(values).length === 0) return;
  await scope.run(scope.query.updateTable("credential").set(values).where("id", "=", id));
}

async function remove(scope: Scope, principalId: string, id: string): Promise<boolean> {
  const query = scope.query
    .deleteFrom("credential")
    .where("principal_id", "=", principalId)
    .where("id", "=", id);
  return (await scope.run(query)) === 1;
}
