import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { firstInLine } from "../../../i18n/format.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { ShownOccurrence } from "../../../store/occurrences.ts";
import styles from "./event-when.module.css";

/** When an event is, in one line: days, time, week. */
export function EventWhen({ occurrence }: { readonly occurrence: ShownOccurrence }) {
  const language = useLanguage();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const t = useMessages();
  const { start, end, allDay } = occurrence;
  const last = Math.max(start, end - 1);
  const [from, to] = [formats.day(start), formats.day(last)];
  const time = allDay ? t("rail.allDay") : from === to ? formats.timeRange(start, end) : "";
  const spoken =
    from === to
      ? from
      : allDay
        ? `${from}–${to}`
        : `${from} ${formats.time(start)} – ${to} ${formats.time(end)}`;
  return (
    <p className={styles.when}>
      {firstInLine(spoken, language)} <b>{time}</b>{" "}
      <span>{formats.weekInText(isoWeek(zone.toLocal(start)).week)}</span>
    </p>
  );
}
