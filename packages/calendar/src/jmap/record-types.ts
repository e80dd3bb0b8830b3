import type { AccountRecord, CredentialRecord, GroupRecord, SignInRecord } from "./account.ts";
import type { AccountStateRecord } from "./account-state.ts";
import type { AvailabilityRecord, FreeBusyRecord } from "./availability.ts";
import type {
  BookableRecord,
  BookingHandoverRecord,
  BookingRecord,
  BookingWaitRecord,
  DrawRecord,
} from "./booking.ts";
import type { BookingLinkRecord, BookingPageRecord, PageBookingRecord } from "./booking-page.ts";
import type { PollNotificationRecord, PollRecord } from "./poll.ts";
import type { CalendarRecord } from "./calendar.ts";
import type { DisplayRecord } from "./door.ts";
import type { EventNotificationRecord } from "./event-notification.ts";
import type { PublicLinkRecord, SubscriptionRecord } from "./feeds.ts";
import type { TrashItemRecord, VersionRecord } from "./history.ts";
import type { HouseholdRecord } from "./household.ts";
import type { ImportRecord } from "./import.ts";
import type { HeldMailRecord, MailDeliveryRecord, ProposalRecord } from "./mail.ts";
import type { ProfileRecord } from "./profile.ts";
import type { ReminderRecord } from "./reminder.ts";
import type { ServerSettingsRecord } from "./server-settings.ts";
import type { PrincipalRecord, ShareNotificationRecord } from "./sharing.ts";
import type { SignUpRecord } from "./sign-up.ts";
import type { TaskListRecord } from "./task-list.ts";

/**
 * What a `/get` lists, by the name of its type. The records are declared here, in the one package that the server, which
 * prints them, and the web app, which reads them, both import; there is no code beside them.
 */
export interface RecordTypes {
  readonly Account: AccountRecord;
  readonly AccountState: AccountStateRecord;
  readonly Availability: AvailabilityRecord;
  readonly Bookable: BookableRecord;
  readonly Booking: BookingRecord;
  readonly BookingHandover: BookingHandoverRecord;
  readonly BookingLink: BookingLinkRecord;
  readonly BookingPage: BookingPageRecord;
  readonly PageBooking: PageBookingRecord;
  readonly Poll: PollRecord;
  readonly PollNotification: PollNotificationRecord;
  readonly BookingWait: BookingWaitRecord;
  readonly Draw: DrawRecord;
  readonly Calendar: CalendarRecord;
  readonly CalendarEventNotification: EventNotificationRecord;
  readonly Credential: CredentialRecord;
  readonly Display: DisplayRecord;
  readonly FreeBusy: FreeBusyRecord;
  readonly Group: GroupRecord;
  readonly Household: HouseholdRecord;
  readonly Import: ImportRecord;
  readonly MailDelivery: MailDeliveryRecord;
  readonly Principal: PrincipalRecord;
  readonly Profile: ProfileRecord;
  readonly Proposal: ProposalRecord;
  readonly HeldMail: HeldMailRecord;
  readonly PublicLink: PublicLinkRecord;
  readonly Reminder: ReminderRecord;
  readonly ServerSettings: ServerSettingsRecord;
  readonly ShareNotification: ShareNotificationRecord;
  readonly SignIn: SignInRecord;
  readonly SignUp: SignUpRecord;
  readonly Subscription: SubscriptionRecord;
  readonly TaskList: TaskListRecord;
  readonly TrashItem: TrashItemRecord;
  readonly Version: VersionRecord;
}
