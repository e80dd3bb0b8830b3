import type { AlmanacDay } from "@snart/calendar/almanac/almanac-day.ts";
import { dayOf } from "@snart/calendar/time/local.ts";
import { useId, type MouseEvent } from "react";
import { useAtNow } from "../i18n/clock.ts";
import { useLanguage, useMessages } from "../i18n/messages.ts";
import { useFormats } from "../i18n/use-formats.ts";
import { useViewerZone } from "../i18n/viewer-zone.ts";
import { distanceOfOccurrence } from "@snart/calendar/distance/distance-of-occurrence.ts";
import { hasReminder } from "../store/items/default-reminder.ts";
import { factsIn } from "../store/items/answering.ts";
import type { ShownOccurrence } from "../store/items/occurrences.ts";
import { Glyph } from "../ui/glyph.tsx";
import { eventDescription, eventName, titleOf } from "./event-words.ts";
import { eventLook } from "./event-look.ts";
import styles from "./day-events.module.css";

interface DayEventsProps {
  readonly day: {
    readonly number: number;
    readonly names: readonly AlmanacDay[];
    /** by start */
    readonly occurrences: readonly ShownOccurrence[];
  };
  readonly address: string;
  readonly onOpen: (occurrence: ShownOccurrence, element: HTMLElement) => void;
}

/** Lists everything on a day: named days, whole days, then events by time. */
export function DayEvents({ day, address, onOpen }: DayEventsProps) {
  const t = useMessages();
  const language = useLanguage();
  const occurrences = [
    ...day.occurrences.filter((it) => it.allDay),
    ...day.occurrences.filter((it) => !it.allDay),
  ];
  if (occurrences.length === 0 && day.names.length === 0)
    return <p className={styles.nothing}>{t("month.nothing")}</p>;
  const press = (event: MouseEvent<HTMLElement>): void => {
    const element =
      event.target instanceof Element ? event.target.closest<HTMLElement>("[data-event]") : null;
    const occurrence = occurrences.find((it) => it.key === element?.dataset["event"]);
    if (element && occurrence) onOpen(occurrence, element);
  };
  return (
    // The list handles the clicks on its buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <ul className={styles.list} onClick={press}>
      {day.names.map((it) => (
        <li key={it.names.en} className={styles.named} data-kind={it.kind}>
          {language === "sv" ? it.names.sv : it.names.en}
        </li>
      ))}
      {occurrences.map((it) => (
        <EventRow key={it.key} occurrence={it} day={day.number} address={address} />
      ))}
    </ul>
  );
}

interface EventRowProps {
  readonly occurrence: ShownOccurrence;
  readonly day: number;
  readonly address: string;
}

function EventRow({ occurrence, day, address }: EventRowProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const language = useLanguage();
  const descriptionId = useId();
  const facts = factsIn(occurrence, address);
  const distance = useAtNow((now) => distanceOfOccurrence(occurrence, now, zone, language).text);
  const look = useAtNow((now) => eventLook(occurrence, facts, now));
  const { start, end, allDay } = occurrence;
  const onDay = (at: number): boolean => dayOf(zone.toLocal(at)) === day;
  const detail = [facts.place, occurrence.calendar.name].filter(Boolean).join(" · ");
  return (
    <li className={styles.row} data-colour={occurrence.colour} data-look={look}>
      <button
        type="button"
        className={styles.button}
        data-event={occurrence.key}
        aria-label={eventName(occurrence, facts, distance, look === "running", formats, t)}
        aria-describedby={descriptionId}
      >
        <span className={styles.times} aria-hidden>
          {allDay ? (
            <b>{t("rail.allDay")}</b>
          ) : (
            <>
              <b>{onDay(start) ? formats.time(start) : formats.dayOfMonth(start)}</b>
              <span>{onDay(end - 1) ? formats.time(end) : formats.dayOfMonth(end)}</span>
            </>
          )}
        </span>
        <span className={styles.tick} />
        <span className={styles.text} aria-hidden>
          <span className={styles.title}>{titleOf(facts, t)}</span>
          <span className={styles.detail}>{detail}</span>
        </span>
        {facts.guests.length > 0 ? (
          <Glyph name="guests" />
        ) : hasReminder(occurrence) ? (
          <Glyph name="reminder" />
        ) : null}
        <span id={descriptionId} hidden>
          {eventDescription(occurrence, facts, t)}
        </span>
      </button>
    </li>
  );
}
