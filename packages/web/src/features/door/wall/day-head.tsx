import { dayOf, weekday } from "@snart/calendar/time/local.ts";
import { useNow } from "../../../i18n/clock.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import type { WallDay } from "./model.ts";
import styles from "./wall.module.css";

const SUNDAY = 7;

/** The number and name of a day, and how soon it is. */
export function DayHead({ day }: { readonly day: WallDay }) {
  const zone = useViewerZone();
  const now = useNow();
  const { dayNumber, shortWeekday } = useFormats(zone.id);
  const isToday = dayOf(day.date) === dayOf(zone.toLocal(now));
  return (
    <div
      className={styles.day}
      data-today={isToday || undefined}
      data-red={weekday(day.date) === SUNDAY || undefined}
    >
      <span>
        <b>{dayNumber(day.from)}</b> {shortWeekday(day.from)}
      </span>
      <HowSoon target={{ kind: "date", date: day.date }} />
    </div>
  );
}
