import type { Agenda, NextAlarm, WaitingAlarms } from "../../port/reminders.ts";
import type { InboxItem } from "../../records/inbox.ts";
import type { MailDelivery, ReceivedMail } from "../../records/mail.ts";
import type { Notification } from "../../records/notifications.ts";
import { columnsOf, type RowOf } from "../columns.ts";

// What comes to people and goes out to them: scheduling, mail, notifications, alarms.

/** What is gone keeps its row, so that clients can be told. */
interface Removable {
  /** null while it is there */
  removed_modseq: number | null;
}

/** Once removed, its text is empty. */
export const inboxItem = columnsOf<InboxItem>()({
  accountId: "plain",
  uri: "plain",
  uid: "plain",
  component: "plain",
  method: "plain",
  etag: "plain",
  size: "plain",
  modseq: "plain",
  createdAt: "plain",
  icalendar: "plain",
});
export type InboxItemTable = RowOf<typeof inboxItem> & Removable;

export const mailDelivery = columnsOf<MailDelivery>()({
  id: "plain",
  accountId: "plain",
  purpose: "plain",
  objectId: "plain",
  uid: "plain",
  method: "plain",
  recipient: "plain",
  messageId: "plain",
  state: "plain",
  detail: "plain",
  createdAt: "plain",
  updatedAt: "plain",
});

export const mailReceived = columnsOf<ReceivedMail>()({
  id: "plain",
  at: "plain",
  sender: "plain",
  subject: "plain",
  uid: "plain",
  method: "plain",
  accountId: "plain",
  outcome: "plain",
  detail: "plain",
});

/** Once removed, its payload is empty, and no JSON. */
export const notification = columnsOf<Notification>()({
  id: "plain",
  type: "plain",
  accountId: "plain",
  recipientId: "plain",
  aboutId: "plain",
  modseq: "plain",
  createdAt: "plain",
  payload: "json",
});
export type NotificationTable = RowOf<typeof notification> & Removable;

/** When an object rings next for somebody. */
export const alarm = columnsOf<NextAlarm>()({
  objectId: "plain",
  principalId: "plain",
  ringAt: "plain",
  rungUntil: "plain",
});

/** Objects whose alarms are to be looked for. */
export const alarmWaiting = columnsOf<WaitingAlarms>()({ objectId: "plain", since: "plain" });

/** Who is sent the day's agenda when. */
export const agenda = columnsOf<Agenda>()({ principalId: "plain", nextAt: "plain" });
