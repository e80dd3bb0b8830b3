import type { Agenda, NextAlarm, WaitingAlarms } from "../../port/reminders.ts";
import type { InboxItem } from "../../records/inbox.ts";
import type { HeldMail, MailDelivery, ReceivedMail } from "../../records/mail.ts";
import type { Notification } from "../../records/notifications.ts";
import { columnsOf, type RowOf } from "../columns.ts";

// Incoming and outgoing messages: scheduling, mail, notifications, alarms.

/** A removed row stays, so that clients learn of it. */
interface Removable {
  /** null while it exists */
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
  causedBy: "plain",
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
  messageId: "plain",
});

export const mailHeld = columnsOf<HeldMail>()({
  id: "plain",
  accountId: "plain",
  objectId: "plain",
  sender: "plain",
  receivedAt: "plain",
  icalendar: "plain",
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

/** When an object's alarm next rings for a person. */
export const alarm = columnsOf<NextAlarm>()({
  objectId: "plain",
  principalId: "plain",
  ringAt: "plain",
  rungUntil: "plain",
});

/** Objects whose next alarm must be searched. */
export const alarmWaiting = columnsOf<WaitingAlarms>()({ objectId: "plain", since: "plain" });

/** Who gets the day's agenda when. */
export const agenda = columnsOf<Agenda>()({ principalId: "plain", nextAt: "plain" });
