import type { Messages } from "./messages.ts";

/** Words for a reminder some minutes before the start. */
export function reminderText(minutes: number, t: Messages): string {
  if (minutes === 0) return t("reminder.atStart");
  if (minutes % 10_080 === 0) return t("reminder.weeks", { count: minutes / 10_080 });
  if (minutes % 1440 === 0) return t("reminder.days", { count: minutes / 1440 });
  if (minutes % 60 === 0) return t("reminder.hours", { count: minutes / 60 });
  return t("reminder.minutes", { count: minutes });
}

const OF_WHOLE_DAYS = {
  PT9H: "calendars.alertMorning",
  "-PT15H": "calendars.alertMorningBefore",
  "-PT6H": "calendars.alertEveningBefore",
} as const;

/** Words for what a calendar reminds by. @param minutes before the start; null: after it, or it can't be read */
export function calendarReminderText(
  offset: string,
  { minutes, allDay }: { readonly minutes: number | null; readonly allDay: boolean },
  t: Messages,
): string {
  const known = allDay ? OF_WHOLE_DAYS[offset as keyof typeof OF_WHOLE_DAYS] : undefined;
  if (known) return t(known);
  return minutes === null ? t("calendars.alertOther") : reminderText(minutes, t);
}
