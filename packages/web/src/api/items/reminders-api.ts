import type { ReminderRecord } from "@snart/calendar/jmap/reminder.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";
import { instantOrNull, isRecord, record, text } from "../read-json.ts";
import { request } from "../request.ts";

/** A reminder that has rung and that the person has neither dismissed nor snoozed. */
export interface GivenReminder {
  readonly id: string;
  /** the account of the event or task; with `itemId` it makes the item's key in `entries.ts` */
  readonly accountId: string;
  readonly itemId: string;
  readonly isTask: boolean;
  readonly title: string;
  readonly place: string;
  /** instants; null: the task has no time */
  readonly start: number | null;
  readonly end: number | null;
  readonly isAllDay: boolean;
  readonly rangAt: number;
}

const reminderOf = (it: ReminderRecord): GivenReminder => ({
  id: it.id,
  accountId: it.itemAccountId,
  itemId: it.itemId,
  isTask: it.itemType === "Task",
  title: it.title,
  place: it.location,
  start: instantOrNull(it.start),
  end: instantOrNull(it.end),
  isAllDay: it.showWithoutTime,
  rangAt: Date.parse(it.rangAt),
});

/** Returns the person's active reminders, oldest first. */
export async function fetchReminders(accountId: string): Asked<readonly GivenReminder[]> {
  const given = await jmap.get("Reminder", accountId);
  return given.ok ? ok(given.value.map(reminderOf).toSorted((a, b) => a.rangAt - b.rangAt)) : given;
}

/** Dismisses reminders here and in the person's other clients. */
export const dismissReminders = (accountId: string, ids: readonly string[]): Asked<unknown> =>
  jmap.callOne("Reminder/set", { accountId, destroy: ids });

/** Snoozes a reminder until an instant. */
export const snoozeReminder = (accountId: string, id: string, until: number): Asked<unknown> =>
  jmap.setOne("Reminder/set", { accountId, update: { [id]: { snoozedUntil: formatUtcDateTime(until) } } });

/** A device as a browser's push service knows it. */
interface DeviceAddress {
  readonly deviceClientId: string;
  readonly url: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Returns the server's key for push services, to subscribe with (RFC 8292). */
export async function fetchPushKey(): Asked<string> {
  const given = await request("/jmap/session");
  if (!given.ok) return given;
  const push = record(record(record(given.value)["capabilities"])["urn:ietf:params:jmap:webpush-vapid"]);
  const key = text(push["applicationServerKey"]);
  return key === "" ? failed({ kind: "unreachable" }) : ok(key);
}

/** Subscribes this device to alarms and notices; its service worker answers the server's verification. */
export async function addDevice({ deviceClientId, url, p256dh, auth }: DeviceAddress): Asked<unknown> {
  const former = await subscriptionsOf(deviceClientId);
  if (!former.ok) return former;
  const device = { deviceClientId, url, keys: { p256dh, auth }, types: ["CalendarAlert", "snart:Notice"] };
  return jmap.setOne("PushSubscription/set", { create: { device }, destroy: former.value });
}

/** Ends the push messages to this device. */
export async function removeDevice(deviceClientId: string): Asked<unknown> {
  const former = await subscriptionsOf(deviceClientId);
  return former.ok ? jmap.callOne("PushSubscription/set", { destroy: former.value }) : former;
}

/** Returns the ids of a device's subscriptions (RFC 8620 §7.2). */
async function subscriptionsOf(deviceClientId: string): Asked<readonly string[]> {
  const given = await jmap.callOne("PushSubscription/get", { ids: null });
  if (!given.ok) return given;
  const list = Array.isArray(given.value["list"]) ? given.value["list"].filter(isRecord) : [];
  return ok(list.flatMap((it) => (it["deviceClientId"] === deviceClientId ? [text(it["id"])] : [])));
}
