import { sql, type Selectable } from "kysely";
import type { CalendarId } from "../../records/ids.ts";
import type { Removal } from "../../records/objects.ts";
import { calendarFromRow } from "./calendar-row.ts";
import type { CalendarTable } from "../tables/calendars.ts";
import { publicLinks } from "../feeds/public-links.ts";
import type { Scope } from "../scope.ts";
import { buryOwnPartsIn } from "../objects/own-parts.ts";
import { removeCalendarFromSearch } from "../objects/search.ts";
import { statement } from "../statement.ts";

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

/** What was removed where: all objects of a calendar, and the calendar itself. */
type Burial = Pick<Bulk, "id" | "modseq">;

export const buryObjects = statement(
  (_, p: Burial) => sql`
  insert into tombstone (account_id, modseq, type, object_id, calendar_id, uri, uid, created_modseq, is_moved)
  select account_id, cast(${p.modseq} as bigint), 'CalendarEvent', id, calendar_id, uri, uid, created_modseq, 0
  from object where calendar_id = ${p.id}`,
);

export const buryCalendar = statement(
  (_, p: Burial) => sql`
  insert into tombstone (account_id, modseq, type, object_id, calendar_id, uri, uid, created_modseq, is_moved)
  select account_id, cast(${p.modseq} as bigint), 'Calendar', id, id, uri, '', created_modseq, 0
  from calendar where id = ${p.id}`,
);

/** Into the trash, with how it was shared, linked to and seen. */
async function keepCalendar(
  scope: Scope,
  row: Selectable<CalendarTable>,
  { modseq, now, actorId }: Removal,
): Promise<void> {
  const views = scope.query.selectFrom("calendar_view").selectAll().where("calendar_id", "=", row.id);
  const shares = scope.query.selectFrom("share").selectAll().where("calendar_id", "=", row.id);
  const content = {
    calendar: calendarFromRow(row),
    links: await publicLinks(scope).ofCalendars([row.id as CalendarId]),
    shares: (await scope.rows(shares)).map(({ principal_id, level }) => ({
      calendarId: row.id,
      principalId: principal_id,
      level,
    })),
    views: (await scope.rows(views)).map(({ principal_id, view }) => ({
      principalId: principal_id,
      view: JSON.parse(view) as unknown,
    })),
  };
  const values = {
    account_id: row.account_id,
    modseq,
    removed_at: now,
    removed_by: actorId,
    content: JSON.stringify(content),
  };
  await scope.run(
    scope.query
      .insertInto("trashed_calendar")
      .values({ id: row.id, ...values })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(values)),
  );
}

/** See `CalendarWrites.remove`; shares and views go with it. */
export async function removeCalendar(
  scope: Scope,
  id: string,
  { modseq, now, actorId }: Removal,
): Promise<void> {
  const { query, dialect } = scope;
  const calendar = await scope.row(query.selectFrom("calendar").selectAll().where("id", "=", id));
  if (calendar === undefined) return;
  // What a feed keeps is subscribed to again; it would come back without its feed.
  if (calendar.is_read_only === 0) await keepCalendar(scope, calendar, { modseq, now, actorId });
  const bulk = { id, modseq, now, actorId };
  scope.touch(calendar.account_id, "Calendar", modseq);
  await scope.run(keepTexts(dialect, bulk));
  const objects = await scope.run(buryObjects(dialect, bulk));
  if (objects > 0)
    for (const type of ["CalendarEvent", "Task"] as const) scope.touch(calendar.account_id, type, modseq);
  await scope.run(buryCalendar(dialect, bulk));
  await removeCalendarFromSearch(scope, id);
  await buryOwnPartsIn(scope, id);
  await scope.run(query.deleteFrom("object").where("calendar_id", "=", id));
  await scope.run(query.deleteFrom("calendar").where("id", "=", id));
}
