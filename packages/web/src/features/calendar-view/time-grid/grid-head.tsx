import { distance } from "@snart/calendar/distance/distance.ts";
import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { dayOf, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { type ReactNode } from "react";
import { useAtNow } from "../../../i18n/clock.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { columnsOfTexts } from "../../../layout/said-once.ts";
import { DayHeader, NameDay } from "./day-header.tsx";
import styles from "./time-grid.module.css";
import { part } from "../../../ui/part.tsx";

/** Few have one, and the names of all places are long. */
const { Soon: SecondZoneName } = part(() => import("./second-zone-name.tsx").then((it) => it.SecondZoneName));

interface GridHeadProps {
  readonly days: readonly Local[];
  /** px */
  readonly columnWidth: number;
  /** on a phone the strip above has the dates */
  readonly isPhone: boolean;
  readonly headerId: string;
  /** the zone whose hours stand beside the viewer's; its name is then shown */
  readonly secondZone: Zone | null;
  readonly isRed: (day: Local) => boolean;
  readonly onOpenDay: (day: Local) => void;
  /** the heads that stand over the columns instead of dates */
  readonly heads: ReactNode;
  /** the all-day lane */
  readonly children: ReactNode;
}

/** Shows dates and all-day lane, which stay in place while the hours scroll. */
export function GridHead({
  days,
  columnWidth,
  isPhone,
  headerId,
  secondZone,
  isRed,
  onOpenDay,
  heads,
  children,
}: GridHeadProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const language = useLanguage();
  const distances = useAtNow((now) =>
    days.map((date) => distance({ kind: "date", date }, now, zone, language)).join("\n"),
  );
  const columns = columnsOfTexts(distances.split("\n"));
  return (
    <div className={styles.head}>
      {isPhone && days.length === 1 ? (
        days.map((day) => <NameDay key={day} day={day} />)
      ) : (
        <div className={styles.dates} data-no-drag="" data-heads={heads ? "" : undefined}>
          {isPhone ? <span /> : <WeekCell day={days[0]} />}
          {heads ??
            days.map((day, index) => (
              <DayHeader
                key={day}
                id={`${headerId}-${dayOf(day)}`}
                day={day}
                isRed={isRed(day)}
                isAlone={days.length === 1}
                width={columnWidth}
                days={days}
                distanceColumns={columns[index] ?? 1}
                onOpen={() => onOpenDay(day)}
              />
            ))}
        </div>
      )}
      <div className={styles.laneRow}>
        <span className={styles.laneLabel}>
          {secondZone ? <SecondZoneName zone={secondZone} /> : null}
          {t("week.allDay")}
        </span>
        {children}
      </div>
    </div>
  );
}

function WeekCell({ day }: { readonly day: Local | undefined }) {
  const t = useMessages();
  if (day === undefined) return <span />;
  return (
    <div className={styles.week}>
      <span className={styles.weekNumber}>{isoWeek(day).week}</span>
      <span className={styles.weekWord}>{t("week.week")}</span>
    </div>
  );
}
