import type { Updateable } from "kysely";
import type { CalendarReads, CalendarWrites } from "../../port/calendars.ts";
import type { Calendar, CalendarReader, CalendarView, Share, ShareLevel } from "../../records/calendars.ts";
import type { CalendarId, Modseq, PrincipalId } from "../../records/ids.ts";
import { accessible, accessibleTo } from "./accessible-calendars.ts";
import { calendarFromRow } from "./calendar-row.ts";
import type { CalendarTable } from "../tables/calendars.ts";
import { handOver } from "./hand-over.ts";
import { principalFromRow } from "../people/principals.ts";
import { removeCalendar } from "./remove-calendar.ts";
import type { Scope } from "../scope.ts";
import { statement } from "../statement.ts";

export function calendars(scope: Scope): CalendarReads & CalendarWrites {
  return {
    byId: (id) => byId(scope, id),
    byUri: (accountId, uri) => byUri(scope, accountId, uri),
    ofAccount: (accountId) => ofAccount(scope, accountId),
    accessibleTo: (actorId) => accessibleTo(scope, actorId),
    accessible: (actorId, id) => accessible(scope, actorId, id),
    sharesOf: (id) => sharesOf(scope, id),
    readers: (id) => readers(scope, id),
    sharesOfAccount: (accountId) => sharesOfAccount(scope, accountId),
    insert: (calendar) => insert(scope, calendar),
    update: (id, fields) => update(scope, id, fields),
    remove: (id, modseq, now, actorId) => removeCalendar(scope, id, { modseq, now, actorId }),
    handOver: (id, leaving, to) => handOver(scope, id, leaving, to),
    setShare: (share) => setShare(scope, share),
    removeShare: (calendarId, principalId) => removeShare(scope, calendarId, principalId),
    setView: (calendarId, principalId, view) => setView(scope, calendarId, principalId, view),
  };
}

const selectById = statement((q, p: { id: string }) =>
  q.selectFrom("calendar").selectAll().where("id", "=", p.id),
);

async function byId(scope: Scope, id: string): Promise<Calendar | undefined> {
  const row = await scope.row(selectById(scope.dialect, { id }));
  return row && calendarFromRow(row);
}

const selectByUri = statement(
  (q, p: { accountId: string; uri: string }) =>
    q.selectFrom("calendar").selectAll().where("account_id", "=", p.accountId).where("uri", "=", p.uri),
  { isRemembered: true },
);

async function byUri(scope: Scope, accountId: string, uri: string): Promise<Calendar | undefined> {
  const row = await scope.row(selectByUri(scope.dialect, { accountId, uri }));
  return row && calendarFromRow(row);
}

const selectOfAccount = statement((q, p: { accountId: string }) =>
  q
    .selectFrom("calendar")
    .selectAll()
    .where("account_id", "=", p.accountId)
    .orderBy("sort_order")
    .orderBy("id"),
);

async function ofAccount(scope: Scope, accountId: string): Promise<Calendar[]> {
  const rows = await scope.rows(selectOfAccount(scope.dialect, { accountId }));
  return rows.map(calendarFromRow);
}

const selectShares = statement((q, p: { id: string }) =>
  q.selectFrom("share").selectAll().where("calendar_id", "=", p.id).orderBy("principal_id"),
);

async function sharesOf(scope: Scope, id: string): Promise<Share[]> {
  const rows = await scope.rows(selectShares(scope.dialect, { id }));
  return rows.map((row) => ({
    calendarId: row.calendar_id as CalendarId,
    principalId: row.principal_id as PrincipalId,
    level: row.level as ShareLevel,
  }));
}

const selectReaders = statement((q, p: { id: string }) =>
  q
    .selectFrom("share")
    .innerJoin("principal", "principal.id", "share.principal_id")
    .leftJoin("calendar_view", (join) =>
      join
        .onRef("calendar_view.calendar_id", "=", "share.calendar_id")
        .onRef("calendar_view.principal_id", "=", "share.principal_id"),
    )
    .selectAll("principal")
    .select("calendar_view.view")
    .where("share.calendar_id", "=", p.id)
    .where("share.level", "!=", "freeBusy")
    .where("principal.kind", "=", "person")
    .orderBy("principal.id"),
);

async function readers(scope: Scope, id: string): Promise<CalendarReader[]> {
  const rows = await scope.rows(selectReaders(scope.dialect, { id }));
  return rows.map(({ view, ...row }) => ({
    person: principalFromRow(row),
    view: view === null ? {} : (JSON.parse(view) as CalendarView),
  }));
}

async function sharesOfAccount(scope: Scope, accountId: string): Promise<Share[]> {
  const query = scope.query
    .selectFrom("share")
    .innerJoin("calendar", "calendar.id", "share.calendar_id")
    .selectAll("share")
    .where("calendar.account_id", "=", accountId)
    .orderBy("share.calendar_id")
    .orderBy("share.principal_id");
  return (await scope.rows(query)).map((row) => ({
    calendarId: row.calendar_id as CalendarId,
    principalId: row.principal_id as PrincipalId,
    level: row.level as ShareLevel,
  }));
}

async function insert(scope: Scope, calendar: Calendar): Promise<"inserted" | "duplicate"> {
  const query = scope.query
    .insertInto("calendar")
    .values({
      id: calendar.id,
      account_id: calendar.accountId,
      uri: calendar.uri,
      name: calendar.name,
      description: calendar.description,
      color: calendar.color,
      sort_order: calendar.sortOrder,
      time_zone: calendar.timeZone,
      time_zone_text: calendar.timeZoneText,
      components: JSON.stringify(calendar.components),
      dead_properties: JSON.stringify(calendar.deadProperties),
      created_modseq: calendar.createdModseq,
      modseq: calendar.modseq,
      content_modseq: calendar.contentModseq,
      is_read_only: calendar.isReadOnly ? 1 : 0,
    })
    .onConflict((conflict) => conflict.doNothing());
  if ((await scope.run(query)) === 0) return "duplicate";
  scope.touch(calendar.accountId, "Calendar", calendar.modseq);
  return "inserted";
}

async function update(scope: Scope, id: string, fields: Partial<Calendar>): Promise<void> {
  const values = columns(fields);
  if (Object.keys(values).length === 0) return;
  const query = scope.query.updateTable("calendar").set(values).where("id", "=", id).returning("account_id");
  const row = await scope.row(query);
  if (row === undefined) return;
  if (fields.modseq !== undefined) scope.touch(row.account_id, "Calendar", fields.modseq);
  if (fields.contentModseq !== undefined)
    scope.touch(row.account_id, "CalendarEvent", fields.contentModseq, id);
}

/** Of the fields that are there, their columns. */
function columns(fields: Partial<Calendar>): Updateable<CalendarTable> {
  return {
    ...(fields.uri !== undefined && { uri: fields.uri }),
    ...(fields.name !== undefined && { name: fields.name }),
    ...(fields.description !== undefined && { description: fields.description }),
    ...(fields.color !== undefined && { color: fields.color }),
    ...(fields.sortOrder !== undefined && { sort_order: fields.sortOrder }),
    ...(fields.timeZone !== undefined && { time_zone: fields.timeZone }),
    ...(fields.timeZoneText !== undefined && { time_zone_text: fields.timeZoneText }),
    ...(fields.components !== undefined && { components: JSON.stringify(fields.components) }),
    ...(fields.deadProperties !== undefined && { dead_properties: JSON.stringify(fields.deadProperties) }),
    ...(fields.modseq !== undefined && { modseq: fields.modseq }),
    ...(fields.contentModseq !== undefined && { content_modseq: fields.contentModseq }),
  };
}

async function setShare(scope: Scope, share: Share): Promise<void> {
  await scope.run(
    scope.query
      .insertInto("share")
      .values({ calendar_id: share.calendarId, principal_id: share.principalId, level: share.level })
      .onConflict((conflict) =>
        conflict.columns(["calendar_id", "principal_id"]).doUpdateSet({ level: share.level }),
      ),
  );
}

async function removeShare(scope: Scope, calendarId: string, principalId: string): Promise<void> {
  await scope.run(
    scope.query
      .deleteFrom("share")
      .where("calendar_id", "=", calendarId)
      .where("principal_id", "=", principalId),
  );
}

async function setView(
  scope: Scope,
  calendarId: string,
  principalId: string,
  view: CalendarView,
): Promise<void> {
  const text = JSON.stringify(view);
  await scope.run(
    scope.query
      .insertInto("calendar_view")
      .values({ calendar_id: calendarId, principal_id: principalId, view: text })
      .onConflict((conflict) =>
        conflict.columns(["calendar_id", "principal_id"]).doUpdateSet({ view: text }),
      ),
  );
}

/** Raises a calendar's content modseq after something in it was written. */
export const raiseContentModseq = statement((q, p: { id: string; modseq: Modseq }) =>
  q
    .updateTable("calendar")
    .set({ content_modseq: p.modseq })
    .where("id", "=", p.id)
    .where("content_modseq", "<", p.modseq),
);
