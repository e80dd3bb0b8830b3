import { askingForDefaults } from "@snart/calendar/alarms/ask-for-defaults.ts";
import { acknowledgeAlarms, isAlarmNamed, snoozeAlarms } from "@snart/calendar/alarms/acknowledge-alarms.ts";
import type { Component } from "@snart/calendar/icalendar/component.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { DAY, type Instant } from "@snart/calendar/time/instant.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Actor } from "../actor.ts";
import { alertsOf } from "../alarms/alerts-in-force.ts";
import type { App } from "../app.ts";
import { grantCalendar } from "../grants.ts";
import { MOST_NOTIFICATIONS } from "../notices/notifications.ts";
import { checkCalendar } from "../objects/prepare-object.ts";
import { ReadObject } from "../objects/read-stored.ts";
import type { Problem } from "../problems.ts";
import { writeAccount, type WriteScope } from "../scope.ts";
import { storeObject } from "../write/store-object.ts";
import type { Reminder } from "../outbox/reminder.ts";
import { remindersOf, withdraw } from "../alarms/withdraw-reminders.ts";

/** A reminder can't be snoozed further ahead. */
const LONGEST_SNOOZE = 31 * DAY;

/**
 * Dismisses a reminder: its alarms are acknowledged in the event (RFC 9074 §6), so that other clients are silent too.
 * Where the actor may not write, as in a calendar of a feed, it is only dismissed here.
 * @returns `not-found` if it does not exist, or belongs to somebody else
 */
export async function dismissReminder(
  app: App,
  actor: Actor,
  id: string,
): Promise<Result<undefined, Problem>> {
  const reminder = await reminderOf(app, actor, id);
  if (!reminder) return failed({ code: "not-found" });
  await writeAlarms(app, actor, reminder, (calendar, rung, at) => acknowledgeAlarms(calendar, rung, at));
  return (await withdraw(app, actor.principalId, id)) ? ok(undefined) : failed({ code: "not-found" });
}

/**
 * Snoozes a reminder until a moment: it is dismissed, and its event gets another alarm that rings then (RFC 9074 §7).
 * @returns `invalid-value` for a moment in the past or too far ahead, `forbidden` if the actor may not write: the
 * reminder stays then
 */
export async function snoozeReminder(
  app: App,
  actor: Actor,
  id: string,
  until: Instant,
): Promise<Result<undefined, Problem>> {
  const now = app.now();
  if (!(until > now && until <= now + LONGEST_SNOOZE))
    return failed({ code: "invalid-value", field: "snoozedUntil", detail: "ahead, by a month at most" });
  const reminder = await reminderOf(app, actor, id);
  if (!reminder) return failed({ code: "not-found" });
  const written = await writeAlarms(app, actor, reminder, (calendar, rung, at) =>
    snoozeAlarms(calendar, rung, { at, until, newId: app.newId }),
  );
  if (!written.ok) return written;
  return (await withdraw(app, actor.principalId, id)) ? ok(undefined) : failed({ code: "not-found" });
}

async function reminderOf(app: App, { principalId }: Actor, id: string): Promise<Reminder | undefined> {
  const list = await app.storage.read((tx) =>
    tx.notifications.list(remindersOf(principalId), MOST_NOTIFICATIONS),
  );
  return list.find((one) => one.id === id)?.payload as Reminder | undefined;
}

type Change = (calendar: Component, rung: readonly Component[], at: Instant) => Component;

/** Writes the outcome of a reminder's alarms into its event; nobody else is notified. */
function writeAlarms(
  app: App,
  actor: Actor,
  reminder: Reminder,
  change: Change,
): Promise<Result<undefined, Problem>> {
  return writeAccount(
    app,
    actor,
    reminder.accountId,
    async (scope) => {
      const current = await scope.tx.objects.byId(reminder.objectId);
      return current ? acknowledgeIn(scope, current, reminder, change) : failed({ code: "not-found" });
    },
    {},
  );
}

async function acknowledgeIn(
  scope: WriteScope,
  current: StoredObject,
  reminder: Reminder,
  change: Change,
): Promise<Result<undefined, Problem>> {
  const grant = await grantCalendar(scope.tx, scope.actor, current.calendarId, "mayUpdatePrivate");
  if (!grant.ok) return grant;
  const alerts = await alertsOf(scope.tx, grant.value, current);
  if (!alerts) return failed({ code: "not-found" });
  const { object, defaults } = alerts;
  const all = [
    ...[object.main, ...object.overrides].flatMap((component) => component?.components ?? []),
    ...defaults.withTime,
    ...defaults.withoutTime,
  ];
  const rung = reminder.alarms.flatMap((name) => all.find((alarm) => isAlarmNamed(alarm, name)) ?? []);
  if (rung.length === 0) return failed({ code: "not-found" });
  // An acknowledged copy of a default alarm would otherwise look like the event's own alarm, and disable the default
  // for it.
  const noted = defaults.isForUnsaid ? askingForDefaults(object.calendar) : object.calendar;
  const checked = checkCalendar(scope.app, change(noted, rung, scope.now));
  if (!checked.ok) return checked;
  const target = { uri: current.uri, current: new ReadObject(current) };
  const stored = await storeObject(scope, grant.value, target, checked.value);
  return stored.ok ? ok(undefined) : stored;
}
