import { calendarChanges } from "./calendars/calendar-changes.ts";
import { calendarGet } from "./calendars/calendar-get.ts";
import { calendarSet } from "./calendars/calendar-set.ts";
import { eventChanges } from "./calendars/event-changes.ts";
import { eventCopy } from "./calendars/event-copy.ts";
import { eventParse } from "./calendars/event-parse.ts";
import { eventGet } from "./calendars/event-get.ts";
import { eventQueryChanges } from "./calendars/event-query-changes.ts";
import { eventQuery } from "./calendars/event-query.ts";
import { eventSet } from "./calendars/event-set.ts";
import { eventNotifications } from "./calendars/event-notifications.ts";
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
import { credentialGet } from "./snart/credential-get.ts";
import { credentialSet } from "./snart/credential-set.ts";
import { eventRestore } from "./snart/event-restore.ts";
import { importGet } from "./snart/import-get.ts";
import { importStart } from "./snart/import-start.ts";
import { importUndo } from "./snart/import-undo.ts";
import { passwordChange } from "./snart/password-change.ts";
import { profileGet } from "./snart/profile-get.ts";
import { profileSet } from "./snart/profile-set.ts";

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
  ...participantIdentities,
  ...eventNotifications,
  ...shareNotifications,
  ["Principal/get", principalGet],
  ["Principal/changes", principalChanges],
  ["Principal/query", principalQuery],
  ["Principal/queryChanges", principalQueryChanges],
  ["Principal/set", principalSet],
  ["Principal/getAvailability", principalGetAvailability],
  ["CalendarEvent/restore", eventRestore],
  ["Profile/get", profileGet],
  ["Profile/set", profileSet],
  ["Password/change", passwordChange],
  ["Credential/get", credentialGet],
  ["Credential/set", credentialSet],
  ["Import/start", importStart],
  ["Import/get", importGet],
  ["Import/undo", importUndo],
]);
