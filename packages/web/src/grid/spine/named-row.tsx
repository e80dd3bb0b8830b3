import { distanceOfOccurrence } from "@snart/calendar/distance/distance-of-occurrence.ts";
import { addDays } from "@snart/calendar/time/local.ts";
import { clockNow } from "../../i18n/clock.ts";
import { firstInLine } from "../../i18n/format.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { DistanceText } from "../../ui/distance/distance.tsx";
import type { NamedItem, RowPlace } from "./items.ts";
import styles from "./row.module.css";

interface NamedRowProps {
  readonly item: NamedItem;
  readonly place?: RowPlace;
  /** where no head says which day it is */
  readonly isDated?: boolean;
}

/** A day with a name in the almanac: it has nothing to open, so it is read and not pressed. */
export function NamedRow({ item, place, isDated = false }: NamedRowProps) {
  const t = useMessages();
  const language = useLanguage();
  const zone = useViewerZone();
  const formats = useFormats("UTC");
  const { key, day, name, distance, isRepeat } = item;
  const span = { start: zone.toInstant(day), end: zone.toInstant(addDays(day, 1)), allDay: true };
  const { warmth } = distanceOfOccurrence(span, clockNow(), zone, language);
  return (
    <li {...place} className={styles.row} data-red data-row={key} tabIndex={-1}>
      <span className={styles.button}>
        <DistanceText
          text={distance}
          warmth={warmth}
          className={isRepeat ? "visually-hidden" : (styles.distance ?? "")}
          dateTime={new Date(day).toISOString().slice(0, 10)}
          title={formats.dayAndYear(day)}
        />
        <span className={styles.time}>
          {isDated ? firstInLine(formats.shortDay(day), language) : t("rail.allDay")}
        </span>
        <span className={styles.what}>
          <span className={styles.title}>{name}</span>
        </span>
      </span>
      {place ? <span className={styles.people} /> : null}
      <span className={styles.calendar}>{t("palette.almanac")}</span>
    </li>
  );
}
