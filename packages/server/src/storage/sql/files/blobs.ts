import type { BlobReads, BlobWrites } from "../../port/blobs.ts";
import type { BlobRecord } from "../../records/files.ts";
import type { PrincipalId } from "../../records/ids.ts";
import type { Scope } from "../scope.ts";

export function blobs(scope: Scope): BlobReads & BlobWrites {
  return {
    head: (accountId, id) => head(scope, accountId, id),
    content: (accountId, id) => content(scope, accountId, id),
    insert: (record, bytes) => insert(scope, record, bytes),
    removeExpired: (now) => removeExpired(scope, now),
  };
}

async function head(scope: Scope, accountId: PrincipalId, id: string): Promise<BlobRecord | undefined> {
  const query = scope.query
    .selectFrom("blob")
    .select(["type", "size", "created_at", "expires_at"])
    .where("account_id", "=", accountId)
    .where("id", "=", id);
  const row = await scope.row(query);
  if (row === undefined) return undefined;
  return {
    id,
    accountId,
    type: row.type,
    size: row.size,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

async function content(scope: Scope, accountId: string, id: string): Promise<Uint8Array | undefined> {
  const query = scope.query
    .selectFrom("blob")
    .select("content")
    .where("account_id", "=", accountId)
    .where("id", "=", id);
  return (await scope.row(query))?.content;
}

/** Ids are made from the content, so the same upload again only lives longer. */
async function insert(scope: Scope, record: BlobRecord, bytes: Uint8Array): Promise<void> {
  await scope.run(
    scope.query
      .insertInto("blob")
      .values({
        id: record.id,
        account_id: record.accountId,
        type: record.type,
        size: record.size,
        created_at: record.createdAt,
        expires_at: record.expiresAt,
        content: bytes,
      })
      .onConflict((conflict) =>
        conflict.columns(["account_id", "id"]).doUpdateSet({
          expires_at: record.expiresAt,
          type: record.type,
          size: record.size,
          content: bytes,
        }),
      ),
  );
}

async function removeExpired(scope: Scope, now: number): Promise<number> {
  return await scope.run(scope.query.deleteFrom("blob").where("expires_at", "<=", now));
}
