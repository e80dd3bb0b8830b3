import type { ShareNotificationRecord } from "@snart/calendar/jmap/sharing.ts";
import * as v from "valibot";
import type { ShareNotificationPayload } from "../../app/notices/share-notice.ts";
import { idText } from "../standard/arguments.ts";
import { notificationType } from "../standard/notification-type.ts";
import { PRINCIPALS } from "../wire/capabilities.ts";

/** ShareNotification (RFC 9670 §3): changes of a person's access to a calendar. */
export const shareNotifications = notificationType({
  type: "ShareNotification",
  capability: PRINCIPALS,
  properties: ["changedBy", "objectType", "objectAccountId", "objectId", "name", "oldRights", "newRights"],
  record: ({ payload }): Omit<ShareNotificationRecord, "id" | "created"> => ({
    objectType: "Calendar",
    ...(payload as ShareNotificationPayload),
  }),
  conditions: { objectType: v.nullish(idText), objectAccountId: v.nullish(idText) },
  matches: (record, { objectType, objectAccountId }) =>
    (objectType ?? record["objectType"]) === record["objectType"] &&
    (objectAccountId ?? record["objectAccountId"]) === record["objectAccountId"],
});
