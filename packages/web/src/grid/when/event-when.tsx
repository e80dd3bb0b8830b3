import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { useAtNow } from "../../i18n/clock.ts";
import { firstInLine } from "../../i18n/format.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { Sentence } from "../../i18n/sentence.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import type { Span } from "../../store/items/span.ts";
import { HowLongAgo } from "../../ui/distance/how-long-ago.tsx";
import styles from "./event-when.module.css";

interface EventWhenProps {
  readonly occurrence: Span;
  /** whether it stands beside a list with the date: then it says “today”, and since when a running event runs */
  readonly isBesideList?: boolean;
}

/** Shows when an event takes place: days, time, week. */
export function EventWhen({ occurrence, isBesideList = false }: EventWhenProps) {
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
  const isToday = useAtNow((now) => from === to && from === formats.day(now));
  const isRunning = useAtNow((now) => !allDay && start < now && now < end);
  return (
    <p className={styles.when}>
      {isBesideList && isToday ? t("soon.group.today") : firstInLine(spoken, language)} <b>{time}</b>{" "}
      <span>{formats.weekInText(isoWeek(zone.toLocal(start)).week)}</span>
      {isBesideList && isRunning ? (
        <small>
          <Sentence of="event.began" args={{ distance: <HowLongAgo at={start} /> }} />
        </small>
      ) : null}
    </p>
  );
}
