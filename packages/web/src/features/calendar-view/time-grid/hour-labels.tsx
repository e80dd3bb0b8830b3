import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { asLocal, dayOf, timeOfDay, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { useAtNow } from "../../../i18n/clock.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { part } from "../../../ui/part.tsx";
import styles from "./time-grid.module.css";

/** Few have a second zone. */
const { Soon: SecondZoneHours } = part(() => import("./second-zone.tsx").then((it) => it.SecondZoneHours));

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Shows the hours in the gutter, without the one that the now pill would touch. */
export function HourLabels({
  hourHeight,
  days,
  secondZone,
}: {
  readonly hourHeight: number;
  readonly days: readonly Local[];
  readonly secondZone: Zone | null;
}) {
  const zone = useViewerZone();
  const formats = useFormats("UTC");
  const covered = useAtNow((now) => {
    const local = zone.toLocal(now);
    if (!days.some((day) => dayOf(day) === dayOf(local))) return -1;
    const minutes = timeOfDay(local) / MINUTE;
    const nearest = Math.round(minutes / 60);
    return Math.abs(minutes - nearest * 60) <= 18 ? nearest : -1;
  });
  return (
    <div className={styles.gutter} aria-hidden>
      {secondZone ? (
        <SecondZoneHours zone={secondZone} hourHeight={hourHeight} day={days[0] ?? asLocal(0)} />
      ) : null}
      {HOURS.map((hour) =>
        hour === 0 || hour === covered ? null : (
          <span key={hour} className={styles.hourLabel} style={{ top: hour * hourHeight }}>
            {formats.hour(hour * HOUR)}
          </span>
        ),
      )}
    </div>
  );
}
