import type { RowOf } from "./columns.ts";
import type * as bookingPages from "./tables/booking-pages.ts";
import type * as bookings from "./tables/bookings.ts";
import type * as calendars from "./tables/calendars.ts";
import type * as draws from "./tables/draws.ts";
import type * as files from "./tables/files.ts";
import type * as messages from "./tables/messages.ts";
import type * as objects from "./tables/objects.ts";
import type * as operation from "./tables/operation.ts";
import type * as people from "./tables/people.ts";

/**
 * The tables as the query builder sees them. Columns are snake_case, instants milliseconds UTC, booleans 0 or 1,
 * structures JSON text. `migrations/` creates them; `tables/` says how records are stored in them.
 */
export interface Database {
  principal: people.PrincipalTable;
  owned_address: RowOf<typeof people.ownedAddress>;
  group_member: RowOf<typeof people.groupMember>;
  credential: RowOf<typeof people.credential>;
  session: RowOf<typeof people.session>;
  attempt: RowOf<typeof people.attempt>;
  known_place: RowOf<typeof people.knownPlace>;
  account_link: RowOf<typeof people.accountLink>;
  push_subscription: RowOf<typeof people.pushSubscription>;
  calendar: calendars.CalendarTable;
  calendar_view: RowOf<typeof calendars.calendarView>;
  share: RowOf<typeof calendars.share>;
  share_change: RowOf<typeof calendars.shareChange>;
  trashed_calendar: RowOf<typeof calendars.keptCalendar>;
  availability: calendars.AvailabilityTable;
  feed: RowOf<typeof calendars.feed>;
  subscription: RowOf<typeof calendars.subscription>;
  public_link: RowOf<typeof calendars.publicLink>;
  bookable: RowOf<typeof bookings.bookable>;
  booking_rules: RowOf<typeof bookings.bookingRules>;
  booking: RowOf<typeof bookings.booking>;
  booking_refusal: RowOf<typeof bookings.bookingRefusal>;
  booking_handover: RowOf<typeof bookings.bookingHandover>;
  booking_wait: RowOf<typeof bookings.bookingWait>;
  booking_page: RowOf<typeof bookingPages.bookingPage>;
  booking_link: RowOf<typeof bookingPages.bookingLink>;
  page_booking: RowOf<typeof bookingPages.pageBooking>;
  page_booking_host: RowOf<typeof bookingPages.pageBookingHost>;
  display: RowOf<typeof bookings.display>;
  draw: RowOf<typeof draws.draw>;
  draw_entry: RowOf<typeof draws.drawEntry>;
  claim: RowOf<typeof bookings.claim>;
  household: RowOf<typeof bookings.household>;
  household_tag: RowOf<typeof bookings.householdTag>;
  object: objects.ObjectTable;
  object_property: objects.ObjectPropertyTable;
  steady_series: objects.SteadySeriesTable;
  own_part: objects.OwnPartTable;
  buried_own_part: objects.OwnPartTable;
  version: objects.VersionTable;
  tombstone: objects.TombstoneTable;
  change: RowOf<typeof objects.changeEntry>;
  search_doc: objects.SearchDocTable;
  search_rest: objects.SearchRestTable;
  blob: files.BlobTable;
  blob_part: files.BlobPartTable;
  attachment: RowOf<typeof files.attachment>;
  attachment_content: RowOf<typeof files.attachmentContent>;
  attachment_part: files.AttachmentPartTable;
  attachment_use: files.AttachmentUseTable;
  inbox_item: messages.InboxItemTable;
  mail_delivery: RowOf<typeof messages.mailDelivery>;
  mail_received: RowOf<typeof messages.mailReceived>;
  mail_held: RowOf<typeof messages.mailHeld>;
  notification: messages.NotificationTable;
  alarm: RowOf<typeof messages.alarm>;
  alarm_waiting: RowOf<typeof messages.alarmWaiting>;
  agenda: RowOf<typeof messages.agenda>;
  outbox: operation.OutboxTable;
  job: operation.JobTable;
  setting: operation.SettingTable;
  audit: RowOf<typeof operation.auditEntry>;
}
