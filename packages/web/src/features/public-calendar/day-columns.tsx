import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { dayOf } from "@snart/calendar/time/local.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { publicTitle } from "./public-title.ts";
import { localOfDay, type PublicView } from "./period.ts";
import type { PublicOccurrence } from "./read-feed.ts";
import { OccurrenceTime, type DaysProps } from "./day-lists.tsx";
import styles from "./days.module.css";

/** Weeks from Monday to Sunday, day beside day; on a narrow screen day under day. */
export function DayColumns({
  occurrences,
  days,
  today,
  colour,
  view,
}: DaysProps & { readonly view: PublicView }) {
  const format = useFormats("UTC");
  const zone = useViewerZone();
  const weeks = Array.from({ length: (days.to - days.from) / 7 }, (_, n) => days.from + 7 * n);
  return (
    <div className={styles.weeks} data-view={view}>
      {weeks.map((monday) => (
        <section
          key={monday}
          className={styles.week}
          aria-label={format.week(isoWeek(localOfDay(monday)).week)}
        >
          <span className={styles.weekNumber} aria-hidden>
            {isoWeek(localOfDay(monday)).week}
          </span>
          <ol className={styles.days} data-colour={colour}>
            {Array.from({ length: 7 }, (_, n) => monday + n).map((day) => {
              const onDay = occurrences.filter(({ start, end }) => {
                const first = dayOf(zone.toLocal(start));
                // What ends at midnight takes nothing of the day that begins then.
                return first <= day && day <= Math.max(first, dayOf(zone.toLocal(end - 1)));
              });
              const isOutside = view === "month" && monthOf(day) !== monthOf(days.from + 10);
              return (
                <DayCell key={day} {...{ day, isOutside }} isToday={day === today} occurrences={onDay} />
              );
            })}
          </ol>
        </section>
      ))}
    </div>
  );
}

/** The tenth day of what a month shows is always its own. */
const monthOf = (day: number): number => new Date(localOfDay(day)).getUTCMonth();

interface DayCellProps {
  readonly day: number;
  /** of the month before or after */
  readonly isOutside: boolean;
  readonly isToday: boolean;
  readonly occurrences: readonly PublicOccurrence[];
}

function DayCell({ day, isOutside, isToday, occurrences }: DayCellProps) {
  const t = useMessages();
  const format = useFormats("UTC");
  const at = localOfDay(day);
  return (
    <li
      className={styles.day}
      data-outside={isOutside || undefined}
      data-empty={occurrences.length === 0 || undefined}
    >
      <h3 className={styles.cellHead} aria-label={format.day(at)}>
        <span className={styles.number} data-today={isToday || undefined}>
          {format.dayNumber(at)}
        </span>
        <span>{format.shortWeekday(at)}</span>
      </h3>
      <ul className={styles.blocks}>
        {occurrences.map((item) => (
          <li key={item.key} className={styles.block} data-cancelled={item.isCancelled || undefined}>
            <span className={styles.blockTitle}>{publicTitle(item, t)}</span>
            <span className={styles.blockTime}>
              <OccurrenceTime occurrence={item} />
            </span>
          </li>
        ))}
      </ul>
    </li>
  );
}
