/** The storage types that front-ends may use; they import these here, never storage itself. */
export type { Feed, PublicLink, Subscription } from "../storage/records/feeds.ts";
export type {
  BookingLink,
  BookingPage,
  PageBooking,
  PageEventType,
} from "../storage/records/booking-pages.ts";
export type { Poll, PollVoter } from "../storage/records/polls.ts";
export type { Bookable, Display } from "../storage/records/bookings.ts";
export type { AccountChange, ReservePart } from "../storage/port.ts";
export type { AuditEntry } from "../storage/records/audit.ts";
export type {
  AccessibleCalendar,
  Calendar,
  CalendarView,
  ComponentType,
  Share,
  ShareLevel,
} from "../storage/records/calendars.ts";
export type { ChangeSet, ChangeType, CollectionChanges } from "../storage/records/changes.ts";
export type { AttachmentRecord, BlobRecord } from "../storage/records/files.ts";
export type {
  BookingId,
  BookingPageId,
  PageBookingId,
  PollId,
  PollVoterId,
  CalendarId,
  Modseq,
  ObjectId,
  PrincipalId,
  DrawId,
  HandoverId,
  WaitId,
} from "../storage/records/ids.ts";
export type { InboxChanges, InboxItem } from "../storage/records/inbox.ts";
export type { HeldMail, MailDelivery, ReceivedMail } from "../storage/records/mail.ts";
export type { Notification, NotificationType, PushSubscription } from "../storage/records/notifications.ts";
export type { ListedObject, ObjectHead, StoredObject } from "../storage/records/objects.ts";
export type { Credential, Principal, PrincipalStatus, ProvisioningToken } from "../storage/records/people.ts";
export type { Job, OutboxMessage } from "../storage/records/queues.ts";
