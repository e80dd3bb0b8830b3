import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { HOUR } from "@snart/calendar/time/instant.ts";
import { timeOfDay, type Local } from "@snart/calendar/time/local.ts";
import { useEffect, type CSSProperties, type ReactNode } from "react";
import { useNow } from "../../../i18n/clock.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import type { AskedTime } from "../asked-time.ts";
import type { At, Board, Cell, Time } from "../model.ts";
import { firstFree } from "../rows/first-free.ts";
import { RowSaid } from "../rows/row-said.tsx";
import { useGridKeys } from "../rows/use-grid-keys.ts";
import { zoneOf, type Bookings } from "../use-bookings.ts";
import { blocksOf, placeOf } from "./blocks.ts";
import { LaneCell } from "./lane-cell.tsx";
import styles from "./lanes.module.css";

interface LanesGridProps {
  readonly accountId: string;
  readonly bookings: Bookings;
  readonly known: NonNullable<Bookings["known"]>;
  readonly bookable: BookableRecord;
  readonly board: Board;
  readonly today: Local;
  /** what stands before its one lane, where it is one of several things below one line of hours */
  readonly head?: ReactNode;
  /** the time that is asked for beside the lanes */
  readonly marked?: Time | undefined;
  readonly onAsk: (asked: AskedTime) => void;
}

const MORNING = 7 * HOUR;

/** Along a lane the arrows to the sides go from start to start. */
const ALONG = { ArrowRight: 1, ArrowLeft: -1 } as const;

/** The week of a thing that is booked by the hour, or one day of one among others: a lane for each day, hours across. Keys are those of the board. */
export function LanesGrid({ bookable, board, today, head, marked, ...rest }: LanesGridProps) {
  const seen = { cells: board.rows.map((_, row) => board.cells.map((lane) => lane[row])) };
  const first = firstFree(board.cells);
  const start = placeIn(board, first);
  const { grid, at, inRow, choose, onKey, press } = useGridKeys({
    bookable,
    seen,
    along: ALONG,
    start,
    ...rest,
  });
  const next = board.days.includes(today) ? first : undefined;
  const zone = zoneOf(bookable);
  const now = placeOf(board.rows, timeOfDay(zone.toLocal(useNow())));
  const isAmongOthers = head !== undefined;
  useScrolledTo(
    grid,
    isAmongOthers
      ? undefined
      : next
        ? (start?.day ?? 0)
        : board.rows.findIndex(({ from }) => from >= MORNING),
  );
  const cellOf = (day: number, row: number, blocks: ReturnType<typeof blocksOf>) => {
    const cell = board.cells[day]?.[row];
    const block = blocks[row];
    return cell && block ? (
      <LaneCell
        cell={cell}
        block={block}
        zone={zone}
        isNext={cell === next}
        isChosen={inRow.isChosen(cell) || isWithin(cell, marked)}
        place={`${row} ${day}`}
        isEntry={at?.day === row && at.row === day}
        onFocus={() => choose({ day: row, row: day })}
        onKey={onKey}
        onPress={press}
      />
    ) : null;
  };
  return (
    <>
      <div className={isAmongOthers ? undefined : styles.scroll}>
        <table
          ref={grid}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table walked by arrows is a grid
          role="grid"
          aria-label={isolated(bookable.name)}
          className={styles.lanes}
          style={{ "--columns": board.rows.length } as CSSProperties}
        >
          {isAmongOthers ? null : <HourHeads rows={board.rows} />}
          <tbody>
            {board.days.map((day, dayAt) => {
              const blocks = blocksOf(board.cells[dayAt] ?? []);
              return (
                <tr key={day} className={styles.lane} data-marked={marked && true}>
                  {head ?? <LaneHead day={day} today={today} />}
                  {board.rows.map(({ key }, row) => (
                    <td key={key}>
                      {cellOf(dayAt, row, blocks)}
                      {day === today && now?.row === row ? (
                        <i className={styles.now} style={{ left: `${now.share * 100}%` }} aria-hidden />
                      ) : null}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <RowSaid
        time={inRow.chosen && { start: inRow.chosen.first.start, end: inRow.chosen.end }}
        zone={zone}
        className={styles.chosen}
      />
    </>
  );
}

const isWithin = ({ start }: Time, time: Time | undefined): boolean =>
  time !== undefined && time.start <= start && start < time.end;

/** Where a cell is: which time, and on which day. */
function placeIn({ cells, rows }: Board, cell: Cell | undefined): At | undefined {
  if (!cell) return undefined;
  const day = cells.findIndex((lane) => lane.includes(cell));
  return { day: rows.findIndex((_, row) => cells[day]?.[row] === cell), row: day };
}

/** What is open around the clock is wider than a screen: it begins where one can begin, or in the morning. */
function useScrolledTo(grid: { readonly current: HTMLTableElement | null }, row: number | undefined): void {
  useEffect(() => {
    if (row === undefined) return;
    const scroller = grid.current?.parentElement;
    const [head, field] = [0, Math.max(row, 0) + 1].map((at) => grid.current?.rows[1]?.cells[at]);
    if (scroller && head && field) scroller.scrollTo({ left: field.offsetLeft - head.offsetWidth - 12 });
  }, [grid, row]);
}

/** The hours above lanes. */
export function HourHeads({ rows }: Pick<Board, "rows">) {
  const t = useMessages();
  const { time } = useFormats("UTC");
  return (
    <thead>
      <tr className={styles.hours}>
        <th scope="col">
          <span className="visually-hidden">{t("bookables.weekDays")}</span>
        </th>
        {rows.map(({ key, from }) => (
          <th key={key} scope="col">
            <span className={from % HOUR === 0 ? undefined : "visually-hidden"}>
              {time(from).replace(":00", "")}
            </span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

function LaneHead({ day, today }: { readonly day: Local; readonly today: Local }) {
  const { dayNumber, shortWeekday } = useFormats("UTC");
  return (
    <th scope="row" className={styles.day} data-today={day === today || undefined}>
      <span>
        <b>{dayNumber(day)}</b> {shortWeekday(day)}
      </span>
      <HowSoon target={{ kind: "date", date: day }} size={13} />
    </th>
  );
}
