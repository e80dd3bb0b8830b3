import { distance } from "@snart/calendar/distance/distance.ts";
import { distanceOfPeriod } from "@snart/calendar/distance/distance-of-occurrence.ts";
import { dayOf, type Local } from "@snart/calendar/time/local.ts";
import { memo, useId } from "react";
import { useAtNow } from "../../i18n/clock.ts";
import { firstInLine } from "../../i18n/format.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import type { BusyDay } from "../../layout/busyness.ts";
import { DistanceText, type Warmth } from "../../ui/distance/distance.tsx";
import { isSqueeze, type YearDay, type YearMonth } from "./year-contents.ts";
import styles from "./year-month-grid.module.css";

interface YearMonthGridProps {
  readonly month: YearMonth;
  readonly busy: readonly BusyDay[];
  /** how many are due, by day number */
  readonly tasks: ReadonlyMap<number, number>;
  /** the first day of `busy` */
  readonly firstDay: number;
  readonly today: Local;
  /** the day that can be reached by Tab; null in all months but one */
  readonly tabDay: number | null;
}

/** A month of the year: how far off it is, and how full its days are. */
export const YearMonthGrid = memo(function YearMonthGrid(props: YearMonthGridProps) {
  const { month, today } = props;
  const t = useMessages();
  const language = useLanguage();
  const formats = useFormats("UTC");
  const zone = useViewerZone();
  const headId = useId();
  const howSoon = useAtNow((now) =>
    distanceOfPeriod({ first: month.first, last: month.last, unit: "month" }, now, zone, language),
  );
  return (
    <section className={styles.month} aria-labelledby={headId}>
      <header className={styles.head}>
        <h2 id={headId}>
          <button type="button" data-month={dayOf(month.first)} title={t("year.openMonth")}>
            {firstInLine(formats.month(month.first), language)}
          </button>
        </h2>
        <DistanceText text={howSoon} warmth={warmthOf(month, today)} className={styles.howSoon ?? ""} />
      </header>
      {/* A real table that is walked by arrows: the pattern for calendars (WAI-ARIA APG). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table role="grid" aria-labelledby={headId} className={styles.grid}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t("month.weekHead")}</span>
            </th>
            {weekdays.map((day) => (
              <th key={day} scope="col" abbr={formats.weekday(day)} data-red={day === SUNDAY || undefined}>
                {formats.narrowWeekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {month.weeks.map(({ monday, week, days }) => (
            <tr key={monday} data-current={(today >= monday && today < monday + WEEK) || undefined}>
              <th scope="row">
                <button type="button" tabIndex={-1} data-week={dayOf(monday)} aria-label={formats.week(week)}>
                  {week}
                </button>
              </th>
              {days.map((day, column) =>
                day ? (
                  <DayOfYear
                    key={day.number}
                    day={day}
                    busy={props.busy[day.number - props.firstDay]}
                    tasks={props.tasks.get(day.number) ?? 0}
                    today={today}
                    isTabStop={props.tabDay === day.number}
                  />
                ) : (
                  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a day of another month
                  <td key={`empty ${String(column)}`} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
});

const DAY = 86_400_000;
const WEEK = 7 * DAY;
/** Monday to Sunday of some week. */
const weekdays = Array.from({ length: 7 }, (_, index) => (4 + index) * DAY);
const SUNDAY = 10 * DAY;

function warmthOf({ first, last }: YearMonth, today: Local): Warmth {
  if (today > last) return "past";
  if (today >= first) return 2;
  return first - today <= WEEK ? 3 : 4;
}

interface DayOfYearProps {
  readonly day: YearDay;
  readonly busy: BusyDay | undefined;
  readonly tasks: number;
  readonly today: Local;
  readonly isTabStop: boolean;
}

function DayOfYear({ day, busy, tasks, today, isTabStop }: DayOfYearProps) {
  const t = useMessages();
  const language = useLanguage();
  const formats = useFormats("UTC");
  const zone = useViewerZone();
  // Days apart are counted from midnights: no clock is needed but that of the day.
  const howSoon = distance({ kind: "date", date: day.day }, zone.toInstant(today), zone, language);
  const names = day.names.map((it) => (language === "sv" ? it.names.sv : it.names.en));
  const spoken = [
    formats.dayAndYear(day.day),
    howSoon,
    t("month.events", { count: busy?.count ?? 0 }),
    tasks > 0 ? t("tasks.count", { count: tasks }) : "",
    ...names,
    day.isRed ? t("month.redDay") : "",
  ];
  return (
    <td>
      <button
        type="button"
        className={styles.day}
        data-day={day.number}
        data-level={busy?.level || undefined}
        data-tasks={tasks || undefined}
        data-red={day.isRed || undefined}
        data-squeeze={isSqueeze(day) || undefined}
        data-past={day.day < today || undefined}
        data-today={day.day === today || undefined}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={day.day === today ? "date" : undefined}
        aria-label={spoken.filter(Boolean).join(", ")}
      >
        {formats.dayNumber(day.day)}
      </button>
    </td>
  );
}
