import { calendars } from "./calendars/calendars.ts";
import { eventChanges } from "./calendars/events/event-changes.ts";
import { eventCopy } from "./calendars/events/event-copy.ts";
import { eventGet } from "./calendars/events/event-get.ts";
import { eventNotifications } from "./calendars/events/event-notifications.ts";
import { eventParse } from "./calendars/events/event-parse.ts";
import { eventQueryChanges } from "./calendars/events/event-query-changes.ts";
import { eventQuery } from "./calendars/events/event-query.ts";
import { eventSet } from "./calendars/events/set/event-set.ts";
import { participantIdentities } from "./calendars/participant-identities.ts";
import { blobCopy } from "./core/blob-copy.ts";
import { coreEcho } from "./core/echo.ts";
import type { Method } from "./method.ts";
import { pushSubscriptions } from "./push/push-subscriptions.ts";
import { principals } from "./sharing/principals.ts";
import { shareNotifications } from "./sharing/share-notifications.ts";
import { accountClose } from "./snart/own-account/account-close.ts";
import { signInWays } from "./snart/own-account/sign-in-ways.ts";
import { addressChange } from "./snart/own-account/address-change.ts";
import { loginChange } from "./snart/own-account/login-change.ts";
import { accountStates } from "./snart/account-states.ts";
import { accounts } from "./snart/accounts.ts";
import { calendarHandOver } from "./snart/calendar-hand-over.ts";
import { calendarRewind } from "./snart/calendar-rewind.ts";
import { credentials } from "./snart/credentials.ts";
import { eventRestore } from "./snart/event-restore.ts";
import { bookables } from "./snart/bookings/bookables.ts";
import { bookings } from "./snart/bookings/bookings.ts";
import { bookingHandovers } from "./snart/bookings/handovers.ts";
import { bookingWaits } from "./snart/bookings/waits.ts";
import { draws } from "./snart/bookings/draws.ts";
import { bookingLinks } from "./snart/bookings/booking-links.ts";
import { pollNotifications } from "./snart/bookings/poll-notifications.ts";
import { polls } from "./snart/bookings/polls.ts";
import { bookingPages, pageBookings } from "./snart/bookings/booking-pages.ts";
import { displays } from "./snart/bookings/displays.ts";
import { groups } from "./snart/groups.ts";
import { households } from "./snart/households/households.ts";
import { availability } from "./snart/hours/availability.ts";
import { freeBusyGet } from "./snart/hours/free-busy-get.ts";
import { identityProviders } from "./snart/identity/identity-providers.ts";
import { provisioningTokens } from "./snart/identity/provisioning-tokens.ts";
import { otherCalendarMethods } from "./snart/elsewhere/other-calendars.ts";
import { importGet } from "./snart/import-get.ts";
import { importStart } from "./snart/import-start.ts";
import { importRehearse } from "./snart/import-rehearse.ts";
import { importStop, importUndo } from "./snart/import-undo.ts";
import { mailDeliveryForesee, mailDeliveryGet } from "./snart/mail-deliveries.ts";
import { backupMethods } from "./snart/backups/backup-methods.ts";
import { mailMethods } from "./snart/mail-methods.ts";
import { passwordChange } from "./snart/own-account/password-change.ts";
import { profile } from "./snart/profile.ts";
import { serverSettings } from "./snart/server-settings.ts";
import { heldMail } from "./snart/held-mail.ts";
import { proposals } from "./snart/proposals.ts";
import { publicLinks } from "./snart/public-links.ts";
import { reminders } from "./snart/reminders.ts";
import { errorReportingMethods } from "./snart/error-reporting.ts";
import { releaseNotesMethods } from "./snart/server/release-notes.ts";
import { serverMethods } from "./snart/server-methods.ts";
import { signIns } from "./snart/sign-ins.ts";
import { signUps } from "./snart/sign-up/sign-ups.ts";
import { subscriptions } from "./snart/subscriptions.ts";
import { trash } from "./snart/trash-items.ts";
import { versions } from "./snart/versions.ts";
import { taskChanges } from "./tasks/task-changes.ts";
import { taskCopy } from "./tasks/task-copy.ts";
import { taskGet } from "./tasks/task-get.ts";
import { taskLists } from "./tasks/task-lists.ts";
import { taskQueryChanges } from "./tasks/task-query-changes.ts";
import { taskQuery } from "./tasks/task-query.ts";
import { taskSet } from "./tasks/task-set.ts";

/** Every method by its name. */
export const METHODS: ReadonlyMap<string, Method> = new Map([
  ["Core/echo", coreEcho],
  ["Blob/copy", blobCopy],
  ...pushSubscriptions,
  ...calendars,
  ["CalendarEvent/get", eventGet],
  ["CalendarEvent/changes", eventChanges],
  ["CalendarEvent/query", eventQuery],
  ["CalendarEvent/queryChanges", eventQueryChanges],
  ["CalendarEvent/set", eventSet],
  ["CalendarEvent/copy", eventCopy],
  ["CalendarEvent/parse", eventParse],
  ...taskLists,
  ["Task/get", taskGet],
  ["Task/changes", taskChanges],
  ["Task/query", taskQuery],
  ["Task/queryChanges", taskQueryChanges],
  ["Task/set", taskSet],
  ["Task/copy", taskCopy],
  ...participantIdentities,
  ...eventNotifications,
  ...shareNotifications,
  ...reminders,
  ...principals,
  ["FreeBusy/get", freeBusyGet],
  ...availability,
  ["CalendarEvent/restore", eventRestore],
  ...trash,
  ...versions,
  ["Calendar/rewind", calendarRewind],
  ["Calendar/handOver", calendarHandOver],
  ...bookables,
  ...bookings,
  ...bookingHandovers,
  ...bookingWaits,
  ...bookingLinks,
  ...bookingPages,
  ...pageBookings,
  ...pollNotifications,
  ...polls,
  ...displays,
  ...draws,
  ...groups,
  ...households,
  ...accounts,
  ...accountStates,
  ...serverMethods,
  ...mailMethods,
  ...errorReportingMethods,
  ...releaseNotesMethods,
  ...backupMethods,
  ...identityProviders,
  ...provisioningTokens,
  ...profile,
  ...serverSettings,
  ["Password/change", passwordChange],
  ["Address/change", addressChange],
  ["Login/change", loginChange],
  ["Account/close", accountClose],
  ...signInWays,
  ...credentials,
  ...signIns,
  ...subscriptions,
  ...publicLinks,
  ...otherCalendarMethods,
  ["Import/start", importStart],
  ...importGet,
  ["Import/rehearse", importRehearse],
  ["Import/stop", importStop],
  ["Import/undo", importUndo],
  ["MailDelivery/get", mailDeliveryGet],
  ["MailDelivery/foresee", mailDeliveryForesee],
  ...proposals,
  ...heldMail,
  ...signUps,
]);
