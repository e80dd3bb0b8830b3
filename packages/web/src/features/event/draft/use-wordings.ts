import { useMessages } from "../../../i18n/messages.ts";

/** Words for a reminder some minutes before the start. */
export function useReminderText(): (minutes: number) => string {
  const t = useMessages();
  return (minutes) => {
    if (minutes === 0) return t("reminder.atStart");
    if (minutes % 10_080 === 0) return t("reminder.weeks", { count: minutes / 10_080 });
    if (minutes % 1440 === 0) return t("reminder.days", { count: minutes / 1440 });
    if (minutes % 60 === 0) return t("reminder.hours", { count: minutes / 60 });
    return t("reminder.minutes", { count: minutes });
  };
}
