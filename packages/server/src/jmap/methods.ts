import { calendarChanges } from "./calendars/calendar-changes.ts";
import { calendarGet } from "./calendars/calendar-get.ts";
import { calendarSet } from "./calendars/calendar-set.ts";
import { eventChanges } from "./calendars/events/event-changes.ts";
import { eventCopy } from "./calendars/events/event-copy.ts";
import { eventParse } from "./calendars/events/event-parse.ts";
import { eventGet } from "./calendars/events/event-get.ts";
import { eventQueryChanges } from "./calendars/events/event-query-changes.ts";
import { eventQuery } from "./calendars/events/event-query.ts";
import { eventSet } from "./calendars/events/set/event-set.ts";
import { eventNotifications } from "./calendars/events/event-notifications.ts";
import { participantIdentities } from "./calendars/participant-identities.ts";
import { blobCopy } from "./core/blob-copy.ts";
import { coreEcho } from "./core/echo.ts";
import type { Method } from "./method.ts";
import { principalGetAvailability } from "./sharing/principal-get-availability.ts";
import { pushSubscriptions } from "./push/push-subscription-methods.ts";
import { principalChanges } from "./sharing/principal-changes.ts";
import { principalGet } from "./sharing/principal-get.ts";
import { principalQuery, principalQueryChanges } from "./sharing/principal-query.ts";
import { principalSet } from "./sharing/principal-set.ts";
import { shareNotifications } from "./sharing/share-notifications.ts";
import { accountMethods } from "./snart/account-methods.ts";
import { calendarHandOver } from "./snart/calendar-hand-over.ts";
import { credentialGet } from "./snart/credential-get.ts";
import { accountClose } from "./snart/account-close.ts";
import { credentialOffer } from "./snart/credential-offer.ts";
import { credentialSet } from "./snart/credential-set.ts";
import { eventRestore } from "./snart/event-restore.ts";
import { groupMethods } from "./snart/group-methods.ts";
import { availabilityMethods } from "./snart/hours/availability-methods.ts";
import { freeBusyGet } from "./snart/hours/free-busy-get.ts";
import { importGet } from "./snart/import-get.ts";
import { importStart } from "./snart/import-start.ts";
import { importUndo } from "./snart/import-undo.ts";
import { mailDeliveryGet } from "./snart/mail-delivery-get.ts";
import { passwordChange } from "./snart/password-change.ts";
import { publicLinks } from "./snart/public-link-methods.ts";
import { subscriptions } from "./snart/subscription-methods.ts";
import { reminderMethods } from "./snart/reminder-methods.ts";
import { profileGet } from "./snart/profile-get.ts";
import { proposalMethods } from "./snart/proposal-methods.ts";
import { signUpMethods } from "./snart/sign-up/sign-up-methods.ts";
import { signInMethods } from "./snart/sign-ins/sign-in-methods.ts";
import { profileSet } from "./snart/profile-set.ts";
import { mailMethods } from "./snart/mail-methods.ts";
import { serverMethods } from "./snart/server-methods.ts";
import { calendarRewind } from "./snart/calendar-rewind.ts";
import { trashItemGet, trashItemQuery, trashItemRestore, trashItemSet } from "./snart/trash-items.ts";
import { versionGet, versionQuery, versionRestore } from "./snart/versions.ts";
import { taskChanges } from "./tasks/task-changes.ts";
import { taskCopy } from "./tasks/task-copy.ts";
import { taskGet } from "./tasks/task-get.ts";
import { taskListChanges, taskListGet, taskListSet } from "./tasks/task-lists.ts";
import { taskQueryChanges } from "./tasks/task-query-changes.ts";
import { taskQuery } from "./tasks/task-query.ts";
import { taskSet } from "./tasks/task-set.ts";

/** Every method by its name. */
export const METHODS: ReadonlyMap<string, Method> = new Map([
  ["Core/echo", coreEcho],
  ["Blob/copy", blobCopy],
  ...pushSubscriptions,
  ["Calendar/get", calendarGet],
  ["Calendar/changes", calendarChanges],
  ["Calendar/set", calendarSet],
  ["CalendarEvent/get", eventGet],
  ["CalendarEvent/changes", eventChanges],
  ["CalendarEvent/query", eventQuery],
  ["CalendarEvent/queryChanges", eventQueryChanges],
  ["CalendarEvent/set", eventSet],
  ["CalendarEvent/copy", eventCopy],
  ["CalendarEvent/parse", eventParse],
  ["TaskList/get", taskListGet],
  ["TaskList/changes", taskListChanges],
  ["TaskList/set", taskListSet],
  ["Task/get", taskGet],
  ["Task/changes", taskChanges],
  ["Task/query", taskQuery],
  ["Task/queryChanges", taskQueryChanges],
  ["Task/set", taskSet],
  ["Task/copy", taskCopy],
  ...participantIdentities,
  ...eventNotifications,
  ...shareNotifications,
  ...reminderMethods,
  ["Principal/get", principalGet],
  ["Principal/changes", principalChanges],
  ["Principal/query", principalQuery],
  ["Principal/queryChanges", principalQueryChanges],
  ["Principal/set", principalSet],
  ["Principal/getAvailability", principalGetAvailability],
  ["FreeBusy/get", freeBusyGet],
  ...availabilityMethods,
  ["CalendarEvent/restore", eventRestore],
  ["TrashItem/get", trashItemGet],
  ["TrashItem/query", trashItemQuery],
  ["TrashItem/set", trashItemSet],
  ["TrashItem/restore", trashItemRestore],
  ["Version/get", versionGet],
  ["Version/query", versionQuery],
  ["Version/restore", versionRestore],
  ["Calendar/rewind", calendarRewind],
  ["Calendar/handOver", calendarHandOver],
  ...groupMethods,
  ...accountMethods,
  ...serverMethods,
  ...mailMethods,
  ["Profile/get", profileGet],
  ["Profile/set", profileSet],
  ["Password/change", passwordChange],
  ["Account/close", accountClose],
  ["Credential/get", credentialGet],
  ["Credential/set", credentialSet],
  ["Credential/offer", credentialOffer],
  ...signInMethods,
  ...subscriptions,
  ...publicLinks,
  ["Import/start", importStart],
  ["Import/get", importGet],
  ["Import/undo", importUndo],
  ["MailDelivery/get", mailDeliveryGet],
  ...proposalMethods,
  ...signUpMethods,
]);
