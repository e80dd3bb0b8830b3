import { distanceOfOccurrence } from "@snart/calendar/distance/distance-of-occurrence.ts";
import { memo, useId, type CSSProperties } from "react";
import { useAtNow } from "../../i18n/clock.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { useIsChosen } from "../../grid/chosen-events.ts";
import { isTask } from "../../store/items/entries.ts";
import { factsIn } from "../../store/items/answering.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import { eventDescription, eventName, titleOf } from "../../grid/event-words.ts";
import { eventLook } from "../../grid/event-look.ts";
import styles from "./month-line.module.css";

interface MonthLineProps {
  readonly occurrence: ShownOccurrence;
  readonly address: string;
  readonly geometry: CSSProperties;
  readonly isSelected: boolean;
  readonly isDragged: boolean;
  readonly tabIndex: number;
}

/** Shows a timed event as one line of its day: colour, start, title. */
export const MonthLine = memo(function MonthLine(props: MonthLineProps) {
  const { occurrence, address, isSelected, isDragged } = props;
  const isChosen = useIsChosen(occurrence.key);
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const language = useLanguage();
  const descriptionId = useId();
  const facts = factsIn(occurrence, address);
  const distance = useAtNow((now) => distanceOfOccurrence(occurrence, now, zone, language).text);
  const look = useAtNow((now) => eventLook(occurrence, facts, now));
  return (
    <button
      type="button"
      className={styles.line}
      style={props.geometry}
      data-event={occurrence.key}
      data-colour={occurrence.colour}
      data-task={isTask(occurrence.entry.event) || undefined}
      data-look={look}
      data-selected={isSelected || isChosen || undefined}
      data-dragged={isDragged || undefined}
      data-failed={occurrence.entry.problem ? "" : undefined}
      tabIndex={props.tabIndex}
      aria-label={eventName(occurrence, facts, distance, look === "running", formats, t)}
      aria-describedby={descriptionId}
      aria-pressed={isChosen || undefined}
    >
      <span className={styles.tick} />
      <span className={styles.time} aria-hidden>
        {formats.time(occurrence.start)}
      </span>
      <span className={styles.title} aria-hidden>
        {titleOf(facts, t)}
      </span>
      <span id={descriptionId} hidden>
        {eventDescription(occurrence, facts, t)}
      </span>
    </button>
  );
});
