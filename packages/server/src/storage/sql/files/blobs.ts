import type { Noun } from "../../port.ts";
import type { BlobRecord } from "../../records/files.ts";
import type { PrincipalId } from "../../records/ids.ts";
import type { Scope } from "../scope.ts";
import { blob } from "../tables/files.ts";

export function blobs(scope: Scope): Noun<"blobs"> {
  return {
    head: (accountId, id) => head(scope, accountId, id),
    heldBy: (accountId) => heldBy(scope, accountId),
    content: (accountId, id) => content(scope, accountId, id),
    insert: (record, bytes) => insert(scope, record, bytes),
    removeExpired: (now) => removeExpired(scope, now),
  };
}

async function head(scope: Scope, accountId: PrincipalId, id: string): Promise<BlobRecord | undefined> {
  const query = scope.query
    .selectFrom("blob")
    .select(blob.names)
    .where("account_id", "=", accountId)
    .where("id", "=", id);
  return scope.record(blob, query);
}

async function heldBy(scope: Scope, accountId: string): Promise<number> {
  const query = scope.query
    .selectFrom("blob")
    .select((e) => e.fn.sum<number | null>("size").as("bytes"))
    .where("account_id", "=", accountId);
  return Number((await scope.row(query))?.bytes ?? 0);
}

async function content(scope: Scope, accountId: string, id: string): Promise<Uint8Array | undefined> {
  const query = scope.query
    .selectFrom("blob")
    .select("content")
    .where("account_id", "=", accountId)
    .where("id", "=", id);
  return (await scope.row(query))?.content;
}

/** Ids are made from the content, so the same upload again only extends its life. */
async function insert(scope: Scope, record: BlobRecord, content: Uint8Array): Promise<void> {
  const { id, account_id, created_at, ...again } = blob.row(record);
  await scope.run(
    scope.query
      .insertInto("blob")
      .values({ id, account_id, created_at, ...again, content })
      .onConflict((conflict) => conflict.columns(["account_id", "id"]).doUpdateSet({ ...again, content })),
  );
}

async function removeExpired(scope: Scope, now: number): Promise<number> {
  return await scope.run(scope.query.deleteFrom("blob").where("expires_at", "<=", now));
}
