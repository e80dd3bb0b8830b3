import { sql } from "kysely";
import type { Noun } from "../../port.ts";
import type { Agenda, NextAlarm, WaitingAlarms } from "../../port/reminders.ts";
import type { CalendarId, ObjectId, PrincipalId } from "../../records/ids.ts";
import type { Scope } from "../scope.ts";
import { limitOf, statement } from "../statement.ts";
import { agenda, alarm, alarmWaiting } from "../tables/messages.ts";

export function reminders(scope: Scope): Noun<"reminders"> {
  return {
    alarmsOf: (objectId) => alarmsOf(scope, objectId),
    keepers: (objectId) => keepers(scope, objectId),
    withDefaultAlerts: (calendarId) => withDefaultAlerts(scope, calendarId),
    isWaiting: async () => (await scope.row(selectWaiting(scope.dialect, {}))) !== undefined,
    isDue: (now) => isDue(scope, now),
    agendaOf: (principalId) => agendaOf(scope, principalId),
    defer: async (objectId, since) =>
      void (await scope.run(insertWaiting(scope.dialect, { objectId, since }))),
    deferCalendar: (calendarId, since) => deferCalendar(scope, calendarId, since),
    takeWaiting: (limit) => takeWaiting(scope, limit),
    holdAlarms: (objectId) => holdAlarms(scope, objectId),
    setAlarm: (one) => setAlarms(scope, [one]),
    setAlarms: (alarms) => setAlarms(scope, alarms),
    forgetObject: async (objectId) =>
      void (await scope.run(scope.query.deleteFrom("alarm").where("object_id", "=", objectId))),
    takeDue: (now, limit) => takeDue(scope, now, limit),
    setBack: (times) => setBack(scope, times),
    removeOrphans: (limit) => removeOrphans(scope, limit),
    setAgenda: (principalId, nextAt) => setAgenda(scope, principalId, nextAt),
    takeDueAgendas: (now, limit) => takeDueAgendas(scope, now, limit),
  };
}

const selectAlarms = statement((q, p: { objectId: string }) =>
  q.selectFrom("alarm").selectAll().where("object_id", "=", p.objectId).orderBy("principal_id"),
);
const selectKeepers = statement((q, p: { objectId: string }) =>
  q.selectFrom("own_part").select("principal_id").where("object_id", "=", p.objectId).orderBy("principal_id"),
);
/** A pattern for views that mention default alerts, even to say that there are none. */
export const HAS_DEFAULT_ALERTS = '%"defaultAlertsWith%';
const selectWithDefaults = statement((q, p: { calendarId: string }) =>
  q
    .selectFrom("calendar_view")
    .select("principal_id")
    .where("calendar_id", "=", p.calendarId)
    .where("view", "like", HAS_DEFAULT_ALERTS)
    .orderBy("principal_id"),
);
const selectWaiting = statement((q) => q.selectFrom("alarm_waiting").select("object_id").limit(1));
const selectDue = statement((q, p: { now: number }) =>
  q.selectFrom("alarm").select("object_id").where("ring_at", "<=", p.now).limit(1),
);
const selectDueAgenda = statement((q, p: { now: number }) =>
  q.selectFrom("agenda").select("principal_id").where("next_at", "<=", p.now).limit(1),
);
const insertWaiting = statement((q, p: { objectId: string; since: number }) =>
  q
    .insertInto("alarm_waiting")
    .values({ object_id: p.objectId, since: p.since })
    .onConflict((conflict) => conflict.column("object_id").doNothing()),
);

async function alarmsOf(scope: Scope, objectId: ObjectId): Promise<readonly NextAlarm[]> {
  return scope.records(alarm, selectAlarms(scope.dialect, { objectId }));
}

async function holdAlarms(scope: Scope, objectId: ObjectId): Promise<readonly NextAlarm[] | "held"> {
  const all = await alarmsOf(scope, objectId);
  if (all.length === 0) return all;
  const query = scope.query
    .selectFrom("alarm")
    .selectAll()
    .where("object_id", "=", objectId)
    .orderBy("principal_id");
  const held = await scope.records(alarm, scope.dialect.skipLocked(query));
  return held.length < all.length ? "held" : held;
}

async function keepers(scope: Scope, objectId: ObjectId): Promise<readonly PrincipalId[]> {
  const rows = await scope.rows(selectKeepers(scope.dialect, { objectId }));
  return rows.map((row) => row.principal_id as PrincipalId);
}

async function withDefaultAlerts(scope: Scope, calendarId: CalendarId): Promise<readonly PrincipalId[]> {
  const rows = await scope.rows(selectWithDefaults(scope.dialect, { calendarId }));
  return rows.map((row) => row.principal_id as PrincipalId);
}

async function isDue(scope: Scope, now: number): Promise<boolean> {
  return (
    (await scope.row(selectDue(scope.dialect, { now }))) !== undefined ||
    (await scope.row(selectDueAgenda(scope.dialect, { now }))) !== undefined
  );
}

async function agendaOf(scope: Scope, principalId: PrincipalId): Promise<Agenda | undefined> {
  const query = scope.query.selectFrom("agenda").selectAll().where("principal_id", "=", principalId);
  return scope.record(agenda, query);
}

async function deferCalendar(scope: Scope, calendarId: CalendarId, since: number): Promise<void> {
  const objects = scope.query
    .selectFrom("object")
    .select((e) => ["id", e.val(since).$castTo<number>().as("since")])
    .where("calendar_id", "=", calendarId)
    .where("end_ms", ">=", since);
  await scope.run(
    scope.query
      .insertInto("alarm_waiting")
      .columns(["object_id", "since"])
      .expression(objects)
      .onConflict((conflict) => conflict.column("object_id").doNothing()),
  );
}

async function takeWaiting(scope: Scope, limit: number): Promise<readonly WaitingAlarms[]> {
  const taken = scope.dialect.skipLocked(
    scope.query.selectFrom("alarm_waiting").select("object_id").limit(limitOf(limit)),
  );
  const query = scope.query.deleteFrom("alarm_waiting").where("object_id", "in", taken).returningAll();
  return scope.records(alarmWaiting, query);
}

async function setAlarms(scope: Scope, alarms: readonly NextAlarm[]): Promise<void> {
  if (alarms.length === 0) return;
  await scope.run(
    scope.query
      .insertInto("alarm")
      .values(alarms.map(alarm.row))
      .onConflict((conflict) =>
        conflict.columns(["object_id", "principal_id"]).doUpdateSet((e) => ({
          ring_at: e.ref("excluded.ring_at"),
          rung_until: e.ref("excluded.rung_until"),
        })),
      ),
  );
}

async function takeDue(scope: Scope, now: number, limit: number): Promise<readonly NextAlarm[]> {
  const query = scope.query
    .selectFrom("alarm")
    .selectAll()
    .where("ring_at", "<=", now)
    // No further order: thousands that ring at one minute would be sorted for each part of them.
    .orderBy("ring_at")
    .limit(limitOf(limit));
  return scope.records(alarm, scope.dialect.skipLocked(query));
}

async function setBack(
  scope: Scope,
  { now, beyond, until, nextWeek }: Parameters<Noun<"reminders">["setBack"]>[0],
): Promise<void> {
  const { query } = scope;
  await scope.run(
    query.updateTable("alarm").set({ rung_until: until, ring_at: now }).where("rung_until", ">", beyond),
  );
  await scope.run(query.updateTable("alarm_waiting").set({ since: until }).where("since", ">", beyond));
  // Of what was written by that clock, an alarm before its time was taken to be over.
  await scope.run(sql`
    insert into alarm_waiting (object_id, since)
    select distinct object.id, cast(${until} as bigint) from change join object on object.id = change.object_id
    where change.at > ${beyond} and change.type in ('CalendarEvent', 'Task')
    on conflict (object_id) do nothing`);
  await scope.run(query.updateTable("agenda").set({ next_at: 0 }).where("next_at", ">", nextWeek));
}

async function removeOrphans(scope: Scope, limit: number): Promise<number> {
  const gone = scope.query
    .selectFrom("alarm")
    .select("alarm.object_id")
    .where((e) =>
      e.not(e.exists(e.selectFrom("object").select("id").whereRef("object.id", "=", "alarm.object_id"))),
    )
    .limit(limitOf(limit));
  return await scope.run(scope.query.deleteFrom("alarm").where("object_id", "in", gone));
}

async function setAgenda(scope: Scope, principalId: PrincipalId, nextAt: number | null): Promise<void> {
  await scope.run(
    nextAt === null
      ? scope.query.deleteFrom("agenda").where("principal_id", "=", principalId)
      : scope.query
          .insertInto("agenda")
          .values({ principal_id: principalId, next_at: nextAt })
          .onConflict((conflict) => conflict.column("principal_id").doUpdateSet({ next_at: nextAt })),
  );
}

async function takeDueAgendas(scope: Scope, now: number, limit: number): Promise<readonly Agenda[]> {
  const query = scope.query
    .selectFrom("agenda")
    .selectAll()
    .where("next_at", "<=", now)
    .orderBy("next_at")
    .limit(limitOf(limit));
  return scope.records(agenda, scope.dialect.skipLocked(query));
}
