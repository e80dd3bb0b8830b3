import { sql, type RawBuilder } from "kysely";
import { forgetBuriedOwnParts } from "../objects/own-parts.ts";
import type { DroppedTexts } from "../../port/changes.ts";
import type { PrincipalId } from "../../records/ids.ts";
import type { Scope } from "../scope.ts";
import { statement } from "../statement.ts";

/** Whoever has too much is left with this part of it, so that the next writes need not look again. */
const LEFT = 0.75;

/** Former texts, and bytes of them, that one statement removes: others are answered between two statements of a transaction. */
const MOST = 500;
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * See `ChangeWrites.dropFormer`. What an account has is only counted upwards; so it is added up before anything is dropped, once for a
 * quarter of `most` that is written.
 */
export async function dropFormer(scope: Scope, most: number): Promise<readonly DroppedTexts[]> {
  const dropped: DroppedTexts[] = [];
  for (const [accountId, { formerBytes }] of scope.usage) {
    if (formerBytes <= most) continue;
    const bytes = await formerBytesOf(scope, sql<boolean>`account_id = ${accountId}`);
    scope.grow(accountId, 0, 0, bytes - formerBytes);
    if (bytes <= most) continue;
    const by = await lastWriter(scope, accountId);
    const count = await dropOldest(scope, accountId, bytes - most * LEFT);
    if (count > 0) dropped.push({ accountId: accountId as PrincipalId, count, by });
  }
  if (dropped.length > 0) await forgetBuriedOwnParts(scope);
  return dropped;
}

async function lastWriter(scope: Scope, accountId: string): Promise<PrincipalId | null> {
  const query = sql<{ by: string }>`
    select replaced_by as "by" from version where account_id = ${accountId} order by modseq desc limit 1`;
  return ((await scope.row(query))?.by ?? null) as PrincipalId | null;
}

/** @param which a condition on `version` */
export async function formerBytesOf(scope: Scope, which: RawBuilder<boolean>): Promise<number> {
  const query = sql<{ bytes: number | bigint }>`
    select cast(coalesce(sum(octet_length(icalendar)), 0) as bigint) as bytes from version where ${which}`;
  return Number((await scope.row(query))?.bytes ?? 0);
}

/** Those that were replaced before those of deleted objects, which are what the trash shows. */
const inOrder = (accountId: string, limit: number): RawBuilder<unknown> => sql`
  from version where account_id = ${accountId}
  order by was_removed, replaced_at, object_id, modseq limit ${limit}`;

const selectOldest = statement(
  (_, p: { accountId: string; limit: number }) =>
    sql<{ size: number }>`select octet_length(icalendar) as size ${inOrder(p.accountId, p.limit)}`,
);
const deleteOldest = statement(
  (_, p: { accountId: string; limit: number }) => sql`
  delete from version where (object_id, modseq) in (select object_id, modseq ${inOrder(p.accountId, p.limit)})`,
);

async function dropOldest(scope: Scope, accountId: string, bytes: number): Promise<number> {
  let freed = 0;
  let dropped = 0;
  while (freed < bytes) {
    const oldest = await scope.rows(selectOldest(scope.dialect, { accountId, limit: MOST }));
    let count = 0;
    let size = 0;
    for (const one of oldest) {
      if (freed + size >= bytes || size >= MOST_BYTES) break;
      size += one.size;
      count++;
    }
    if (count === 0) break;
    await scope.run(deleteOldest(scope.dialect, { accountId, limit: count }));
    scope.grow(accountId, 0, 0, -size);
    freed += size;
    dropped += count;
  }
  return dropped;
}
