/* oxlint-disable jsx-a11y/prefer-tag-over-role -- weeks are placed by position, which the parts of a table cannot be */
import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { memo, useMemo, type CSSProperties } from "react";
import { useAtNow } from "../../i18n/clock.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import type { LaneBar as LaneBarBox } from "../../layout/all-day-lane.ts";
import { placeWeek } from "../../layout/place-week.ts";
import { textScale } from "../../ui/text-scale.ts";
import { LaneBar } from "../../grid/lane-bar.tsx";
import type { MonthDay, WeekContents } from "./week-contents.ts";
import { DayCell } from "./day-cell.tsx";
import { HeldDays, type Held } from "./held-days.tsx";
import { MonthLine } from "./month-line.tsx";
import { TaskBox } from "../tasks/screen.tsx";
import styles from "./week-row.module.css";

/** The height of the date above the rows of a day, rem, as week-row.module.css has it. */
const DAY_HEAD = 27 / 16;
/** The height of what a finger touches, rem: that of the date, and of what lists surplus events. */
const FINGER = 44 / 16;
/** The height of a row of events, rem. */
const ROW = 20 / 16;
/** The number of a day and what is left free beside it, px. */
const BESIDE_NAMES = 48;

/** Returns the number of rows that fit into a week of a height in px, at least one. The last is higher for a finger. */
export function rowsIn(height: number, isTouch: boolean): number {
  const beside = isTouch ? FINGER + FINGER - ROW : DAY_HEAD;
  return Math.max(1, Math.floor(((height - 2) / (16 * textScale()) - beside) / ROW));
}

interface WeekRowProps {
  readonly contents: WeekContents;
  readonly top: number;
  readonly height: number;
  /** the number of rows for events in a day */
  readonly rows: number;
  readonly columnWidth: number;
  readonly address: string;
  readonly saysHowSoon: boolean;
  readonly namesMonth: boolean;
  /** day numbers; null outside this week */
  readonly pickedDay: number | null;
  readonly tabDay: number | null;
  readonly selectedKey: string | null;
  readonly draggedKey: string | null;
  readonly held: Held | null;
}

/** Shows a week of the month: its number, its days, and the events that lie across them. */
export const WeekRow = memo(function WeekRow(props: WeekRowProps) {
  const { contents, rows } = props;
  const formats = useFormats("UTC");
  const zone = useViewerZone();
  const monday = contents.days[0];
  const placed = useMemo(
    () => placeWeek(contents.items, monday?.number ?? 0, rows),
    [contents, monday, rows],
  );
  const isCurrent = useAtNow((now) => {
    const today = zone.toLocal(now);
    return monday !== undefined && today >= monday.day && today < monday.day + 7 * 86_400_000;
  });
  if (!monday) return null;
  const { week } = isoWeek(monday.day);
  return (
    <div
      role="row"
      aria-rowindex={contents.week + 2}
      className={styles.week}
      style={{ top: props.top, height: props.height }}
      data-current={isCurrent || undefined}
    >
      <div role="rowheader" aria-colindex={1} className={styles.number}>
        <button
          type="button"
          tabIndex={-1}
          data-open-week={monday.number}
          data-no-drag=""
          aria-label={formats.week(week)}
        >
          {week}
        </button>
      </div>
      {contents.days.map((day, column) => (
        <DayCell
          key={day.number}
          day={day}
          column={column}
          namesMonth={props.namesMonth && column === 0}
          isPicked={props.pickedDay === day.number}
          isTabStop={props.tabDay === day.number}
          saysHowSoon={props.saysHowSoon}
          roomForNames={props.columnWidth - BESIDE_NAMES}
        >
          {placed.bars
            .filter((bar) => bar.fromColumn === column)
            .toSorted((a, b) => a.row - b.row)
            .map((bar) => (
              <BarOfWeek key={bar.key} {...props} bar={bar} />
            ))}
          {placed.lines
            .filter((line) => line.column === column)
            .map((line) => {
              const occurrence = contents.occurrences.get(line.key);
              return occurrence ? (
                <MonthLine
                  key={line.key}
                  occurrence={occurrence}
                  address={props.address}
                  geometry={placeOf(1, line.row)}
                  isSelected={props.selectedKey === line.key}
                  isDragged={props.draggedKey === line.key}
                  tabIndex={-1}
                />
              ) : null;
            })}
          <More day={day} row={rows - 1} count={placed.hidden[column] ?? 0} />
        </DayCell>
      ))}
      {props.held ? <HeldDays held={props.held} week={contents.week} /> : null}
    </div>
  );
});

/** Returns the box of an event relative to its first day in the week; the lines between days are 1 px. */
const placeOf = (span: number, row: number): CSSProperties => ({
  left: 1,
  width: `calc(${span * 100}% + ${span - 2}px)`,
  top: `calc(var(--day-head) + ${row * ROW}rem)`,
});

interface BarOfWeekProps extends WeekRowProps {
  readonly bar: LaneBarBox;
}

function BarOfWeek({ bar, contents, ...props }: BarOfWeekProps) {
  const language = useLanguage();
  const columns = bar.toColumn - bar.fromColumn;
  const geometry = placeOf(columns, bar.row);
  const named = contents.names.get(bar.key);
  if (named) {
    const name = language === "sv" ? named.names.sv : named.names.en;
    return (
      <div className={styles.named} data-kind={named.kind} style={geometry} title={name}>
        <span>{name}</span>
      </div>
    );
  }
  const occurrence = contents.occurrences.get(bar.key);
  if (!occurrence) return null;
  return (
    <LaneBar
      occurrence={occurrence}
      taskBox={TaskBox}
      continuesBefore={bar.continuesBefore}
      continuesAfter={bar.continuesAfter}
      columns={columns}
      columnWidth={props.columnWidth}
      element="div"
      geometry={{ ...geometry, position: "absolute", zIndex: 3 }}
      address={props.address}
      saysHowSoon={props.saysHowSoon}
      isSelected={props.selectedKey === bar.key}
      isDragged={props.draggedKey === bar.key}
      tabIndex={-1}
    />
  );
}

interface MoreProps {
  readonly day: MonthDay;
  readonly row: number;
  readonly count: number;
}

/** Shows the number of surplus events, as a button that lists them. */
function More({ day, row, count }: MoreProps) {
  const t = useMessages();
  const formats = useFormats("UTC");
  if (count === 0) return null;
  return (
    <button
      type="button"
      className={styles.more}
      style={placeOf(1, Math.max(0, row))}
      data-more={day.number}
      data-no-drag=""
      tabIndex={-1}
      aria-haspopup="dialog"
      aria-label={t("month.moreSpoken", { count, day: formats.day(day.day) })}
    >
      {t("month.more", { count })}
    </button>
  );
}
