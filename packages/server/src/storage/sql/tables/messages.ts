// What comes to people and goes out to them: scheduling, mail, notifications, alarms.

export interface InboxItemTable {
  account_id: string;
  uri: string;
  uid: string;
  component: string;
  method: string;
  etag: string;
  size: number;
  modseq: number;
  /** null while it is there */
  removed_modseq: number | null;
  created_at: number;
  /** empty once it is removed */
  icalendar: string;
}

export interface MailDeliveryTable {
  id: string;
  account_id: string;
  purpose: string;
  object_id: string | null;
  uid: string | null;
  method: string | null;
  recipient: string;
  message_id: string;
  state: string;
  detail: string | null;
  created_at: number;
  updated_at: number;
}

export interface MailReceivedTable {
  id: string;
  at: number;
  sender: string;
  subject: string;
  uid: string | null;
  method: string | null;
  account_id: string | null;
  outcome: string;
  detail: string;
}

export interface NotificationTable {
  id: string;
  /** "ShareNotification", "CalendarEventNotification" or "Reminder". */
  type: string;
  account_id: string;
  recipient_id: string;
  about_id: string;
  modseq: number;
  /** null while it is there */
  removed_modseq: number | null;
  created_at: number;
  /** JSON text; empty once it is removed */
  payload: string;
}

/** When an object rings next for somebody. */
export interface AlarmTable {
  object_id: string;
  principal_id: string;
  ring_at: number | null;
  rung_until: number;
}

/** Objects whose alarms are to be looked for. */
export interface AlarmWaitingTable {
  object_id: string;
  since: number;
}

/** Who is sent the day's agenda when. */
export interface AgendaTable {
  principal_id: string;
  next_at: number;
}
