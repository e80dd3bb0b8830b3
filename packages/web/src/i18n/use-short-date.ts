import { dayOf, fieldsOfLocal } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { useNow } from "./clock.ts";
import { firstInLine } from "./format.ts";
import { useLanguage, useMessages } from "./messages.ts";
import { useFormats } from "./use-formats.ts";

/** Words for the day of a moment in a list: "Today", "Mon 28 Dec"; the year only where it is not this one. */
export function useShortDate(zone: Zone): (at: number) => string {
  const t = useMessages();
  const language = useLanguage();
  const formats = useFormats(zone.id);
  const now = zone.toLocal(useNow());
  return (at) => {
    const local = zone.toLocal(at);
    if (dayOf(local) === dayOf(now)) return t("shell.today");
    const isThisYear = fieldsOfLocal(local).year === fieldsOfLocal(now).year;
    return firstInLine(isThisYear ? formats.shortDay(at) : formats.shortDayAndYear(at), language);
  };
}
