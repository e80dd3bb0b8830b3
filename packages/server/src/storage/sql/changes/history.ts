import { sql } from "kysely";
import type { Noun } from "../../port.ts";
import type { KeptEvent, KeptPart, TextAt, TrashedCalendar } from "../../port/history.ts";
import type { CalendarId, Millis, Modseq, ObjectId, PrincipalId } from "../../records/ids.ts";
import { forgetBuriedOwnParts } from "../objects/own-parts.ts";
import { deleteSome } from "../delete-some.ts";
import type { List } from "../dialects/dialect.ts";
import type { Scope } from "../scope.ts";
import { statement } from "../statement.ts";
import { keptCalendar, type KeptCalendar } from "../tables/calendars.ts";

export function history(scope: Scope): Noun<"history"> {
  return {
    trash: (accountId, since, limit) => trash(scope, accountId, since, limit),
    trashedCalendars: (accountId, since) => trashedCalendars(scope, accountId, since),
    trashedCalendar: (id) => trashedCalendar(scope, id),
    objectsOfTrashed: (calendar, limit) => objectsOfTrashed(scope, calendar, limit),
    modseqAt: (accountId, at) => modseqAt(scope, accountId, at),
    knownFrom: (calendarId) => knownFrom(scope, calendarId),
    changedSince: (calendarId, since) => changedSince(scope, calendarId, since),
    everUnder: (uid, accountIds) => everUnder(scope, uid, accountIds),
    saying: (words, part) => saying(scope, words, part),
    textAt: (id, modseq) => textAt(scope, id, modseq),
    forgetFormer: (id) => forgetFormer(scope, id),
    forgetRemoved: (id) => forgetRemoved(scope, id),
    forgetCalendar: (id, withObjects) => forgetCalendar(scope, id, withObjects),
    forgetCalendars: (before, limit) =>
      deleteSome(scope, "trashed_calendar", ["id"], sql`removed_at <= ${before}`, limit),
  };
}

/** The last removal of an object; objects removed with a calendar are represented by it. */
const selectTrash = statement(
  (_, p: { accountId: string; since: Millis; limit: number }) => sql<{ id: string; size: number }>`
  select object_id as id, octet_length(icalendar) as size from version
  where account_id = ${p.accountId} and was_removed = 1 and replaced_at > ${p.since}
    and not exists (select 1 from object where object.id = version.object_id)
    and exists (select 1 from calendar where calendar.id = version.calendar_id)
    and not exists (
      select 1 from version later
      where later.object_id = version.object_id and later.was_removed = 1 and later.modseq > version.modseq)
  order by replaced_at desc, object_id limit ${p.limit}`,
);

async function trash(
  scope: Scope,
  accountId: string,
  since: Millis,
  limit: number,
): Promise<{ id: ObjectId; size: number }[]> {
  const rows = await scope.rows(selectTrash(scope.dialect, { accountId, since, limit }));
  return rows.map(({ id, size }) => ({ id: id as ObjectId, size: Number(size) }));
}

const selectObjectsOf = statement(
  (_, p: { accountId: string; calendarId: string; modseq: Modseq; limit: number }) => sql<{ id: string }>`
  select object_id as id from tombstone
  where account_id = ${p.accountId} and type = 'CalendarEvent' and modseq = ${p.modseq}
    and calendar_id = ${p.calendarId} and is_moved = 0
    and exists (select 1 from version where version.object_id = tombstone.object_id and was_removed = 1)
    and not exists (select 1 from object where object.id = tombstone.object_id)
  order by object_id limit ${p.limit}`,
);

async function objectsOfTrashed(
  scope: Scope,
  { calendar, modseq }: Pick<TrashedCalendar, "calendar" | "modseq">,
  limit: number,
): Promise<ObjectId[]> {
  const of = { accountId: calendar.accountId, calendarId: calendar.id, modseq, limit };
  return (await scope.rows(selectObjectsOf(scope.dialect, of))).map(({ id }) => id as ObjectId);
}

/** Counting stops here; nobody reads the last digit of a larger number. */
const COUNTED = 1_000_000;

async function counted(scope: Scope, kept: KeptCalendar): Promise<TrashedCalendar> {
  const { content, modseq, removedAt, removedBy } = kept;
  const found = await objectsOfTrashed(scope, { ...content, modseq }, COUNTED);
  return { links: [], ...content, modseq, removedAt, removedBy, count: found.length };
}

async function trashedCalendars(scope: Scope, accountId: string, since: Millis): Promise<TrashedCalendar[]> {
  const query = scope.query
    .selectFrom("trashed_calendar")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("removed_at", ">", since)
    .orderBy("removed_at", "desc")
    .orderBy("id");
  const found: TrashedCalendar[] = [];
  for (const kept of await scope.records(keptCalendar, query)) found.push(await counted(scope, kept));
  return found;
}

async function trashedCalendar(scope: Scope, id: string): Promise<TrashedCalendar | undefined> {
  const query = scope.query.selectFrom("trashed_calendar").selectAll().where("id", "=", id);
  const kept = await scope.record(keptCalendar, query);
  return kept && counted(scope, kept);
}

const selectModseqAt = statement(
  (_, p: { accountId: string; at: Millis }) => sql<{ modseq: number | null }>`
  select max(modseq) as modseq from change where account_id = ${p.accountId} and at <= ${p.at}`,
);

async function modseqAt(scope: Scope, accountId: string, at: Millis): Promise<Modseq> {
  return (await scope.row(selectModseqAt(scope.dialect, { accountId, at })))?.modseq ?? 0;
}

async function knownFrom(scope: Scope, calendarId: CalendarId): Promise<Modseq> {
  const query = scope.query.selectFrom("calendar").select("known_from").where("id", "=", calendarId);
  return (await scope.row(query))?.known_from ?? 0;
}

/** A move raises the modseq of an existing text, so the time of that text is unknown. */
const selectChanged = statement(
  (_, p: { calendarId: string; since: Modseq }) => sql<{ id: string }>`
  select id from (
    select id from object where calendar_id = ${p.calendarId} and modseq > ${p.since}
    union
    select object_id as id from tombstone
    where calendar_id = ${p.calendarId} and type = 'CalendarEvent' and modseq > ${p.since} and is_moved = 0
  ) as changed
  where id not in (
    select object_id from tombstone
    where account_id = (select account_id from calendar where id = ${p.calendarId})
      and type = 'CalendarEvent' and modseq > ${p.since} and is_moved = 1)
  order by id`,
);

async function changedSince(scope: Scope, calendarId: string, since: Modseq): Promise<ObjectId[]> {
  const rows = await scope.rows(selectChanged(scope.dialect, { calendarId, since }));
  return rows.map(({ id }) => id as ObjectId);
}

interface KeptRow {
  readonly id: string;
  readonly account_id: string;
  readonly uid: string;
}

const keptEvent = ({ id, account_id: accountId, uid }: KeptRow): KeptEvent => ({
  id: id as ObjectId,
  accountId: accountId as PrincipalId,
  uid,
});

/** One part for each index. */
const selectEverUnder = statement(
  (_, p: { uid: string; accounts: List }, dialect) => sql<KeptRow>`
  select id, account_id, uid from object where ${dialect.isIn("account_id", p.accounts)} and uid = ${p.uid}
  union select object_id as id, account_id, uid from version where uid = ${p.uid} and was_removed = 1
  order by account_id, id`,
);

async function everUnder(
  scope: Scope,
  uid: string,
  accountIds: readonly PrincipalId[],
): Promise<readonly KeptEvent[]> {
  const rows = await scope.rows(selectEverUnder(scope.dialect, { uid, accounts: scope.list(accountIds) }));
  return rows.map(keptEvent);
}

async function saying(scope: Scope, words: string, { after, upTo }: KeptPart): Promise<readonly KeptEvent[]> {
  const within = (column: "id" | "object_id") => {
    const id = sql.ref(column);
    return upTo === null ? sql`${id} > ${after}` : sql`${id} > ${after} and ${id} <= ${upTo}`;
  };
  const says = sql`replace(icalendar, ${"\r\n "}, '') like ${`%${words}%`}`;
  const rows = await scope.rows(sql<KeptRow>`
    select id, account_id, uid from object where ${within("id")} and ${says}
    union select object_id as id, account_id, uid from version
    where ${within("object_id")} and was_removed = 1 and ${says}
    order by id`);
  return rows.map(keptEvent);
}

/** The newest text from then, unless the object was removed in between. */
const selectTextAt = statement(
  (_, p: { id: string; modseq: Modseq }) => sql<{ calendar_id: string; uri: string; icalendar: string }>`
  select calendar_id, uri, icalendar from version
  where object_id = ${p.id}
    and modseq = (select max(v.modseq) from version v where v.object_id = ${p.id} and v.modseq <= ${p.modseq})
    and not exists (
      select 1 from tombstone
      where tombstone.account_id = version.account_id and tombstone.type = 'CalendarEvent'
        and tombstone.object_id = version.object_id and tombstone.is_moved = 0
        and tombstone.modseq > version.modseq and tombstone.modseq <= ${p.modseq})`,
);

async function textAt(scope: Scope, id: string, modseq: Modseq): Promise<TextAt | undefined> {
  const row = await scope.row(selectTextAt(scope.dialect, { id, modseq }));
  return row && { calendarId: row.calendar_id as CalendarId, uri: row.uri, icalendar: row.icalendar };
}

const deleteTexts = statement(
  (_, p: { id: string }) => sql`
  delete from version
  where object_id = ${p.id} and not exists (select 1 from object where object.id = ${p.id})`,
);

async function forgetFormer(scope: Scope, id: string): Promise<void> {
  const forgotten = await scope.run(scope.query.deleteFrom("version").where("object_id", "=", id));
  if (forgotten > 0) await forgetBuriedOwnParts(scope);
}

async function forgetRemoved(scope: Scope, id: string): Promise<boolean> {
  const forgotten = await scope.run(deleteTexts(scope.dialect, { id }));
  if (forgotten > 0) await forgetBuriedOwnParts(scope);
  return forgotten > 0;
}

async function forgetCalendar(scope: Scope, id: CalendarId, withObjects: boolean): Promise<boolean> {
  const found = withObjects ? await trashedCalendar(scope, id) : undefined;
  if (found) {
    for (const one of await objectsOfTrashed(scope, found, COUNTED))
      await scope.run(deleteTexts(scope.dialect, { id: one }));
    await forgetBuriedOwnParts(scope);
  }
  return (await scope.run(scope.query.deleteFrom("trashed_calendar").where("id", "=", id))) > 0;
}
