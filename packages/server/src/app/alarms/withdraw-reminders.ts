import { ringsBetween } from "@snart/calendar/alarms/next-alarm.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { Notification, NotificationList } from "../../storage/records/notifications.ts";
import { alertsInForce } from "./alerts-in-force.ts";
import type { App } from "../app.ts";
import { MOST_NOTIFICATIONS } from "../notices/notifications.ts";
import { remindedPerson, zoneOfPerson, type Reminder } from "../outbox/reminder.ts";

export const remindersOf = (principalId: PrincipalId): NotificationList => ({
  accountId: principalId,
  recipientId: principalId,
  type: "Reminder",
});

/**
 * Withdraws reminders of an object that would no longer ring: acknowledged in another client, moved, cancelled or
 * deleted.
 */
export async function withdrawReminders(app: App, objectId: ObjectId): Promise<void> {
  const settled = await app.storage.read(async (tx) => {
    const known = await tx.reminders.alarmsOf(objectId);
    const found: { readonly principalId: PrincipalId; readonly id: string }[] = [];
    for (const { principalId } of known) {
      const given = (await tx.notifications.list(remindersOf(principalId), MOST_NOTIFICATIONS)).filter(
        ({ aboutId }) => aboutId === objectId,
      );
      for (const one of given)
        if (!(await stillRings(tx, principalId, one))) found.push({ principalId, id: one.id });
    }
    return found;
  });
  for (const { principalId, id } of settled) await withdraw(app, principalId, id);
}

/** Withdraws one reminder. */
export async function withdraw(app: App, principalId: PrincipalId, id: string): Promise<boolean> {
  return app.storage.write(async (tx) => {
    const modseq = await tx.lockAccount(principalId);
    return tx.notifications.remove(remindersOf(principalId), id, modseq);
  });
}

async function stillRings(
  tx: ReadTransaction,
  principalId: PrincipalId,
  { payload, aboutId }: Notification,
): Promise<boolean> {
  const { rangAt } = payload as Reminder;
  const stored = await tx.objects.byId(aboutId as ObjectId);
  const person = await tx.principals.byId(principalId);
  if (!stored || !person) return false;
  const alerts = await alertsInForce(tx, remindedPerson(person), stored.calendarId, stored);
  if (!alerts) return false;
  const zone = zoneOfPerson(person, alerts.timeZone);
  const rings = ringsBetween(alerts.object, { from: rangAt, to: rangAt + 1 }, zone, {
    defaults: alerts.defaults,
  });
  return rings.ok && rings.value.length > 0;
}
