/* oxlint-disable jsx-a11y/prefer-tag-over-role -- weeks are placed by position, which the parts of a table cannot be */
import { dayOf, fieldsOfLocal, weekday } from "@snart/calendar/time/local.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { textScale } from "../../ui/text-scale.ts";
import { useMedia } from "../../ui/use-media.ts";
import { useLateFlag } from "../../ui/loading/use-late-flag.ts";
import { firstOf } from "../../grid/view-address.ts";
import { TimeCursor } from "../../grid/time-cursor.tsx";
import { part } from "../../ui/part.tsx";
import type { WideViewProps } from "../calendar-view/model.ts";
import { localOfDay, mondayOfWeek, WEEK_COUNT, weekOfDay } from "./month-weeks.ts";
import { useMonthActions } from "./use-month-actions.ts";
import { useMonthHeld } from "./use-month-held.ts";
import { HEAD, useMonthScroll } from "./use-month-scroll.ts";
import { useWeeks } from "./use-weeks.ts";
import { MonthSkeleton } from "./month-skeleton.tsx";
import { rowsIn, WeekRow } from "./week-row.tsx";
import styles from "./month-grid.module.css";

const dayList = part(() => import("./day-list.tsx").then((it) => it.DayList));

const GUTTER = 50;

/** Shows the month as weeks under each other, which scroll without end; only those on screen are drawn. */
export function MonthGrid({ page }: Pick<WideViewProps, "page">) {
  const { day, view, itemActions, account } = page;
  const { scroller, span, width, rowHeight, onScroll, reveal } = useMonthScroll({
    view,
    jumps: page.jumps,
    onPass: page.pass,
    onRest: page.rest,
  });
  const weeks = useWeeks(span);
  const shown = weeksToDraw(span, weekOfDay(dayOf(day)));
  const contents = shown.map((week) => weeks.of(week));
  const held = useMonthHeld({ page, scroller, rowHeight, head: HEAD, gutter: GUTTER, contents, reveal });
  const actions = useMonthActions({ page, scroller, contents, held, reveal });
  useKeptDraft(page, contents);
  const isEmpty = contents.every((it) => it.occurrences.size === 0);
  const isLate = useLateFlag(!weeks.isComplete && isEmpty, 150);
  const { year, month } = fieldsOfLocal(page.onScreen);
  const list =
    actions.list && weeks.of(weekOfDay(actions.list.day)).days[weekday(localOfDay(actions.list.day)) - 1];
  const tabDay = dayOf(day);
  const isTouch = useMedia("(pointer: coarse)");
  return (
    <>
      <div
        ref={scroller}
        role="grid"
        aria-labelledby={page.titleId}
        aria-rowcount={WEEK_COUNT + 1}
        aria-colcount={8}
        aria-busy={!weeks.isComplete}
        // The days inside take the focus; the scroller itself is not a tab stop.
        tabIndex={-1}
        className={styles.scroller}
        data-month-parity={view.kind === "weeks" ? "none" : (year * 12 + month) % 2}
        data-dragging={held.drag?.grip.kind}
        onScroll={onScroll}
        onPointerDown={held.onPointerDown}
        onClick={actions.onClick}
        onDoubleClick={actions.onDoubleClick}
        onKeyDown={actions.onKeyDown}
      >
        <WeekdayRow />
        <div role="rowgroup" className={styles.weeks} style={{ height: rowHeight * WEEK_COUNT }}>
          {contents.map((it) => (
            <WeekRow
              key={it.week}
              contents={it}
              top={it.week * rowHeight}
              height={rowHeight}
              rows={rowsIn(rowHeight, isTouch)}
              columnWidth={(width - GUTTER * textScale()) / 7}
              address={account.email}
              saysHowSoon={account.preferences.showHowSoon !== false}
              namesMonth={it.week === weekOfDay(dayOf(firstOf(view)))}
              pickedDay={page.isPicked && holds(it.week, tabDay) ? tabDay : null}
              tabDay={holds(it.week, tabDay) ? tabDay : null}
              selectedKey={within(it.occurrences, itemActions.selectedKey)}
              draggedKey={within(it.occurrences, held.draggedKey)}
              held={held.of(it.week)}
            />
          ))}
        </div>
        {isLate && isEmpty ? <MonthSkeleton /> : null}
      </div>
      <TimeCursor keys={held.keys} />
      {list && actions.list ? (
        <dayList.Component
          key={list.number}
          day={list}
          anchor={actions.list.anchor}
          address={account.email}
          mayWrite={itemActions.calendarForNew !== undefined}
          onClose={actions.closeList}
          onOpen={actions.openFromList}
          onOpenDay={(to) => page.goTo(to, "day")}
          onNew={actions.nameOn}
        />
      ) : null}
    </>
  );
}

const holds = (week: number, day: number): boolean => weekOfDay(day) === week;
const within = (keys: ReadonlyMap<string, unknown>, key: string | null): string | null =>
  key !== null && keys.has(key) ? key : null;

/** Returns the visible weeks with some around them, and the week that has the focus, wherever it is. */
function weeksToDraw(
  { from, to }: { readonly from: number; readonly to: number },
  focused: number,
): number[] {
  if (to === 0) return [];
  const weeks = Array.from({ length: to - from }, (_, index) => from + index);
  return weeks.includes(focused) ? weeks : [...weeks, focused].toSorted((a, b) => a - b);
}

/** Resumes the draft that was open when the page was left, once its event is here. */
function useKeptDraft(
  { itemActions }: WideViewProps["page"],
  contents: readonly {
    readonly occurrences: ReadonlyMap<string, Parameters<typeof itemActions.resume>[0][number]>;
  }[],
): void {
  const resume = useEffectEvent(() =>
    itemActions.resume(contents.flatMap((it) => [...it.occurrences.values()])),
  );
  const count = contents.reduce((sum, it) => sum + it.occurrences.size, 0);
  useEffect(() => resume(), [count]);
}

function WeekdayRow() {
  const t = useMessages();
  const formats = useFormats("UTC");
  const [days] = useState(() => Array.from({ length: 7 }, (_, index) => localOfDay(mondayOfWeek(0) + index)));
  return (
    <div role="row" aria-rowindex={1} className={styles.head}>
      <span role="columnheader" aria-colindex={1} className={styles.weekHead}>
        {t("month.weekHead")}
      </span>
      {days.map((day, index) => (
        <span
          key={day}
          role="columnheader"
          aria-colindex={index + 2}
          className={styles.weekday}
          data-red={index === 6 || undefined}
        >
          <span className={styles.long}>{formats.weekday(day)}</span>
          <span className={styles.short} aria-hidden>
            {formats.shortWeekday(day)}
          </span>
        </span>
      ))}
    </div>
  );
}
