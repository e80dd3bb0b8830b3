import type { CalendarId, ObjectId, PrincipalId } from "../../records/ids.ts";
import type { RemovedObject } from "../../records/objects.ts";
import type { Scope } from "../scope.ts";
import { statement } from "../statement.ts";

const selectRemoved = statement((q, p: { id: string }) =>
  q
    .selectFrom("version")
    .selectAll()
    .where("object_id", "=", p.id)
    .where("was_removed", "=", 1)
    .where((e) => e.not(e.exists(e.selectFrom("object").select("object.id").where("object.id", "=", p.id))))
    .orderBy("modseq", "desc")
    .limit(1),
);

/** See `ObjectReads.removed`. */
export async function findRemoved(scope: Scope, id: ObjectId): Promise<RemovedObject | undefined> {
  const row = await scope.row(selectRemoved(scope.dialect, { id }));
  if (row === undefined) return undefined;
  return {
    id,
    accountId: row.account_id as PrincipalId,
    calendarId: row.calendar_id as CalendarId,
    uri: row.uri,
    uid: row.uid,
    icalendar: row.icalendar,
    removedAt: row.replaced_at,
    removedBy: row.replaced_by as PrincipalId,
  };
}
