import { sql } from "kysely";
import type { Removal } from "../records.ts";
import type { Scope } from "./scope.ts";
import { removeCalendarFromSearch } from "./search.ts";
import { statement } from "./statement.ts";

interface Bulk {
  id: string;
  modseq: number;
  now: number;
  actorId: string;
}

const keepTexts = statement(
  (_, p: Bulk) => sql`
  insert into version
    (object_id, modseq, account_id, calendar_id, uri, uid, component, summary,
     replaced_at, replaced_by, was_removed, icalendar)
  select id, modseq, account_id, calendar_id, uri, uid, component, summary,
     cast(${p.now} as bigint), cast(${p.actorId} as text), 1, icalendar
  from object where calendar_id = ${p.id}
  on conflict (object_id, modseq) do nothing`,
);

const buryObjects = statement(
  (_, p: Bulk) => sql`
  insert into tombstone (account_id, modseq, type, object_id, calendar_id, uri, uid, created_modseq, is_moved)
  select account_id, cast(${p.modseq} as bigint), 'CalendarEvent', id, calendar_id, uri, uid, created_modseq, 0
  from object where calendar_id = ${p.id}`,
);

const buryCalendar = statement(
  (_, p: Bulk) => sql`
  insert into tombstone (account_id, modseq, type, object_id, calendar_id, uri, uid, created_modseq, is_moved)
  select account_id, cast(${p.modseq} as bigint), 'Calendar', id, id, uri, '', created_modseq, 0
  from calendar where id = ${p.id}`,
);

/** See `CalendarWrites.remove`; shares and views go with it. */
export async function removeCalendar(
  scope: Scope,
  id: string,
  { modseq, now, actorId }: Removal,
): Promise<void> {
  const { query, dialect } = scope;
  const calendar = await scope.row(query.selectFrom("calendar").select("account_id").where("id", "=", id));
  if (calendar === undefined) return;
  const bulk = { id, modseq, now, actorId };
  scope.touch(calendar.account_id, "Calendar", modseq);
  await scope.run(keepTexts(dialect, bulk));
  const objects = await scope.run(buryObjects(dialect, bulk));
  if (objects > 0)
    for (const type of ["CalendarEvent", "Task"] as const) scope.touch(calendar.account_id, type, modseq);
  await scope.run(buryCalendar(dialect, bulk));
  await removeCalendarFromSearch(scope, id);
  await scope.run(query.deleteFrom("object").where("calendar_id", "=", id));
  await scope.run(query.deleteFrom("calendar").where("id", "=", id));
}
