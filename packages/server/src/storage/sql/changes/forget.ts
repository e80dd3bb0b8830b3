import { sql } from "kysely";
import type { Millis } from "../../records/ids.ts";
import { forgetBuriedOwnParts } from "../objects/own-parts.ts";
import type { Scope } from "../scope.ts";
import { statement } from "../statement.ts";

interface Part {
  before: Millis;
  limit: number;
}

const deleteVersions = statement(
  (_, p: Part) => sql`
  delete from version where (object_id, modseq) in (
    select object_id, modseq from version where replaced_at <= ${p.before} and was_removed = 0
    order by replaced_at limit ${p.limit})`,
);

/** A deleted object's last text is removed with its former ones; a restored object keeps them. */
const emptyTrash = statement(
  (_, p: Part) => sql`
  delete from version where (object_id, modseq) in (
    select kept.object_id, kept.modseq from version as grave join version as kept on kept.object_id = grave.object_id
    where grave.replaced_at <= ${p.before} and grave.was_removed = 1 and kept.replaced_at <= grave.replaced_at
      and ((kept.modseq = grave.modseq) or not exists (select 1 from object where object.id = grave.object_id))
    order by grave.replaced_at limit ${p.limit})`,
);

/** See `ChangeWrites.forgetVersions`. */
export async function forgetVersions(
  scope: Scope,
  replaced: Millis,
  removed: Millis,
  limit: number,
): Promise<number> {
  const emptied = await scope.run(emptyTrash(scope.dialect, { before: removed, limit }));
  if (emptied > 0) await forgetBuriedOwnParts(scope);
  const left = limit - emptied;
  if (left <= 0) return emptied;
  return emptied + (await scope.run(deleteVersions(scope.dialect, { before: replaced, limit: left })));
}

const oldestEntries = statement((q, p: Part) =>
  q
    .selectFrom("change")
    .select(["account_id", "modseq"])
    .where("at", "<=", p.before)
    .orderBy("at")
    .limit(p.limit),
);

/** See `ChangeWrites.forgetLog`. Accounts in id order, as every writer that locks several takes them. */
export async function forgetLog(scope: Scope, before: Millis, limit: number): Promise<number> {
  const entries = await scope.rows(oldestEntries(scope.dialect, { before, limit }));
  const newest = new Map<string, number>();
  for (const { account_id: id, modseq } of entries) newest.set(id, Math.max(modseq, newest.get(id) ?? 0));
  let forgotten = 0;
  for (const [id, modseq] of [...newest].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    forgotten += await forgetUpTo(scope, id, modseq);
  return forgotten;
}

/** The mark and the entries are removed in one transaction, so no client sees half. */
async function forgetUpTo(scope: Scope, accountId: string, modseq: number): Promise<number> {
  const { query } = scope;
  await scope.run(
    query
      .updateTable("principal")
      .set({ forgotten_modseq: modseq })
      .where("id", "=", accountId)
      .where("forgotten_modseq", "<", modseq),
  );
  await scope.run(
    query.deleteFrom("tombstone").where("account_id", "=", accountId).where("modseq", "<=", modseq),
  );
  await scope.run(
    query.deleteFrom("inbox_item").where("account_id", "=", accountId).where("removed_modseq", "<=", modseq),
  );
  return await scope.run(
    query.deleteFrom("change").where("account_id", "=", accountId).where("modseq", "<=", modseq),
  );
}
