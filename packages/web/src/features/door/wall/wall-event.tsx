import type { WallEvent } from "@snart/calendar/jmap/wall.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { WallDay } from "./model.ts";
import { useEventTitle } from "./use-event-title.ts";
import styles from "./wall.module.css";

interface EventBoxProps {
  readonly event: WallEvent;
  readonly day: WallDay;
  readonly isNext: boolean;
  /** beside others: all in one line */
  readonly isFlat: boolean;
}

/** An event on one of its days: what, and from or until when. */
export function EventBox({ event, day, isNext, isFlat }: EventBoxProps) {
  const t = useMessages();
  const { time } = useFormats(useViewerZone().id);
  const title = useEventTitle()(event);
  const { start, end, isAllDay } = event;
  const when =
    isAllDay || (start < day.from && end >= day.to)
      ? null
      : start < day.from
        ? t("wall.until", { time: time(end) })
        : time(start);
  return (
    <li
      className={styles.event}
      data-next={isNext || undefined}
      data-all={when === null || undefined}
      data-flat={isFlat || undefined}
    >
      {when === null ? null : <span className={styles.time}>{when}</span>}
      <b>{title}</b>
    </li>
  );
}
