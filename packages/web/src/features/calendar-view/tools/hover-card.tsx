import { useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { distanceOfOccurrence } from "@snart/calendar/distance/distance-of-occurrence.ts";
import { useAtNow } from "../../../i18n/clock.ts";
import { firstInLine } from "../../../i18n/format.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { zoneCity } from "../../../i18n/time-zones.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { eventFacts } from "../../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { DistanceText } from "../../../ui/distance/distance.tsx";
import { stateInWords, titleOf } from "../../../grid/event-words.ts";
import styles from "./hover-card.module.css";

const GAP = 8;

/**
 * Shows the details for which a short block has no room: the whole title, how soon, when, where. The card never stands
 * under the pointer.
 */
export function HoverCard({
  occurrence,
  box,
  address,
}: {
  readonly occurrence: ShownOccurrence;
  readonly box: DOMRect;
  readonly address: string;
}) {
  const t = useMessages();
  const language = useLanguage();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const card = useRef<HTMLDivElement>(null);
  const facts = eventFacts(occurrence.event, address);
  const { start, end, allDay } = occurrence;
  const distance = useAtNow((now) => distanceOfOccurrence(occurrence, now, zone, language).text);
  const [first, last] = [formats.shortDay(start), formats.shortDay(Math.max(start, end - 1))];
  const day = firstInLine(first === last ? first : `${first} – ${last}`, language);
  const state = stateInWords(occurrence, facts, t);
  useLayoutEffect(() => {
    const element = card.current;
    if (!element) return;
    const { width, height } = element.getBoundingClientRect();
    const right = box.right + GAP;
    const fitsRight = right + width <= innerWidth - GAP;
    const left = fitsRight ? right : Math.max(GAP, box.left - GAP - width);
    const top = Math.max(GAP, Math.min(box.top, innerHeight - GAP - height));
    element.style.translate = `${left}px ${top}px`;
  });
  return createPortal(
    <div ref={card} role="tooltip" className={styles.card} data-colour={occurrence.colour} data-hover-card="">
      <p className={styles.title}>{titleOf(facts, t)}</p>
      <p>
        <DistanceText text={distance} size={15} />
      </p>
      <p className={styles.when}>
        {day} {allDay ? t("rail.allDay") : <b>{formats.timeRange(start, end)}</b>}
      </p>
      <TimeElsewhere occurrence={occurrence} />
      {facts.place ? <p className={styles.place}>{facts.place}</p> : null}
      <p className={styles.calendar}>{[occurrence.calendar.name, state].filter(Boolean).join(" · ")}</p>
    </div>,
    document.body,
  );
}

/** The times in the event's own zone, where its clocks differ from the viewer's. */
function TimeElsewhere({ occurrence }: { readonly occurrence: ShownOccurrence }) {
  const t = useMessages();
  const viewer = useViewerZone();
  const { start, end, allDay, event } = occurrence;
  const zone = event.timeZone ? ianaZone(event.timeZone) : undefined;
  const formats = useFormats(zone?.id ?? viewer.id);
  if (allDay || !zone || zone.toLocal(start) === viewer.toLocal(start)) return null;
  return (
    <p className={styles.calendar}>
      {formats.timeRange(start, end)} {zoneCity(zone.id, t)}
    </p>
  );
}
