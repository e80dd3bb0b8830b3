import { useMessages } from "../../../i18n/messages.ts";
import { calendarReminderText } from "../../../i18n/reminder-words.ts";
import { minutesBefore } from "../../../store/items/default-reminder.ts";

/** Returns the words for the calendar's own reminder, with its time; empty if the calendar has none. */
export function useCalendarReminderText(offset: string | null, allDay: boolean): string {
  const t = useMessages();
  if (offset === null) return "";
  const when = calendarReminderText(offset, { minutes: minutesBefore(offset), allDay }, t);
  return t("reminder.asCalendar", { when });
}
