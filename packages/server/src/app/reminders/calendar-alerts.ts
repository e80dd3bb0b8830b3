import type { Modseq } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import { remindersOf } from "../alarms/withdraw-reminders.ts";
import type { App } from "../app.ts";
import { MOST_NOTIFICATIONS } from "../notices/notifications.ts";
import type { Reminder } from "../outbox/reminder.ts";

/** The pseudo-type of alarms in pushes and on event sources (JMAP Calendars, "Push events"). */
export const CALENDAR_ALERT = "CalendarAlert";

/** An alert that rang. */
interface CalendarAlert {
  readonly "@type": typeof CALENDAR_ALERT;
  readonly accountId: string;
  /** Of the series, never of one occurrence. */
  readonly calendarEventId: string;
  readonly uid: string;
  readonly recurrenceId: string | null;
  readonly alertId: string;
}

/** The alerts of a reminder: those that rang at the same time, at least one. */
export function calendarAlertsOf(reminder: Reminder): readonly CalendarAlert[] {
  const { accountId, objectId, uid, recurrenceId, alarms, alertIds = [] } = reminder;
  const ids = alertIds.length > 0 ? alertIds : [alarms[0]?.name ?? alarms[0]?.trigger ?? ""];
  return ids.map((alertId) => ({
    "@type": CALENDAR_ALERT,
    accountId,
    calendarEventId: objectId,
    uid,
    recurrenceId,
    alertId,
  }));
}

/** An alert is no use to an open client later than this. */
const LATEST_MS = 3_600_000;

/**
 * The alerts of events that rang for the actor after a state of their own account, oldest first. Alerts that were
 * dismissed meanwhile are not among them, nor those that rang more than an hour ago.
 */
export function alertsSince(
  app: App,
  { principalId }: Pick<Actor, "principalId">,
  since: Modseq,
): Promise<{ readonly modseq: Modseq; readonly alerts: readonly CalendarAlert[] }> {
  return app.storage.read(async (tx) => {
    const modseq = await tx.principals.modseq(principalId);
    const list = await tx.notifications.list(remindersOf(principalId), MOST_NOTIFICATIONS);
    const rung = list
      .filter((one) => one.modseq > since)
      .map(({ payload }) => payload as Reminder)
      .filter(({ kind, rangAt }) => kind === "event" && rangAt > app.now() - LATEST_MS);
    return { modseq, alerts: rung.toReversed().flatMap(calendarAlertsOf) };
  });
}
