import { dayOf } from "@snart/calendar/time/local.ts";
import type { CSSProperties } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { touchedDays } from "../../layout/touched-days.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import type { Span } from "../../store/items/span.ts";
import { SpanTip } from "../../grid/span-tip.tsx";
import { mondayOfWeek } from "./month-weeks.ts";
import styles from "./held-days.module.css";

/** A dragged, carried, named or unsaved event, whose days are marked. */
export interface Held {
  readonly span: Span;
  readonly occurrence: ShownOccurrence | null;
  /** its title so far */
  readonly written?: string | undefined;
  /** while the event is held the mark shows when and how soon it is; afterwards the popover or the editor does */
  readonly isMoving: boolean;
}

/** Marks the days of a week that the held event would cover. */
export function HeldDays({ held, week }: { readonly held: Held; readonly week: number }) {
  const t = useMessages();
  const zone = useViewerZone();
  const { span, occurrence, written, isMoving } = held;
  const formats = useFormats(zone.id);
  const { startDay, endDay } = touchedDays(span, zone);
  const monday = mondayOfWeek(week);
  const from = Math.max(startDay - monday, 0);
  const to = Math.min(endDay - monday, 7);
  if (to <= from) return null;
  const isFirst = dayOf(zone.toLocal(span.start)) >= monday;
  const isLine = !span.allDay && endDay - startDay === 1;
  const geometry = { "--column": from, "--span": to - from } as CSSProperties;
  return (
    <div
      className={styles.held}
      style={geometry}
      data-kind={occurrence ? "event" : "selection"}
      data-colour={occurrence?.colour}
      data-drag-preview={isFirst ? "" : undefined}
      aria-hidden
    >
      {isFirst ? (
        <span className={styles.title} data-line={isLine || undefined}>
          {isLine ? <span className={styles.time}>{formats.time(span.start)}</span> : null}
          {written?.trim() || (occurrence ? occurrence.event.title : t("week.newEvent"))}
        </span>
      ) : null}
      {isFirst && isMoving ? <SpanTip span={span} says="day" flips={from > 4} /> : null}
    </div>
  );
}
