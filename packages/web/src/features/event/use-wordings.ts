import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { fieldsOfLocal } from "@snart/calendar/time/local.ts";
import type { Local } from "@snart/calendar/time/local.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { readLocalText } from "../../store/local-text.ts";
import { choiceOf, nthOfMonth } from "./repeat.ts";
import type { RepeatChoice } from "./repeat.ts";

/** Words for a repeat that begins at a local time. */
export function useRepeatChoiceText(): (choice: RepeatChoice, start: Local) => string {
  const t = useMessages();
  const formats = useFormats("UTC");
  return (choice, start) =>
    t(`repeat.${choice}`, {
      weekday: formats.weekday(start),
      day: fieldsOfLocal(start).day,
      nth: String(nthOfMonth(start)),
      date: `${formats.dayNumber(start)} ${formats.month(start)}`,
    });
}

/** Words for the repeat of a series. */
export function useRepeatText(): (event: JSEvent) => string {
  const choiceText = useRepeatChoiceText();
  const t = useMessages();
  return (event) => {
    const start = readLocalText(event.start);
    const choice =
      start === undefined || !event.recurrenceRule ? "custom" : choiceOf(event.recurrenceRule, start);
    return choice === "custom" || start === undefined ? t("event.repeats") : choiceText(choice, start);
  };
}

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
