import { MINUTE } from "@snart/calendar/time/instant.ts";
import { dayOf, timeOfDay, type Local } from "@snart/calendar/time/local.ts";
import type { WorkingHours } from "@snart/calendar/time/working-hours.ts";
import { useAtNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { useAccount } from "../../../store/session.ts";
import { Faces } from "../../../ui/faces/faces.tsx";
import { Swatch } from "../../../ui/swatch.tsx";
import type { DaySegment } from "../../../grid/day-contents.ts";
import type { ColumnOfDay } from "./columns-of-day.ts";
import { freeMinutes } from "./free-minutes.ts";
import styles from "./day-columns.module.css";

interface ColumnHeadsProps {
  readonly headerId: string;
  readonly day: Local;
  readonly columns: readonly ColumnOfDay[];
  /** people have faces, calendars a swatch */
  readonly isByPerson: boolean;
  readonly isAway: (id: string) => boolean;
  readonly segments: readonly (readonly DaySegment[])[];
  readonly working: WorkingHours | null;
  readonly address: string;
}

/** Shows the calendar or person of each column, and the free part of the working hours there. */
export function ColumnHeads({ headerId, columns, isByPerson, isAway, segments, ...rest }: ColumnHeadsProps) {
  const own = useAccount()?.id ?? "";
  return columns.map(({ id, name, colour }, index) => (
    <div
      key={id}
      id={`${headerId}-${index}`}
      className={styles.head}
      data-person={isByPerson || undefined}
      data-own={(isByPerson && id === "") || undefined}
    >
      <span className={styles.who}>
        {isByPerson ? (
          <Faces of={[{ id: id || own, name, ...(colour && { colour }) }]} after={index} />
        ) : colour ? (
          <Swatch colour={colour} />
        ) : null}
        <span className={styles.name} title={name}>
          {name}
        </span>
      </span>
      {/* A guest's other events are unknown. */}
      {isAway(id) ? (
        <Away />
      ) : colour ? (
        <FreeTime segments={segments[index] ?? []} isOwn={isByPerson && id === ""} {...rest} />
      ) : null}
    </div>
  ));
}

function Away() {
  const t = useMessages();
  return <span className={styles.free}>{t("freeBusy.away")}</span>;
}

type FreeTimeProps = Pick<ColumnHeadsProps, "day" | "working" | "address"> & {
  readonly segments: readonly DaySegment[];
  /** the column is the viewer's */
  readonly isOwn: boolean;
};

function FreeTime({ segments, isOwn, day, working, address }: FreeTimeProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const { number } = useFormats(zone.id);
  const halfHours = useAtNow((now) => {
    const local = zone.toLocal(now);
    const ahead = dayOf(day) - dayOf(local);
    const from = ahead > 0 ? 0 : ahead < 0 ? Infinity : timeOfDay(local) / MINUTE;
    return Math.floor(freeMinutes(segments, working, address, from) / 30);
  });
  const hours = number(halfHours / 2);
  if (halfHours <= 0) return isOwn ? <span className={styles.free}>{t("columns.you")}</span> : null;
  return <span className={styles.free}>{t(isOwn ? "columns.youFree" : "columns.free", { hours })}</span>;
}
