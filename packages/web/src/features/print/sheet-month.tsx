import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { addDays, dayOf, startOfWeek, weekday, type Local } from "@snart/calendar/time/local.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import type { SheetRoom } from "../../layout/paper/paper-size.ts";
import type { DayFacts } from "./document/day-facts.ts";
import { MONTH, nameKey, type MonthSheet, type MonthWeek } from "./document/month-sheet.ts";
import type { SheetDays } from "./document/print-period.ts";
import type { PrintedItem } from "./document/printed-item.ts";
import { PaperBar, PaperLine } from "./paper-item.tsx";
import styles from "./sheet-month.module.css";

interface SheetMonthProps {
  readonly days: SheetDays;
  readonly sheet: MonthSheet;
  readonly items: ReadonlyMap<string, PrintedItem>;
  readonly room: SheetRoom;
  /** px */
  readonly unit: number;
  readonly hasWeeks: boolean;
  readonly facts: DayFacts;
}

/** A month, a row for every week. */
export function SheetMonth({ days, sheet, items, room, unit, hasWeeks, facts }: SheetMonthProps) {
  const formats = useFormats("UTC");
  const u = unit * sheet.scale;
  const gutter = hasWeeks ? MONTH.gutter * u : 0;
  const column = (room.width * unit - gutter) / 7;
  const monday = sheet.weeks[0]?.monday ?? days.first;
  return (
    <div className={styles.month} style={{ fontSize: 11 * u, lineHeight: `${MONTH.row * u}px` }}>
      <div className={styles.weekdays} style={{ height: MONTH.weekdays * u, paddingLeft: gutter }}>
        {Array.from({ length: 7 }, (_, index) => addDays(monday, index)).map((day) => (
          <span
            key={day}
            data-red={(facts.isRed(day) && weekday(day) === 7) || undefined}
            style={{ width: column }}
          >
            {formats.weekday(day)}
          </span>
        ))}
      </div>
      {sheet.weeks.map((week) => (
        <Week
          key={week.monday}
          week={week}
          month={days}
          items={items}
          u={u}
          gutter={gutter}
          column={column}
          facts={facts}
        />
      ))}
    </div>
  );
}

interface WeekProps {
  readonly week: MonthWeek;
  readonly month: SheetDays;
  readonly items: ReadonlyMap<string, PrintedItem>;
  readonly u: number;
  readonly gutter: number;
  readonly column: number;
  readonly facts: DayFacts;
}

function Week({ week: { monday, height, placed }, month, items, u, gutter, column, facts }: WeekProps) {
  const t = useMessages();
  const top = (row: number): number => (MONTH.day + row * MONTH.row) * u;
  return (
    <div className={styles.week} style={{ height: height * u }}>
      {gutter > 0 ? (
        <span
          className={styles.number}
          style={{ width: gutter, fontSize: 13 * u, lineHeight: `${19 * u}px` }}
        >
          {isoWeek(monday).week}
        </span>
      ) : null}
      {Array.from({ length: 7 }, (_, index) => (
        <Day
          key={index}
          day={addDays(monday, index)}
          month={month}
          facts={facts}
          u={u}
          style={{ left: gutter + index * column, width: column }}
        />
      ))}
      {placed.bars.map((bar) => (
        <PaperBar
          key={bar.key}
          bar={bar}
          item={items.get(bar.key)}
          u={u}
          box={{
            left: gutter + bar.fromColumn * column,
            top: top(bar.row),
            width: (bar.toColumn - bar.fromColumn) * column,
            height: MONTH.row * u,
          }}
        />
      ))}
      {placed.singles.map(({ key, column: at, row, lines }) => (
        <PaperLine
          key={key}
          item={items.get(key)}
          name={nameOf(key, monday, at, facts)}
          isRed={facts.isRed(addDays(monday, at))}
          u={u}
          box={{ left: gutter + at * column, top: top(row), width: column, height: lines * MONTH.row * u }}
        />
      ))}
      {placed.hidden.map((count, at) =>
        count === 0 ? null : (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- the days of a week
            key={at}
            className={styles.hidden}
            style={{
              left: gutter + at * column,
              width: column,
              bottom: MONTH.foot * u,
              paddingLeft: 4 * u,
            }}
          >
            {t("print.more", { count })}
          </span>
        ),
      )}
    </div>
  );
}

const nameOf = (key: string, monday: Local, column: number, facts: DayFacts): string => {
  const day = addDays(monday, column);
  return key === nameKey(dayOf(day)) ? facts.nameOf(day) : "";
};

interface DayProps {
  readonly day: Local;
  readonly month: SheetDays;
  readonly facts: DayFacts;
  readonly u: number;
  readonly style: { readonly left: number; readonly width: number };
}

function Day({ day, month, facts, u, style }: DayProps) {
  const formats = useFormats("UTC");
  const isOutside = day < month.first || day > month.last;
  // The first cell of a sheet is often of the month before.
  const namesMonth = formats.dayNumber(day) === "1" || day === startOfWeek(month.first);
  return (
    <div
      className={styles.day}
      data-outside={isOutside || undefined}
      data-red={facts.isRed(day) || undefined}
      data-weekend={weekday(day) > 5 || undefined}
      style={{ ...style, padding: `0 ${4 * u}px`, fontSize: 13.5 * u, lineHeight: `${MONTH.day * u}px` }}
    >
      {namesMonth ? formats.dayOfMonth(day) : formats.dayNumber(day)}
    </div>
  );
}
