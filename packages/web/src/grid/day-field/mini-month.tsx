import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import {
  addDays,
  dayOf,
  fieldsOfLocal,
  localFromFields,
  startOfWeek,
  weekday,
  type Local,
} from "@snart/calendar/time/local.ts";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useAtNow } from "../../i18n/clock.ts";
import { firstInLine } from "../../i18n/format.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import styles from "./mini-month.module.css";

interface MiniMonthProps {
  /** the day on screen */
  readonly selected: Local;
  /** days that hold something, as day numbers */
  readonly busyDays: ReadonlySet<number>;
  readonly isRed: (day: Local) => boolean;
  /** the week on screen is marked */
  readonly marksWeek: boolean;
  readonly onPick: (day: Local) => void;
  /** tells which days are shown, so that their events can be fetched */
  readonly onShow?: (fromDay: number, toDay: number) => void;
}

const monthOf = (day: Local): Local => {
  const { year, month } = fieldsOfLocal(day);
  return localFromFields(year, month, 1);
};

/** A month with ISO week numbers: one tab stop, arrows walk the days, page keys the months. */
export function MiniMonth({ selected, busyDays, isRed, marksWeek, onPick, onShow }: MiniMonthProps) {
  const t = useMessages();
  const language = useLanguage();
  const zone = useViewerZone();
  const formats = useFormats("UTC");
  const today = useAtNow((now) => dayOf(zone.toLocal(now)));
  const { month, tabStop, grid, turn, onKeyDown } = useMonthWalk(selected);
  const first = startOfWeek(month);
  const weeks = Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => addDays(first, week * 7 + day)),
  );
  const shown = weeks.filter(([monday = first], index) => index < 5 || monthOf(monday) === month);
  useEffect(() => onShow?.(dayOf(first), dayOf(first) + 42), [first, onShow]);
  const title = firstInLine(formats.monthAndYear(month), language);
  return (
    <section className={styles.month}>
      <header className={styles.header}>
        <h2 className={styles.title} aria-live="polite">
          {title}
        </h2>
        <IconButton label={t("sidebar.previousMonth")} size={24} onClick={() => turn(-1)}>
          <ChevronLeft size={15} strokeWidth={1.7} />
        </IconButton>
        <IconButton label={t("sidebar.nextMonth")} size={24} onClick={() => turn(1)}>
          <ChevronRight size={15} strokeWidth={1.7} />
        </IconButton>
      </header>
      {/* A real table that is walked by arrows: the pattern for calendars (WAI-ARIA APG). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table ref={grid} role="grid" aria-label={title} className={styles.grid} onKeyDown={onKeyDown}>
        <Weekdays days={weeks[0] ?? []} />
        <tbody>
          {shown.map((week) => {
            const [monday = first] = week;
            const isCurrent = marksWeek && startOfWeek(selected) === monday;
            return (
              <tr key={monday} data-current={isCurrent || undefined}>
                <th scope="row" aria-label={formats.week(isoWeek(monday).week)}>
                  {isoWeek(monday).week}
                </th>
                {week.map((day) => (
                  <td
                    key={day}
                    aria-selected={marksWeek ? isCurrent : day === selected}
                    data-outside={monthOf(day) === month ? undefined : ""}
                    data-red={isRed(day) || undefined}
                    data-today={dayOf(day) === today || undefined}
                  >
                    <DayButton
                      day={day}
                      isBusy={busyDays.has(dayOf(day))}
                      isToday={dayOf(day) === today}
                      isTabStop={day === tabStop}
                      onPick={onPick}
                    />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** Which month is shown and which day has the focus, by arrows and keys; it follows the day on screen. */
function useMonthWalk(selected: Local) {
  const [month, setMonth] = useState(() => monthOf(selected));
  const [followed, setFollowed] = useState(selected);
  const [focused, setFocused] = useState<Local | null>(null);
  const grid = useRef<HTMLTableElement>(null);
  if (followed !== selected) {
    setFollowed(selected);
    setMonth(monthOf(selected));
    setFocused(null);
  }
  const tabStop = focused ?? (monthOf(selected) === month ? selected : month);
  const turn = (by: number): void => {
    const { year, month: number } = fieldsOfLocal(month);
    setMonth(localFromFields(year, number + by, 1));
    setFocused(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = dayByKey(tabStop, event.key);
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    setMonth(monthOf(to));
    setFocused(to);
    requestAnimationFrame(() =>
      grid.current?.querySelector<HTMLElement>(`[data-day="${dayOf(to)}"]`)?.focus(),
    );
  };
  return { month, tabStop, grid, turn, onKeyDown };
}

function Weekdays({ days }: { readonly days: readonly Local[] }) {
  const t = useMessages();
  const language = useLanguage();
  const formats = useFormats("UTC");
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="visually-hidden">{firstInLine(t("week.week"), language)}</span>
        </th>
        {days.map((day) => (
          <th key={day} scope="col" abbr={formats.weekday(day)} data-red={weekday(day) === 7 || undefined}>
            {formats.narrowWeekday(day)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface DayButtonProps {
  readonly day: Local;
  readonly isBusy: boolean;
  readonly isToday: boolean;
  readonly isTabStop: boolean;
  readonly onPick: (day: Local) => void;
}

function DayButton({ day, isBusy, isToday, isTabStop, onPick }: DayButtonProps) {
  const t = useMessages();
  const formats = useFormats("UTC");
  return (
    <button
      type="button"
      className={styles.day}
      data-day={dayOf(day)}
      data-busy={isBusy || undefined}
      tabIndex={isTabStop ? 0 : -1}
      aria-current={isToday ? "date" : undefined}
      aria-label={[formats.dayAndYear(day), isBusy && t("sidebar.hasEvents")].filter(Boolean).join(", ")}
      onClick={() => onPick(day)}
    >
      {formats.dayNumber(day)}
    </button>
  );
}

function dayByKey(day: Local, key: string): Local | undefined {
  const { year, month, day: ofMonth } = fieldsOfLocal(day);
  const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
  const step = steps[key];
  if (step !== undefined) return addDays(day, step);
  if (key === "Home") return startOfWeek(day);
  if (key === "End") return addDays(startOfWeek(day), 6);
  if (key === "PageUp") return localFromFields(year, month - 1, Math.min(ofMonth, 28));
  return key === "PageDown" ? localFromFields(year, month + 1, Math.min(ofMonth, 28)) : undefined;
}
