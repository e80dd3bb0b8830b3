import { sql, type RawBuilder } from "kysely";

// The texts and places of objects that are replaced, moved or removed. Each begins an insertion, to which its caller
// adds how to handle an existing row.

/** @param which a condition on `object` */
export const keepTextsOf = (
  which: RawBuilder<boolean>,
  p: { readonly now: number; readonly actorId: string; readonly wasRemoved: number },
): RawBuilder<unknown> => sql`
  insert into version
    (object_id, modseq, account_id, calendar_id, uri, uid, component, summary,
     replaced_at, replaced_by, was_removed, icalendar, organizer_id)
  select id, modseq, account_id, calendar_id, uri, uid, component, summary,
     cast(${p.now} as bigint), cast(${p.actorId} as text), cast(${p.wasRemoved} as bigint), icalendar,
     organizer_id
  from object where ${which}`;

/**
 * @param table each of its rows leaves a tombstone
 * @param which a condition on it
 */
export function bury(
  table: "object" | "calendar",
  which: RawBuilder<boolean>,
  p: { readonly modseq: number; readonly isMoved: number },
): RawBuilder<unknown> {
  const [type, calendarId, uid] =
    table === "object"
      ? [sql.lit("CalendarEvent"), sql.ref("calendar_id"), sql.ref("uid")]
      : [sql.lit("Calendar"), sql.ref("id"), sql.lit("")];
  return sql`
  insert into tombstone (account_id, modseq, type, object_id, calendar_id, uri, uid, created_modseq, is_moved)
  select account_id, cast(${p.modseq} as bigint), ${type}, id, ${calendarId}, uri, ${uid}, created_modseq,
    cast(${p.isMoved} as bigint)
  from ${sql.table(table)} where ${which}`;
}
