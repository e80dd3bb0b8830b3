import { DAY, HOUR } from "@snart/calendar/time/instant.ts";
import { dayOf, timeOfDay, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { CSSProperties } from "react";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { eventFacts } from "../../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import type { Span } from "../../../store/items/span.ts";
import { titleOf } from "../../../grid/event-words.ts";
import { SpanTip } from "../../../grid/span-tip.tsx";
import { textScale } from "../../../ui/text-scale.ts";
import styles from "./drag-preview.module.css";

/** A held or unsaved event and its new time; an event without an occurrence is new. */
export interface Unsaved {
  readonly span: Span;
  readonly occurrence: ShownOccurrence | null;
  /** its title so far */
  readonly title?: string | undefined;
}

interface DragPreviewProps {
  readonly shown: Unsaved;
  readonly days: readonly Local[];
  /** its column, among several of the same day */
  readonly column?: number | undefined;
  readonly hourHeight: number;
  readonly address: string;
  /** while the event is dragged the preview shows when and how soon it is; afterwards the popover or the editor does */
  readonly isHeld: boolean;
}

/** The target of a drag, with distance and time above it. */
export function DragPreview(props: DragPreviewProps) {
  const { shown, days, column, hourHeight, address, isHeld } = props;
  const { span, occurrence } = shown;
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const isOneDay = column !== undefined;
  const found = placeOf(span, isOneDay ? days.slice(0, 1) : days, zone, hourHeight);
  const place = found && isOneDay ? { ...found, column } : found;
  if (!place) return null;
  const title =
    shown.title?.trim() ||
    (occurrence ? titleOf(eventFacts(occurrence.event, address), t) : t("week.newEvent"));
  const geometry = {
    "--column": place.column,
    "--columns": days.length,
    "--span": place.columns,
    "--y": `${place.top}px`,
    "--h": `${place.height}px`,
  } as CSSProperties;
  return (
    <div
      className={styles.preview}
      style={geometry}
      data-colour={occurrence?.colour}
      data-kind={occurrence ? "event" : "selection"}
      data-unsaved={(occurrence !== null && !isHeld) || undefined}
      data-drag-preview=""
      aria-hidden
    >
      {isHeld ? (
        <SpanTip
          span={span}
          says="time"
          flips={place.column + place.columns > days.length - 1 && days.length > 1}
        />
      ) : null}
      <span className={styles.title}>{title}</span>
      {span.allDay ? null : <span className={styles.time}>{formats.timeRange(span.start, span.end)}</span>}
    </div>
  );
}

interface Place {
  readonly column: number;
  readonly columns: number;
  readonly top: number;
  readonly height: number;
}

function placeOf(span: Span, days: readonly Local[], zone: Zone, hourHeight: number): Place | undefined {
  const first = days[0];
  if (first === undefined) return undefined;
  const start = zone.toLocal(span.start);
  const end = zone.toLocal(Math.max(span.start, span.end - 1));
  const from = dayOf(start) - dayOf(first);
  const to = dayOf(end) - dayOf(first);
  if (to < 0 || from >= days.length) return undefined;
  if (span.allDay) {
    const column = Math.max(0, from);
    return { column, columns: Math.min(to, days.length - 1) - column + 1, top: 0, height: 20 * textScale() };
  }
  const top = (timeOfDay(start) / HOUR) * hourHeight;
  const rest = ((DAY - timeOfDay(start)) / HOUR) * hourHeight;
  const height = Math.max(
    17 * textScale(),
    Math.min(((span.end - span.start) / HOUR) * hourHeight, rest) - 2,
  );
  return { column: Math.max(0, from), columns: 1, top, height };
}
