/* oxlint-disable jsx-a11y/prefer-tag-over-role -- weeks are placed by position, which the parts of a table cannot be */
import { fieldsOfLocal, startOfDay } from "@snart/calendar/time/local.ts";
import type { ReactNode } from "react";
import { useAtNow } from "../../i18n/clock.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { NameDay } from "../calendar-view/model.ts";
import type { MonthDay } from "./week-contents.ts";
import { useDayName } from "./use-day-name.ts";
import styles from "./day-cell.module.css";

interface DayCellProps {
  readonly day: MonthDay;
  readonly column: number;
  /** whether it names its month, as the first of a month and the first day on screen do */
  readonly namesMonth: boolean;
  readonly isPicked: boolean;
  readonly isTabStop: boolean;
  readonly saysHowSoon: boolean;
  /** px that its names may take */
  readonly roomForNames: number;
  /** its events */
  readonly children: ReactNode;
}

/** Shows a day of the month: its number, how far off it is, and the events that begin on it. */
export function DayCell({
  day,
  column,
  namesMonth,
  isPicked,
  isTabStop,
  saysHowSoon,
  roomForNames,
  children,
}: DayCellProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats("UTC");
  const name = useDayName(day);
  const nearness = useAtNow((now) => Math.sign(day.day - startOfDay(zone.toLocal(now))));
  const { year, month, day: ofMonth } = fieldsOfLocal(day.day);
  return (
    <div
      role="gridcell"
      aria-colindex={column + 2}
      aria-label={name}
      aria-selected={isPicked}
      aria-current={nearness === 0 ? "date" : undefined}
      tabIndex={isTabStop ? 0 : -1}
      className={styles.day}
      data-day={day.number}
      data-parity={(year * 12 + month) % 2}
      data-weekend={day.isWeekend || undefined}
      data-red={day.isRed || undefined}
      data-today={nearness === 0 || undefined}
      data-past={nearness < 0 || undefined}
      data-picked={isPicked || undefined}
    >
      <div className={styles.head}>
        <button
          type="button"
          tabIndex={-1}
          className={styles.number}
          data-open-day={day.number}
          data-no-drag=""
          title={t("month.openDay")}
          aria-label={`${t("month.openDay")}, ${formats.day(day.day)}`}
        >
          {namesMonth || ofMonth === 1 ? formats.dayOfMonth(day.day) : formats.dayNumber(day.day)}
        </button>
        {saysHowSoon ? (
          <HowSoon
            target={{ kind: "date", date: day.day }}
            className={styles.howSoon ?? ""}
            title={formats.dayAndYear(day.day)}
          />
        ) : null}
        <NameDay day={day.day} room={roomForNames} />
      </div>
      {children}
    </div>
  );
}
