import { distance } from "@snart/calendar/distance/distance.ts";
import { useAtNow } from "../../i18n/clock.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import type { MonthDay } from "./week-contents.ts";

/** Returns the spoken name of a day: "Friday 27 November, in 4 days, 6 events, INSET day" (docs/design.md §11). */
export function useDayName(day: MonthDay): string {
  const t = useMessages();
  const zone = useViewerZone();
  const language = useLanguage();
  const formats = useFormats("UTC");
  const howSoon = useAtNow((now) => distance({ kind: "date", date: day.day }, now, zone, language));
  const names = day.names.map((it) => (language === "sv" ? it.names.sv : it.names.en));
  return [
    formats.day(day.day),
    howSoon,
    t("month.events", { count: day.occurrences.length }),
    ...names,
    day.isRed ? t("month.redDay") : "",
  ]
    .filter(Boolean)
    .join(", ");
}
