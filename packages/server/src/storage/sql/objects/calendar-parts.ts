import { sql, type RawBuilder } from "kysely";
import type { Scope } from "../scope.ts";

/** Objects, and bytes of their texts, that one statement may write: others are answered between two statements of a transaction. */
const MOST = 500;
const MOST_BYTES = 1024 * 1024;

/** All objects of a calendar in parts, in id order: a condition on `object` for each part. They may be removed meanwhile. */
export async function* calendarParts(
  scope: Scope,
  calendarId: string,
): AsyncGenerator<RawBuilder<boolean>, void> {
  let after = "";
  for (;;) {
    const rows = await scope.rows(
      sql<{ id: string; size: number }>`
        select id, size from object where calendar_id = ${calendarId} and id > ${after} order by id limit ${MOST}`,
    );
    let bytes = 0;
    for (const [at, { id, size }] of rows.entries()) {
      bytes += size;
      const next = rows[at + 1];
      if (next && bytes + next.size <= MOST_BYTES) continue;
      yield sql<boolean>`object.calendar_id = ${calendarId} and object.id > ${after} and object.id <= ${id}`;
      after = id;
      bytes = 0;
    }
    if (rows.length < MOST) return;
  }
}

/** All versions in parts, in the order of their objects' ids: a condition on `version` for each part. */
export async function* versionParts(scope: Scope): AsyncGenerator<RawBuilder<boolean>, void> {
  for (let after = ""; ;) {
    const row = await scope.row(
      sql<{ id: string | null }>`
        select max(object_id) as id from (
          select object_id from version where object_id > ${after} order by object_id limit ${MOST}) as part`,
    );
    const id = row?.id ?? null;
    if (id === null) return;
    yield sql<boolean>`version.object_id > ${after} and version.object_id <= ${id}`;
    after = id;
  }
}
