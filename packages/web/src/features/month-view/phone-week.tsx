/* oxlint-disable jsx-a11y/prefer-tag-over-role -- weeks are placed by position, which the parts of a table cannot be */
import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { dayOf, startOfDay, type Local } from "@snart/calendar/time/local.ts";
import { memo } from "react";
import { useAtNow } from "../../i18n/clock.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { startOfMonth } from "../../grid/view-address.ts";
import { useDayName } from "./use-day-name.ts";
import type { MonthDay, WeekContents } from "./week-contents.ts";
import styles from "./phone-month.module.css";

const MOST_DASHES = 4;

interface PhoneWeekProps {
  readonly contents: WeekContents;
  /** the first of the month on screen */
  readonly month: Local;
  readonly chosen: Local;
  readonly onPick: (day: Local) => void;
}

/** Shows a week of the month on a phone: its number, and its days with a dash for each event. */
export const PhoneWeek = memo(function PhoneWeek({ contents, month, chosen, onPick }: PhoneWeekProps) {
  const formats = useFormats("UTC");
  const zone = useViewerZone();
  const { week } = isoWeek(contents.days[0]?.day ?? month);
  const isCurrent = useAtNow((now) => {
    const today = dayOf(zone.toLocal(now));
    return contents.days.some((day) => day.number === today);
  });
  return (
    <div role="row" className={styles.week} data-current={isCurrent || undefined}>
      <span role="rowheader" aria-label={formats.week(week)}>
        {week}
      </span>
      {contents.days.map((day) => (
        <PhoneDay
          key={day.number}
          day={day}
          isOutside={startOfMonth(day.day) !== month}
          isChosen={day.day === chosen}
          onPick={onPick}
        />
      ))}
    </div>
  );
});

interface PhoneDayProps {
  readonly day: MonthDay;
  readonly isOutside: boolean;
  readonly isChosen: boolean;
  readonly onPick: (day: Local) => void;
}

function PhoneDay({ day, isOutside, isChosen, onPick }: PhoneDayProps) {
  const zone = useViewerZone();
  const formats = useFormats("UTC");
  const name = useDayName(day);
  const nearness = useAtNow((now) => Math.sign(day.day - startOfDay(zone.toLocal(now))));
  return (
    <div role="gridcell" aria-selected={isChosen} className={styles.cell}>
      <button
        type="button"
        data-day={day.number}
        data-outside={isOutside || undefined}
        data-red={day.isRed || undefined}
        data-past={nearness < 0 || undefined}
        data-today={nearness === 0 || undefined}
        data-chosen={isChosen || undefined}
        aria-current={nearness === 0 ? "date" : undefined}
        aria-label={name}
        tabIndex={isChosen ? 0 : -1}
        onClick={() => onPick(day.day)}
      >
        <span className={styles.number}>{formats.dayNumber(day.day)}</span>
        <span className={styles.dashes}>
          {day.occurrences.slice(0, MOST_DASHES).map((it) => (
            <i key={it.key} data-colour={it.colour} />
          ))}
        </span>
      </button>
    </div>
  );
}
