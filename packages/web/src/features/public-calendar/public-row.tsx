import { distanceOfOccurrence } from "@snart/calendar/distance/distance-of-occurrence.ts";
import { clockNow } from "../../i18n/clock.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { DistanceText } from "../../ui/distance/distance.tsx";
import { Glyph } from "../../ui/glyph.tsx";
import styles from "../../grid/spine/row.module.css";
import type { EventItem } from "./list-items.ts";
import { publicTitle, usePublicName, useShownTime } from "./public-words.ts";

interface PublicRowProps {
  readonly item: EventItem;
  readonly colour: string;
  readonly tabIndex: number;
}

/** One event of a published calendar: how soon, when, its title and its place. */
export function PublicRow({ item, colour, tabIndex }: PublicRowProps) {
  const t = useMessages();
  const language = useLanguage();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const nameOf = usePublicName();
  const shownTime = useShownTime();
  const { occurrence, distance, isRepeat, isFolded } = item;
  const { warmth } = distanceOfOccurrence(occurrence, clockNow(), zone, language);
  const rule = isFolded ? occurrence.rule || t("event.repeats") : "";
  const said = occurrence.isCancelled ? t("public.cancelled") : "";
  const beside = [said, occurrence.place, rule].filter(Boolean).join(" · ");
  return (
    <li
      className={styles.row}
      data-colour={colour}
      data-now={item.isNow || undefined}
      data-past={item.isPast || undefined}
      data-cancelled={occurrence.isCancelled || undefined}
    >
      <button
        type="button"
        className={styles.button}
        data-public={item.key}
        tabIndex={tabIndex}
        aria-haspopup="dialog"
        aria-label={nameOf(occurrence, [distance, occurrence.place, rule])}
      >
        <DistanceText
          text={distance}
          warmth={warmth}
          className={(isRepeat ? styles.said : styles.distance) ?? ""}
          dateTime={new Date(occurrence.start).toISOString()}
          title={formats.dayAndYear(occurrence.start)}
        />
        <span className={styles.time}>{shownTime(occurrence)}</span>
        <span className={styles.what}>
          <span className={styles.title} data-title>
            {publicTitle(occurrence, t)}
          </span>
          {beside ? <span className={styles.place}>{beside}</span> : null}
          <span className={styles.glyphs}>
            {occurrence.series !== null && !isFolded ? <Glyph name="repeats" /> : null}
          </span>
        </span>
      </button>
    </li>
  );
}
