import type { ReminderRecord } from "@snart/calendar/jmap/reminder.ts";
import { formatUtcDateTime, parseUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { listNotifications } from "../../app/notices/notifications.ts";
import type { Reminder } from "../../app/outbox/reminder.ts";
import { dismissReminder, snoozeReminder } from "../../app/reminders/answer-reminder.ts";
import { utcDate } from "../standard/arguments.ts";
import { MADE_BY_SERVER, notificationType } from "../standard/notification-type.ts";
import { SNART } from "../wire/capabilities.ts";
import { invalidProperties } from "../wire/errors.ts";

const momentOf = (instant: number | null): string | null =>
  instant === null ? null : formatUtcDateTime(instant);

const snooze = v.strictObject({ snoozedUntil: utcDate });

/**
 * Reminder (urn:snart:jmap): alarms that have rung for the actor and wait to be dismissed; always in the actor's own
 * account. `destroy` dismisses, `snoozedUntil` snoozes; both are written into the event.
 */
export const reminders = notificationType({
  type: "Reminder",
  capability: SNART,
  properties: [
    "itemAccountId",
    "calendarId",
    "itemId",
    "itemType",
    "uid",
    "recurrenceId",
    "rangAt",
    "title",
    "location",
    "start",
    "end",
    "showWithoutTime",
    "timeZone",
  ],
  record({ payload }): Omit<ReminderRecord, "id" | "created"> {
    const { accountId, calendarId, objectId, kind, uid, recurrenceId, rangAt, ...said } = payload as Reminder;
    return {
      itemAccountId: accountId,
      calendarId,
      itemId: objectId,
      itemType: kind === "task" ? "Task" : "CalendarEvent",
      uid,
      recurrenceId,
      rangAt: formatUtcDateTime(rangAt),
      title: said.title,
      location: said.place,
      start: momentOf(said.start),
      end: momentOf(said.end),
      showWithoutTime: said.isAllDay,
      timeZone: said.timeZone,
    };
  },
  conditions: {},
  matches: () => true,
  set: {
    // Reminders are in the person's own account, their events may be in another.
    async locks({ app, actor }, { id }) {
      const listed = await listNotifications(app, actor, id, "Reminder");
      const list = listed.ok ? listed.value.list : [];
      return [id, ...list.map(({ payload }) => (payload as Reminder).accountId)];
    },
    create: MADE_BY_SERVER,
    async update({ app, actor }, id, patch) {
      const parsed = v.safeParse(snooze, patch);
      const until = parsed.success ? parseUtcDateTime(parsed.output.snoozedUntil) : undefined;
      return until === undefined
        ? failed(invalidProperties(["snoozedUntil"], "must be a UTCDate"))
        : snoozeReminder(app, actor, id, until);
    },
    destroy: ({ app, actor }, id) => dismissReminder(app, actor, id),
  },
});
