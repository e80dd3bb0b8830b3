import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import type { AbsenceDays } from "./absence-days.ts";

/** Words the days of an absence: “Thu 24 Dec”, “Thu 24 Dec 2026 to Wed 6 Jan 2027”. */
export function useDaysText(): (days: AbsenceDays) => string {
  const t = useMessages();
  const formats = useFormats("UTC");
  return ({ first, last }) => {
    if (first === last) return formats.shortDay(first);
    const isOneYear = formats.year(first) === formats.year(last);
    const day = isOneYear ? formats.shortDay : formats.shortDayAndYear;
    return t("settings.hours.days", { from: day(first), to: day(last) });
  };
}
