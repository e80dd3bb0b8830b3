import type { EventNotificationRecord } from "@snart/calendar/jmap/event-notification.ts";
import { JSCALENDAR_VERSION } from "@snart/calendar/jscalendar/types.ts";
import * as v from "valibot";
import type { EventNotificationPayload } from "../../../app/notices/event-payload.ts";
import { idList, idText } from "../../standard/arguments.ts";
import { notificationType } from "../../standard/notification-type.ts";
import { CALENDARS } from "../../wire/capabilities.ts";
import { addressOf } from "../../context/event-record.ts";

/** CalendarEventNotification (JMAP Calendars): other people's changes to visible events. */
export const eventNotifications = notificationType({
  type: "CalendarEventNotification",
  capability: CALENDARS,
  properties: [
    "changedBy",
    "comment",
    "type",
    "calendarEventId",
    "isDraft",
    "event",
    "eventPatch",
    "snart:calendarId",
    "snart:news",
    "snart:proposalId",
  ],
  record({ aboutId, payload }): Omit<EventNotificationRecord, "id" | "created"> {
    const {
      changedBy,
      isDraft = false,
      comment = null,
      calendarId,
      news,
      proposalId,
      ...said
    } = payload as EventNotificationPayload;
    const calendarAddress = addressOf(changedBy) ?? null;
    const { event } = said;
    return {
      ...said,
      ...(event && { event: { version: JSCALENDAR_VERSION, ...event } }),
      changedBy: { ...changedBy, calendarAddress },
      comment,
      calendarEventId: aboutId,
      ...(calendarId && { "snart:calendarId": calendarId }),
      ...(news && { "snart:news": news }),
      ...(proposalId !== undefined && { "snart:proposalId": proposalId }),
      ...(said.type === "destroyed" ? {} : { isDraft }),
    };
  },
  conditions: { type: v.nullish(idText), calendarEventIds: v.nullish(idList) },
  matches: (record, { type, calendarEventIds }) =>
    (type ?? record["type"]) === record["type"] &&
    (!Array.isArray(calendarEventIds) || calendarEventIds.includes(record["calendarEventId"])),
});
