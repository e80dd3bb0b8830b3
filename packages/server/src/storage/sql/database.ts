import type {
  AccountLinkTable,
  CredentialTable,
  GroupMemberTable,
  PrincipalTable,
  PushSubscriptionTable,
  SessionTable,
} from "./tables/people.ts";
import type {
  AvailabilityTable,
  CalendarTable,
  CalendarViewTable,
  FeedTable,
  PublicLinkTable,
  ShareChangeTable,
  ShareTable,
  SubscriptionTable,
  TrashedCalendarTable,
} from "./tables/calendars.ts";
import type {
  ChangeTable,
  ObjectPropertyTable,
  ObjectTable,
  OwnPartTable,
  SearchDocTable,
  SearchRestTable,
  TombstoneTable,
  VersionTable,
} from "./tables/objects.ts";
import type {
  AttachmentContentTable,
  AttachmentPartTable,
  AttachmentTable,
  AttachmentUseTable,
  BlobTable,
} from "./tables/files.ts";
import type {
  AgendaTable,
  AlarmTable,
  AlarmWaitingTable,
  InboxItemTable,
  MailDeliveryTable,
  MailReceivedTable,
  NotificationTable,
} from "./tables/messages.ts";
import type { AuditTable, JobTable, OutboxTable, SettingTable } from "./tables/operation.ts";

/**
 * The tables as the query builder sees them. Columns are snake_case, instants milliseconds UTC, booleans 0 or 1,
 * structures JSON text. `migrations/` makes them; `*.ts` of each noun maps rows to the types of the port.
 */
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
