import { dayOf, timeOfDay, type Local } from "@snart/calendar/time/local.ts";
import { HOUR } from "@snart/calendar/time/instant.ts";
import type { CSSProperties } from "react";
import { useNow } from "../../../i18n/clock.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import styles from "./now-line.module.css";

interface NowLineProps {
  readonly days: readonly Local[];
  readonly hourHeight: number;
}

/** Shows the present time in the day. The line runs behind events; dot and time are in front of them. */
export function NowLine({ days, hourHeight }: NowLineProps) {
  const zone = useViewerZone();
  const now = useNow();
  const formats = useFormats(zone.id);
  const local = zone.toLocal(now);
  const column = days.findIndex((day) => dayOf(day) === dayOf(local));
  if (column < 0) return null;
  const place = {
    "--now": `${(timeOfDay(local) / HOUR) * hourHeight}px`,
    "--column": column,
    "--columns": days.length,
  } as CSSProperties;
  return (
    <div className={styles.now} style={place} aria-hidden>
      <span className={styles.faint} />
      <span className={styles.line} />
      <span className={styles.dot} />
      {/* The hours above and below show which half of the day it is; there is no room for it twice. */}
      <span className={styles.pill}>{formats.time(now).split("\u00a0")[0]}</span>
    </div>
  );
}
