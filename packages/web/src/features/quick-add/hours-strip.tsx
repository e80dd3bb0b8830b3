import { HOUR } from "@snart/calendar/time/instant.ts";
import { asLocal } from "@snart/calendar/time/local.ts";
import { titleOf } from "../../grid/event-words.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { eventFacts } from "../../store/items/event-facts.ts";
import type { Span } from "../../store/items/span.ts";
import type { HoursAround } from "./around.ts";
import styles from "./same-time.module.css";

interface HoursStripProps {
  readonly around: HoursAround;
  readonly span: Span;
  /** the viewer's e-mail address */
  readonly address: string;
}

/** The hours around an event to be made, as a picture; the line beneath says the same in words. */
export function HoursStrip({ around: { from, to, blocks }, span, address }: HoursStripProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const { hour } = useFormats(zone.id);
  const share = (at: number): number => Math.min(100, Math.max(0, ((at - from) / (to - from)) * 100));
  const place = (start: number, end: number) => ({
    left: `${share(start)}%`,
    width: `${share(end) - share(start)}%`,
  });
  const local = zone.toLocal(from);
  const first = zone.toInstant(asLocal(Math.ceil(local / HOUR) * HOUR));
  const hours = Array.from({ length: Math.floor((to - first) / HOUR) + 1 }, (_, n) => first + n * HOUR);
  return (
    <div className={styles.strip} aria-hidden>
      {hours.map((at) => (
        <span key={at} className={styles.hour} style={{ left: `${share(at)}%` }}>
          {share(at) < 2 || share(at) > 98 ? "" : hour(at)}
        </span>
      ))}
      <div className={styles.bars}>
        {blocks.map(({ occurrence: it, lane }) => (
          <span
            key={it.key}
            className={styles.block}
            data-colour={it.colour}
            data-lane={lane ?? undefined}
            style={place(it.start, it.end)}
          >
            {titleOf(eventFacts(it.event, address), t)}
          </span>
        ))}
        <span className={styles.new} style={place(span.start, span.end)} />
      </div>
    </div>
  );
}
