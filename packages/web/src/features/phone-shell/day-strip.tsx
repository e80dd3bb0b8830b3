import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { addDays, dayOf, startOfWeek, type Local } from "@snart/calendar/time/local.ts";
import { useAtNow } from "../../i18n/clock.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { useSwipe } from "../../ui/use-swipe.ts";
import styles from "./day-strip.module.css";

interface DayStripProps {
  readonly selected: Local;
  /** days on screen, from the selected one */
  readonly count: number;
  readonly isRed: (day: Local) => boolean;
  readonly onPick: (day: Local) => void;
}

/** The days of a week in a row; a swipe turns the week. */
export function DayStrip({ selected, count, isRed, onPick }: DayStripProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats("UTC");
  const today = useAtNow((now) => dayOf(zone.toLocal(now)));
  const monday = startOfWeek(selected);
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
  const swipe = useSwipe((direction) => onPick(addDays(selected, 7 * direction)));
  return (
    <fieldset className={styles.strip} aria-label={formats.week(isoWeek(monday).week)} {...swipe}>
      <span className={styles.week} aria-hidden title={t("week.week")}>
        {isoWeek(monday).week}
      </span>
      {days.map((day) => (
        <button
          key={day}
          type="button"
          className={styles.day}
          data-red={isRed(day) || undefined}
          data-today={dayOf(day) === today || undefined}
          data-shown={(count > 1 && day > selected && day < addDays(selected, count)) || undefined}
          data-first={(count > 1 && day === selected) || undefined}
          aria-pressed={day === selected}
          aria-label={formats.day(day)}
          onClick={() => onPick(day)}
        >
          <span className={styles.letter}>{formats.narrowWeekday(day)}</span>
          <span className={styles.number}>{formats.dayNumber(day)}</span>
        </button>
      ))}
    </fieldset>
  );
}
