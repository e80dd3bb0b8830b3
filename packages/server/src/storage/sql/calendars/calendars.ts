import type { Noun } from "../../port.ts";
import type { Calendar, CalendarReader, CalendarView, Share, ShareLevel } from "../../records/calendars.ts";
import type { CalendarId, Modseq, PrincipalId } from "../../records/ids.ts";
import { accessible, accessibleIn, accessibleTo } from "./accessible-calendars.ts";
import { handOver } from "./hand-over.ts";
import { removeCalendar } from "./remove-calendar.ts";
import type { Scope } from "../scope.ts";
import { constant, statement } from "../statement.ts";
import { calendar, calendarView, share } from "../tables/calendars.ts";
import { principal } from "../tables/people.ts";

export function calendars(scope: Scope): Noun<"calendars"> {
  return {
    byId: (id) => byId(scope, id),
    byUri: (accountId, uri) => byUri(scope, accountId, uri),
    ofAccount: (accountId) => ofAccount(scope, accountId),
    accessibleTo: (actorId) => accessibleTo(scope, actorId),
    accessibleIn: (actorId, accountId) => accessibleIn(scope, actorId, accountId),
    accessible: (actorId, id) => accessible(scope, actorId, id),
    sharesOf: (id) => sharesOf(scope, id),
    readers: (id) => readers(scope, id),
    sharesOfAccount: (accountId) => sharesOfAccount(scope, accountId),
    insert: (one) => insert(scope, one),
    update: (id, fields) => update(scope, id, fields),
    remove: (id, modseq, now, actorId) => removeCalendar(scope, id, { modseq, now, actorId }),
    handOver: (id, leaving, to) => handOver(scope, id, leaving, to),
    setShare: (one) => setShare(scope, one),
    removeShare: (calendarId, principalId) => removeShare(scope, calendarId, principalId),
    setView: (calendarId, principalId, view) => setView(scope, calendarId, principalId, view),
  };
}

const selectById = statement((q, p: { id: string }) =>
  q.selectFrom("calendar").selectAll().where("id", "=", p.id),
);

async function byId(scope: Scope, id: string): Promise<Calendar | undefined> {
  return scope.record(calendar, selectById(scope.dialect, { id }));
}

const selectByUri = statement(
  (q, p: { accountId: string; uri: string }) =>
    q.selectFrom("calendar").selectAll().where("account_id", "=", p.accountId).where("uri", "=", p.uri),
  { isRemembered: true },
);

async function byUri(scope: Scope, accountId: string, uri: string): Promise<Calendar | undefined> {
  return scope.record(calendar, selectByUri(scope.dialect, { accountId, uri }));
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
  return scope.records(calendar, selectOfAccount(scope.dialect, { accountId }));
}

const selectShares = statement((q, p: { id: string }) =>
  q.selectFrom("share").selectAll().where("calendar_id", "=", p.id).orderBy("principal_id"),
);

async function sharesOf(scope: Scope, id: string): Promise<Share[]> {
  return scope.records(share, selectShares(scope.dialect, { id }));
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
    .select(["calendar_view.view", "share.level"])
    .where("share.calendar_id", "=", p.id)
    .where("share.level", "!=", "freeBusy")
    .where("principal.kind", "=", constant("person"))
    .orderBy("principal.id"),
);

async function readers(scope: Scope, id: string): Promise<CalendarReader[]> {
  const rows = await scope.rows(selectReaders(scope.dialect, { id }));
  return rows.map(({ view, level, ...row }) => ({
    person: principal.read(row),
    level: level as ShareLevel,
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
  return scope.records(share, query);
}

async function insert(scope: Scope, one: Calendar): Promise<"inserted" | "duplicate"> {
  const query = scope.query
    .insertInto("calendar")
    .values(calendar.row(one))
    .onConflict((conflict) => conflict.doNothing());
  if ((await scope.run(query)) === 0) return "duplicate";
  scope.touch(one.accountId, "Calendar", one.modseq);
  return "inserted";
}

async function update(scope: Scope, id: string, fields: Partial<Calendar>): Promise<void> {
  const values = calendar.changes(fields);
  if (Object.keys(values).length === 0) return;
  const query = scope.query.updateTable("calendar").set(values).where("id", "=", id).returning("account_id");
  const row = await scope.row(query);
  if (row === undefined) return;
  if (fields.modseq !== undefined) scope.touch(row.account_id, "Calendar", fields.modseq);
  if (fields.contentModseq !== undefined)
    scope.touch(row.account_id, "CalendarEvent", fields.contentModseq, id);
}

async function setShare(scope: Scope, one: Share): Promise<void> {
  await scope.run(
    scope.query
      .insertInto("share")
      .values(share.row(one))
      .onConflict((conflict) =>
        conflict.columns(["calendar_id", "principal_id"]).doUpdateSet({ level: one.level }),
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
  calendarId: CalendarId,
  principalId: PrincipalId,
  view: CalendarView,
): Promise<void> {
  const row = calendarView.row({ calendarId, principalId, view });
  await scope.run(
    scope.query
      .insertInto("calendar_view")
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(["calendar_id", "principal_id"]).doUpdateSet({ view: row.view }),
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
