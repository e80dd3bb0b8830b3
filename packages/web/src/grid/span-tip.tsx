"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import { distance } from "@snart/calendar/distance/distance.ts";
import { clockNow } from "../i18n/clock.ts";
import { useLanguage } from "../i18n/messages.ts";
import { useFormats } from "../i18n/use-formats.ts";
import { useViewerZone } from "../i18n/viewer-zone.ts";
import type { Span } from "../store/items/span.ts";
import styles from "./span-tip.module.css";

interface SpanTipProps {
  readonly span: Span;
  /** what the tip shows: the time, among the hours of a day, or the day */
  readonly says: "time" | "day";
  /** stands at the right where there is no room at the left */
  readonly flips: boolean;
}

/** How soon and when, beside the pointer while time is chosen. */
export function SpanTip({ span, says, flips }: SpanTipProps) {
  const zone = useViewerZone();
  const language = useLanguage();
  const formats = useFormats(zone.id);
  const isOfDays = span.allDay || says === "day";
  const target = isOfDays
    ? ({ kind: "date", date: zone.toLocal(span.start) } as const)
    : ({ kind: "instant", at: span.start } as const);
  const last = formats.shortDay(Math.max(span.start, span.end - 1));
  const first = formats.shortDay(span.start);
  const days = first === last ? first : `${first}–${last}`;
  return (
    <span className={styles.tip} data-flips={flips || undefined}>
      <i>{distance(target, clockNow(), zone, language)}</i>
      {` · `}
      <b>{isOfDays ? days : formats.timeRange(span.start, span.end)}</b>
    </span>
  );
}
