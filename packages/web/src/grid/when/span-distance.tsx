"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import { distanceOfOccurrence } from "@snart/calendar/distance/distance-of-occurrence.ts";
import { useAtNow } from "../../i18n/clock.ts";
import { useLanguage } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import type { Span } from "../../store/items/span.ts";
import { DistanceText, type DistanceProps, type Warmth } from "../../ui/distance/distance.tsx";

interface SpanDistanceProps extends Omit<DistanceProps, "text" | "warmth"> {
  readonly span: Span;
  readonly warm?: boolean;
}

/** Shows how soon a time span begins, or that it runs and when it ends. */
export function SpanDistance({ span, warm = true, ...rest }: SpanDistanceProps) {
  const zone = useViewerZone();
  const language = useLanguage();
  const formats = useFormats(zone.id);
  const said = useAtNow((now) => {
    const { text, warmth } = distanceOfOccurrence(span, now, zone, language);
    return `${warmth}|${text}`;
  });
  const bar = said.indexOf("|");
  return (
    <DistanceText
      {...rest}
      text={said.slice(bar + 1)}
      warmth={warm ? asWarmth(said.slice(0, bar)) : undefined}
      dateTime={new Date(span.start).toISOString()}
      title={formats.dayAndYear(span.start)}
    />
  );
}

const asWarmth = (text: string): Warmth => (text === "past" ? "past" : ((Number(text) || 4) as Warmth));
