import { MINUTE } from "@snart/calendar/time/instant.ts";
import { dayOf, timeOfDay, type Local } from "@snart/calendar/time/local.ts";
import type { WorkingHours } from "@snart/calendar/time/working-hours.ts";
import { useAtNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { Swatch } from "../../../ui/swatch.tsx";
import type { DaySegment } from "../../../grid/day-contents.ts";
import type { ColumnOfDay } from "./columns-of-day.ts";
import { freeMinutes } from "./free-minutes.ts";
import styles from "./day-columns.module.css";

interface ColumnHeadsProps {
  readonly headerId: string;
  readonly day: Local;
  readonly columns: readonly ColumnOfDay[];
  readonly names: readonly string[];
  readonly segments: readonly (readonly DaySegment[])[];
  readonly working: WorkingHours | null;
  readonly address: string;
}

/** Shows the owner of each column, and the free part of the working hours there. */
export function ColumnHeads({ headerId, columns, names, segments, ...rest }: ColumnHeadsProps) {
  return columns.map((column, index) => (
    <div key={column.id} id={`${headerId}-${index}`} className={styles.head}>
      <span className={styles.who}>
        {column.colour ? <Swatch colour={column.colour} /> : null}
        <span className={styles.name}>{names[index]}</span>
      </span>
      {/* A guest's other events are unknown. */}
      {column.colour ? <FreeTime segments={segments[index] ?? []} {...rest} /> : null}
    </div>
  ));
}

type FreeTimeProps = Pick<ColumnHeadsProps, "day" | "working" | "address"> & {
  readonly segments: readonly DaySegment[];
};

function FreeTime({ segments, day, working, address }: FreeTimeProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const { number } = useFormats(zone.id);
  const halfHours = useAtNow((now) => {
    const local = zone.toLocal(now);
    const ahead = dayOf(day) - dayOf(local);
    const from = ahead > 0 ? 0 : ahead < 0 ? Infinity : timeOfDay(local) / MINUTE;
    return Math.floor(freeMinutes(segments, working, address, from) / 30);
  });
  if (halfHours <= 0) return null;
  return <span className={styles.free}>{t("columns.free", { hours: number(halfHours / 2) })}</span>;
}
