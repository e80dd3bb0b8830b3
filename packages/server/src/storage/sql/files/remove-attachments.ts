import { sql } from "kysely";
import type { Millis } from "../../records/ids.ts";
import type { Scope } from "../scope.ts";

/**
 * See `AttachmentWrites.removeReleased`. An attachment that an object no longer names goes with its former texts; one
 * of a removed object goes with the last of them.
 */
export async function removeReleased(scope: Scope, before: Millis, limit: number): Promise<number> {
  const uses = await scope.run(sql`
    delete from attachment_use where (attachment_id, object_id) in (
      select attachment_id, object_id from attachment_use as use
      where (use.released_at is not null and use.released_at <= ${before})
        or (not exists (select 1 from object where object.id = use.object_id)
          and not exists (select 1 from version where version.object_id = use.object_id))
      limit ${limit})`);
  await scope.run(sql`
    delete from attachment where id in (
      select id from attachment as unused
      where not exists (select 1 from attachment_use where attachment_use.attachment_id = unused.id)
      limit ${limit})`);
  await removeContents(scope, limit);
  return uses;
}

/** Checks again once the rows are locked: a file with the same content may have come in between. */
async function removeContents(scope: Scope, limit: number): Promise<void> {
  const unused = scope.query
    .selectFrom("attachment_content")
    .select("hash")
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom("attachment")
            .select("attachment.id")
            .whereRef("attachment.hash", "=", "attachment_content.hash"),
        ),
      ),
    )
    .limit(limit);
  const hashes = (await scope.rows(scope.dialect.forUpdate(unused))).map(({ hash }) => hash);
  if (hashes.length === 0) return;
  await scope.run(
    scope.query
      .deleteFrom("attachment_content")
      .where(scope.dialect.isIn("hash", scope.list(hashes)))
      .where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom("attachment")
              .select("attachment.id")
              .whereRef("attachment.hash", "=", "attachment_content.hash"),
          ),
        ),
      ),
  );
}
