import type { Generated } from "kysely";

/**
 * The tables as the query builder sees them. Columns are snake_case, instants milliseconds UTC, booleans 0 or 1,
 * structures JSON text. `migrations/` makes them; `*.ts` of each noun maps rows to the types of the port.
 */

export interface PrincipalTable {
  id: string;
  kind: string;
  login: string;
  display_name: string;
  email: string | null;
  status: string;
  is_admin: number;
  preferences: string;
  created_at: number;
  status_since: number;
  /** The newest modseq of the account that this principal is. */
  modseq: number;
  /** Changes up to here may have been forgotten: a client that knows less has to start over. */
  forgotten_modseq: number;
}

export interface GroupMemberTable {
  group_id: string;
  member_id: string;
  is_manager: number;
}

export interface CredentialTable {
  id: string;
  principal_id: string;
  kind: string;
  label: string;
  secret_hash: string;
  created_at: number;
  last_used_at: number | null;
  last_used_by: string | null;
}

export interface SessionTable {
  token_hash: string;
  principal_id: string;
  created_at: number;
  expires_at: number;
  user_agent: string | null;
}

export interface AccountLinkTable {
  token_hash: string;
  principal_id: string;
  kind: string;
  created_at: number;
  expires_at: number;
}

export interface CalendarTable {
  id: string;
  account_id: string;
  uri: string;
  name: string;
  description: string;
  color: string | null;
  sort_order: number;
  time_zone: string | null;
  time_zone_text: string | null;
  components: string;
  dead_properties: string;
  created_modseq: number;
  modseq: number;
  content_modseq: number;
  is_read_only: number;
  /** Former texts of before this modseq are another account's. */
  known_from: Generated<number>;
}

export interface CalendarViewTable {
  calendar_id: string;
  principal_id: string;
  view: string;
}

export interface ShareTable {
  calendar_id: string;
  principal_id: string;
  level: string;
}

export interface ObjectTable {
  id: string;
  account_id: string;
  calendar_id: string;
  uri: string;
  uid: string;
  component: string;
  etag: string;
  schedule_tag: string | null;
  size: number;
  start_ms: number;
  /** `END_OF_TIME` when the object has no end. */
  end_ms: number;
  /** Where the bounds hang in the interval tree, see interval-tree.ts. */
  interval_node: number;
  is_recurring: number;
  summary: string;
  created_modseq: number;
  modseq: number;
  created_at: number;
  updated_at: number;
  icalendar: string;
}

export interface ObjectPropertyTable {
  object_id: string;
  /** JSON of `{namespace}name` to XML text. */
  properties: string;
}

/** What others than its owner have of an object for themselves. */
export interface OwnPartTable {
  object_id: string;
  principal_id: string;
  icalendar: string;
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

export interface VersionTable {
  object_id: string;
  modseq: number;
  account_id: string;
  calendar_id: string;
  uri: string;
  uid: string;
  component: string;
  summary: string;
  replaced_at: number;
  replaced_by: string;
  was_removed: number;
  icalendar: string;
}

export interface TombstoneTable {
  account_id: string;
  modseq: number;
  /** "CalendarEvent" or "Calendar". */
  type: string;
  /** Of the object, or of the calendar itself. */
  object_id: string;
  calendar_id: string;
  uri: string;
  uid: string;
  created_modseq: number;
  /** 1 when the object lives on at another place: gone for its collection, not for its account. */
  is_moved: number;
}

export interface ChangeTable {
  account_id: string;
  modseq: number;
  type: string;
  object_id: string;
  calendar_id: string | null;
  change: string;
  at: number;
  actor_id: string;
  via: string | null;
  client: string | null;
}

export interface TrashedCalendarTable {
  id: string;
  account_id: string;
  modseq: number;
  removed_at: number;
  removed_by: string;
  /** JSON text: the calendar, with whom it was shared, how it was seen */
  content: string;
}

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

export interface OutboxTable {
  id: string;
  account_id: string;
  kind: string;
  dedupe_key: string;
  payload: string;
  created_at: number;
  available_at: number;
  attempts: number;
  last_error: string | null;
  /** Sent messages stay, without payload, so that their key goes on dropping repetitions. */
  is_finished: number;
}

export interface JobTable {
  id: string;
  kind: string;
  payload: string;
  state: string;
  run_at: number;
  attempts: number;
  last_error: string | null;
  progress: string;
  is_finished: number;
}

export interface BlobTable {
  account_id: string;
  id: string;
  type: string;
  size: number;
  created_at: number;
  expires_at: number;
  content: Uint8Array;
}

export interface SettingTable {
  key: string;
  value: string;
}

export interface AvailabilityTable {
  account_id: string;
  icalendar: string;
}

export interface ShareChangeTable {
  account_id: string;
  /** Who began or ceased to see the calendar: a person or a group. */
  principal_id: string;
  modseq: number;
  calendar_id: string;
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

/** `doc` is SQLite's, `grams` PostgreSQL's. */
export interface SearchDocTable {
  doc: Generated<number>;
  object_id: string;
  calendar_id: string;
  start_ms: number;
  end_ms: number;
  grams: Generated<string>;
}

export interface SearchRestTable {
  object_id: string;
  calendar_id: string;
  /** 1 while it is still to be looked through, 0 when it has too many grams. */
  is_waiting: number;
}

export interface PushSubscriptionTable {
  id: string;
  principal_id: string;
  device_client_id: string;
  url: string;
  /** JSON text */
  keys: string | null;
  verification_code: string;
  is_verified: number;
  expires_at: number;
  /** JSON text; null is all */
  types: string | null;
  created_at: number;
  /** JSON text: by what the person was signed in who made it */
  signed_in_by: string;
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

export interface AttachmentTable {
  id: string;
  account_id: string;
  hash: string;
  type: string;
  filename: string;
  size: number;
  created_at: number;
  created_by: string;
}

export interface AttachmentContentTable {
  hash: string;
  size: number;
  parts: number;
}

export interface AttachmentPartTable {
  hash: string;
  number: number;
  content: Uint8Array;
}

export interface AttachmentUseTable {
  attachment_id: string;
  object_id: string;
  /** null while the object names it */
  released_at: number | null;
}

export interface AuditTable {
  id: string;
  at: number;
  actor_id: string | null;
  action: string;
  subject: string;
  detail: string;
}

export interface FeedTable {
  id: string;
  url: string;
  state: string;
  etag: string | null;
  last_modified: string | null;
  content_hash: string | null;
  fetched_at: number | null;
  tried_at: number | null;
  next_at: number;
  failures: number;
  /** JSON text */
  error: string | null;
}

export interface SubscriptionTable {
  calendar_id: string;
  account_id: string;
  feed_id: string;
  refresh_minutes: number;
  created_by: string;
  created_at: number;
  applied_hash: string | null;
  skipped: number;
}

export interface PublicLinkTable {
  id: string;
  calendar_id: string;
  label: string;
  token_hash: string;
  detail: string;
  may_embed: number;
  created_by: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
}

export interface Database {
  principal: PrincipalTable;
  group_member: GroupMemberTable;
  credential: CredentialTable;
  session: SessionTable;
  account_link: AccountLinkTable;
  calendar: CalendarTable;
  calendar_view: CalendarViewTable;
  share: ShareTable;
  object: ObjectTable;
  object_property: ObjectPropertyTable;
  own_part: OwnPartTable;
  buried_own_part: OwnPartTable;
  alarm: AlarmTable;
  alarm_waiting: AlarmWaitingTable;
  agenda: AgendaTable;
  version: VersionTable;
  tombstone: TombstoneTable;
  change: ChangeTable;
  trashed_calendar: TrashedCalendarTable;
  inbox_item: InboxItemTable;
  outbox: OutboxTable;
  job: JobTable;
  blob: BlobTable;
  attachment: AttachmentTable;
  attachment_content: AttachmentContentTable;
  attachment_part: AttachmentPartTable;
  attachment_use: AttachmentUseTable;
  setting: SettingTable;
  availability: AvailabilityTable;
  share_change: ShareChangeTable;
  notification: NotificationTable;
  search_doc: SearchDocTable;
  search_rest: SearchRestTable;
  push_subscription: PushSubscriptionTable;
  mail_delivery: MailDeliveryTable;
  mail_received: MailReceivedTable;
  audit: AuditTable;
  feed: FeedTable;
  subscription: SubscriptionTable;
  public_link: PublicLinkTable;
}
