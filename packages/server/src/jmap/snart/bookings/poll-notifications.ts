import type { PollNotificationPayload } from "../../../app/polls/bell.ts";
import { notificationType } from "../../standard/notification-type.ts";
import { SNART } from "../../wire/capabilities.ts";

/** PollNotification (urn:snart:jmap): what has become of a poll, for those who decide in it; the latest of each. */
export const pollNotifications = notificationType({
  type: "PollNotification",
  capability: SNART,
  properties: ["pollId", "title", "news", "answered", "of"],
  record: ({ payload }): PollNotificationPayload => payload as PollNotificationPayload,
  conditions: {},
  matches: () => true,
});
