import {
  addDays,
  asLocal,
  dayOf,
  fieldsOfLocal,
  localFromFields,
  type Local,
} from "@snart/calendar/time/local.ts";
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
} from "react";
import type { WideViewProps } from "../calendar-view/model.ts";
import { dayByKey } from "../../grid/day-by-key.ts";
import type { Year } from "./use-year.ts";
import { DayTip } from "./day-tip.tsx";
import { isSqueeze } from "./year-contents.ts";
import { SqueezeLeave } from "./squeeze-leave.tsx";
import { YearFoot } from "./year-foot.tsx";
import { YearMonthGrid } from "./year-month-grid.tsx";
import styles from "./year-grid.module.css";

interface YearGridProps {
  readonly page: WideViewProps["page"];
  readonly year: Year;
  readonly isPhone: boolean;
}

const numberIn = (target: EventTarget, name: string): number | undefined => {
  const element = target instanceof Element ? target.closest<HTMLElement>(`[data-${name}]`) : null;
  const text = element?.dataset[name];
  return text === undefined ? undefined : Number(text);
};
const localOf = (number: number): Local => addDays(asLocal(0), number);

/** Twelve months beside and under each other. Arrows walk the days; each leads to its day, its week or its month. */
export function YearGrid({ page, year, isPhone }: YearGridProps) {
  const { day, today } = page;
  const root = useFirstSight(page, isPhone);
  const [shown, setShown] = useState<{ readonly day: number; readonly anchor: HTMLElement } | null>(null);
  const first = localFromFields(fieldsOfLocal(page.view.date).year, 1, 1);
  const busyOf = (number: number) => year.busy[number - dayOf(first)];
  const focusDay = useFocusDay(root, page);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const from = numberIn(event.target, "day");
    const to = from === undefined ? undefined : dayByKey(localOf(from), event.key);
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    focusDay(to);
  };
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const [to, week, month] = (["day", "week", "month"] as const).map((name) => numberIn(event.target, name));
    if (to !== undefined) page.goTo(localOf(to), "day");
    else if (week !== undefined) page.goTo(localOf(week), "week");
    else if (month !== undefined) page.goTo(localOf(month), "month");
  };
  const look = (event: SyntheticEvent): void => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-day]") : null;
    const number = element ? numberIn(element, "day") : undefined;
    setShown(element && number !== undefined ? { day: number, anchor: element } : null);
  };
  return (
    // The months hear what their buttons are pressed and typed on.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events, jsx-a11y/mouse-events-have-key-events
    <div
      ref={root}
      className={styles.page}
      aria-busy={!year.isComplete}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onMouseOver={look}
      onMouseLeave={() => setShown(null)}
      onFocus={look}
      onBlur={() => setShown(null)}
    >
      <div className={styles.months}>
        {year.months.map((month) => (
          <YearMonthGrid
            key={month.first}
            month={month}
            busy={year.busy}
            tasks={year.tasks}
            firstDay={dayOf(first)}
            today={today}
            tabDay={day >= month.first && day <= month.last ? dayOf(day) : null}
          />
        ))}
      </div>
      <YearFoot foot={year.foot} marks={marksOf(year)}>
        <SqueezeLeave page={page} away={year.away} />
      </YearFoot>
      {shown ? (
        <DayTip
          key={shown.day}
          day={localOf(shown.day)}
          count={busyOf(shown.day)?.count ?? 0}
          tasks={year.tasks.get(shown.day) ?? 0}
          anchor={shown.anchor}
        />
      ) : null}
    </div>
  );
}

const marksOf = ({ tasks, months }: Year) => ({
  tasks: tasks.size > 0,
  squeeze: months.some(({ weeks }) =>
    weeks.some(({ days }) => days.some((day) => day !== undefined && isSqueeze(day))),
  ),
});

/** It first scrolls to the month of the chosen day, where that is out of sight: on a phone the months lie under each other. */
function useFirstSight(page: WideViewProps["page"], isPhone: boolean): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  const bring = useEffectEvent(() => {
    const { year, month } = fieldsOfLocal(page.day);
    const first = dayOf(localFromFields(year, month, 1));
    const button = root.current?.querySelector<HTMLElement>(`[data-month="${first}"]`);
    const section = button?.closest<HTMLElement>("section");
    if (!root.current || !section) return;
    const end = section.offsetTop + section.offsetHeight;
    if (isPhone || end > root.current.clientHeight) root.current.scrollTop = section.offsetTop - 4;
  });
  useEffect(() => bring(), [page.jumps, page.view.date]);
  return root;
}

/** Moves the focus to a day, also of another year, once it is drawn. */
function useFocusDay(
  root: { readonly current: HTMLElement | null },
  page: WideViewProps["page"],
): (day: Local) => void {
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    const button =
      wanted.current === null
        ? null
        : root.current?.querySelector<HTMLElement>(`[data-day="${wanted.current}"]`);
    if (!button) return;
    wanted.current = null;
    button.focus();
  });
  return (day) => {
    wanted.current = dayOf(day);
    if (fieldsOfLocal(day).year === fieldsOfLocal(page.view.date).year) page.pick(day);
    else page.goTo(day);
  };
}
