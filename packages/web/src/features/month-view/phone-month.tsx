/* oxlint-disable jsx-a11y/prefer-tag-over-role -- weeks are placed by position, which the parts of a table cannot be */
import { dayOf, weekday, type Local } from "@snart/calendar/time/local.ts";
import { useEffect, useRef, type KeyboardEvent, type TouchEvent } from "react";
import { firstInLine } from "../../i18n/format.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { startOfMonth } from "../../grid/view-address.ts";
import type { WideViewProps } from "../calendar-view/model.ts";
import { dayByKey } from "../../grid/day-by-key.ts";
import type { MonthDay } from "./week-contents.ts";
import { weekOfDay } from "./month-weeks.ts";
import { useWeeks } from "./use-weeks.ts";
import { DayEvents } from "../../grid/day-events.tsx";
import { PhoneWeek } from "./phone-week.tsx";
import styles from "./phone-month.module.css";

const SWIPE = 48;
/** The most weeks that a month can touch. */
const MOST_WEEKS = 6;

/** Shows a month and, beneath it, the chosen day. A swipe turns the month. */
export function PhoneMonth({ page }: Pick<WideViewProps, "page">) {
  const language = useLanguage();
  const formats = useFormats("UTC");
  const { day, view } = page;
  const grid = useRef<HTMLDivElement>(null);
  const touchedAt = useRef<number | null>(null);
  const month = startOfMonth(view.date);
  const first = weekOfDay(dayOf(month));
  const weeks = useWeeks({ from: first, to: first + MOST_WEEKS });
  const shown = Array.from({ length: MOST_WEEKS }, (_, index) => weeks.of(first + index)).filter((it) =>
    it.days.some((each) => startOfMonth(each.day) === month),
  );
  const chosen = weeks.of(weekOfDay(dayOf(day))).days[weekday(day) - 1];
  const pick = (to: Local): void => {
    if (startOfMonth(to) === month) page.pick(to);
    else page.goTo(to);
  };
  // When a key has moved to a day, that day gets the focus, also in another month.
  const keyed = useRef(false);
  useEffect(() => {
    if (!keyed.current) return;
    keyed.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${dayOf(day)}"]`)?.focus();
  }, [day]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = dayByKey(day, event.key);
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    keyed.current = true;
    pick(to);
  };
  const onTouchEnd = (event: TouchEvent): void => {
    const from = touchedAt.current;
    const to = event.changedTouches[0]?.clientX;
    touchedAt.current = null;
    if (from !== null && to !== undefined && Math.abs(to - from) >= SWIPE) page.step(to < from ? 1 : -1);
  };
  return (
    <div className={styles.page}>
      <div
        ref={grid}
        role="grid"
        aria-labelledby={page.titleId}
        aria-busy={!weeks.isComplete}
        tabIndex={-1}
        className={styles.grid}
        onKeyDown={onKeyDown}
        onTouchStart={(event) => {
          touchedAt.current = event.touches[0]?.clientX ?? null;
        }}
        onTouchEnd={onTouchEnd}
      >
        <Weekdays days={shown[0]?.days ?? []} />
        {shown.map((it) => (
          <PhoneWeek key={it.week} contents={it} month={month} chosen={day} onPick={pick} />
        ))}
      </div>
      {chosen ? (
        <section className={styles.day} aria-labelledby={`${page.titleId}-day`}>
          <h2 id={`${page.titleId}-day`} data-red={chosen.isRed || undefined}>
            <span>{firstInLine(formats.day(day), language)}</span>{" "}
            <HowSoon target={{ kind: "date", date: day }} size={16} />
          </h2>
          <DayEvents day={chosen} address={page.account.email} onOpen={page.itemActions.open} />
        </section>
      ) : null}
    </div>
  );
}

function Weekdays({ days }: { readonly days: readonly MonthDay[] }) {
  const t = useMessages();
  const formats = useFormats("UTC");
  return (
    <div role="row" className={styles.head}>
      <span role="columnheader" aria-label={t("month.weekHead")} />
      {days.map((each) => (
        <span
          key={each.number}
          role="columnheader"
          aria-label={formats.weekday(each.day)}
          data-red={weekday(each.day) === 7 || undefined}
        >
          {formats.narrowWeekday(each.day)}
        </span>
      ))}
    </div>
  );
}
