import { sql } from "kysely";
import type { Noun } from "../../port.ts";
import { BLOB_PART, type BlobRecord } from "../../records/files.ts";
import type { Millis, PrincipalId } from "../../records/ids.ts";
import type { Scope } from "../scope.ts";
import { blob } from "../tables/files.ts";

export function blobs(scope: Scope): Noun<"blobs"> {
  return {
    head: (accountId, id) => head(scope, accountId, id),
    heldBy: (accountId) => heldBy(scope, accountId),
    part: (accountId, id, number) => part(scope, accountId, id, number),
    begin: (record) => begin(scope, record),
    addPart: (accountId, id, number, content) => addPart(scope, { accountId, id, number, content }),
    finish: (accountId, id) => finish(scope, accountId, id),
    remove: (accountId, id) => remove(scope, accountId, id),
    removeExpired: (now, limit) => removeExpired(scope, now, limit),
  };
}

async function head(scope: Scope, accountId: PrincipalId, id: string): Promise<BlobRecord | undefined> {
  const query = scope.query
    .selectFrom("blob")
    .select(blob.names)
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .where("is_whole", "=", 1);
  return scope.record(blob, query);
}

async function heldBy(scope: Scope, accountId: string): Promise<number> {
  const query = scope.query
    .selectFrom("blob")
    .select((e) => e.fn.sum<number | null>("size").as("bytes"))
    .where("account_id", "=", accountId);
  return Number((await scope.row(query))?.bytes ?? 0);
}

async function part(
  scope: Scope,
  accountId: PrincipalId,
  id: string,
  number: number,
): Promise<Uint8Array | undefined> {
  const query = scope.query
    .selectFrom("blob_part")
    .select("content")
    .where("account_id", "=", accountId)
    .where("blob_id", "=", id)
    .where("number", "=", number);
  return (await scope.row(query))?.content ?? (await partOfOlder(scope, accountId, id, number));
}

/** Before there were parts, a row had the whole content. */
async function partOfOlder(
  scope: Scope,
  accountId: PrincipalId,
  id: string,
  number: number,
): Promise<Uint8Array | undefined> {
  const from = number * BLOB_PART + 1;
  const row = await scope.row(sql<{ readonly content: Uint8Array | null }>`
    select substr(content, cast(${from} as integer), cast(${BLOB_PART} as integer)) as content
    from blob where account_id = ${accountId} and id = ${id}`);
  return row?.content?.byteLength ? row.content : undefined;
}

async function begin(scope: Scope, record: BlobRecord): Promise<void> {
  const row = { ...blob.row(record), size: 0, is_whole: 0, content: new Uint8Array() };
  await scope.run(scope.query.insertInto("blob").values(row));
}

interface NewPart {
  readonly accountId: PrincipalId;
  readonly id: string;
  readonly number: number;
  readonly content: Uint8Array;
}

async function addPart(scope: Scope, { accountId, id, number, content }: NewPart): Promise<boolean> {
  const grown = scope.query
    .updateTable("blob")
    .set((e) => ({ size: e("size", "+", content.byteLength) }))
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .where("is_whole", "=", 0);
  if ((await scope.run(grown)) === 0) return false;
  const values = { account_id: accountId, blob_id: id, number, content };
  await scope.run(scope.query.insertInto("blob_part").values(values));
  return true;
}

async function finish(scope: Scope, accountId: PrincipalId, id: string): Promise<BlobRecord | undefined> {
  await scope.run(
    scope.query
      .updateTable("blob")
      .set({ is_whole: 1 })
      .where("account_id", "=", accountId)
      .where("id", "=", id),
  );
  return head(scope, accountId, id);
}

async function remove(scope: Scope, accountId: PrincipalId, id: string): Promise<void> {
  await scope.run(scope.query.deleteFrom("blob").where("account_id", "=", accountId).where("id", "=", id));
}

/** Parts first: the row of a large one would take all of them with it in one statement. */
async function removeExpired(scope: Scope, now: Millis, limit: number): Promise<number> {
  const parts = await scope.run(sql`
    delete from blob_part where (account_id, blob_id, number) in (
      select part.account_id, part.blob_id, part.number from blob_part as part
      join blob on blob.account_id = part.account_id and blob.id = part.blob_id
      where blob.expires_at <= ${now} limit ${limit})`);
  const rows = await scope.run(sql`
    delete from blob where (account_id, id) in (
      select account_id, id from blob as old
      where old.expires_at <= ${now} and not exists (
        select 1 from blob_part where blob_part.account_id = old.account_id and blob_part.blob_id = old.id)
      limit ${limit})`);
  return Math.max(parts, rows);
}
