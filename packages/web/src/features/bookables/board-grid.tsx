import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import type { AskedTime } from "./asked-time.ts";
import type { Board } from "./model.ts";
import { canChoose, firstFree } from "./rows/first-free.ts";
import { RowSaid } from "./rows/row-said.tsx";
import { useGridKeys } from "./rows/use-grid-keys.ts";
import { SlotCell } from "./slot-cell.tsx";
import { zoneOf, type Bookings } from "./use-bookings.ts";
import styles from "./board.module.css";
import type { Local } from "@snart/calendar/time/local.ts";
import { clockText } from "./clock-text.ts";

interface BoardGridProps {
  readonly accountId: string;
  readonly bookings: Bookings;
  readonly known: NonNullable<Bookings["known"]>;
  readonly bookable: BookableRecord;
  readonly board: Board;
  /** which of its days */
  readonly shown: readonly number[];
  readonly today: Local;
  readonly onAsk: (asked: AskedTime) => void;
}

/** Days across, times down: arrows move, Enter books or opens the sheet, Delete cancels, W joins or leaves the waiting list, ? says why not. */
export function BoardGrid({ bookable, board, shown, today, ...rest }: BoardGridProps) {
  const seen = { cells: shown.map((day) => board.cells[day] ?? []) };
  const { grid, at, inRow, choose, onKey, press } = useGridKeys({ bookable, seen, ...rest });
  const t = useMessages();
  const formats = useFormats("UTC");
  // Of another week or day nobody knows whether an earlier one is free.
  const next = board.days.includes(today) ? firstFree(board.cells) : undefined;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table walked by arrows is a grid */}
      <table ref={grid} role="grid" aria-label={isolated(bookable.name)} className={styles.grid}>
        {shown.length > 1 ? (
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t("bookables.times")}</span>
              </th>
              {shown.map((day) => (
                <DayHead key={day} day={board.days[day] as Local} today={today} />
              ))}
            </tr>
          </thead>
        ) : null}
        <tbody>
          {board.rows.map(({ key, from, to }, row) =>
            seen.cells.some((cells) => cells[row]) ? (
              <tr key={key}>
                <th scope="row" className={styles.time}>
                  {clockText(from, to, formats)}
                </th>
                {seen.cells.map((cells, day) => (
                  <td key={day}>
                    {cells[row] ? (
                      <SlotCell
                        cell={cells[row]}
                        zone={zoneOf(bookable)}
                        isNext={cells[row] === next}
                        place={`${day} ${row}`}
                        isChosen={inRow.isChosen(cells[row])}
                        isEntry={at?.day === day && at.row === row}
                        onFocus={() => choose({ day, row })}
                        onKey={onKey}
                        onPress={press}
                      />
                    ) : null}
                  </td>
                ))}
              </tr>
            ) : null,
          )}
        </tbody>
      </table>
      {canChoose(bookable) ? (
        <RowSaid
          time={inRow.chosen && { start: inRow.chosen.first.start, end: inRow.chosen.end }}
          zone={zoneOf(bookable)}
          className={styles.chosen}
        />
      ) : null}
    </>
  );
}

function DayHead({ day, today }: { readonly day: Local; readonly today: Local }) {
  const { dayNumber, shortWeekday } = useFormats("UTC");
  return (
    <th scope="col" className={styles.day} data-today={day === today || undefined}>
      <span>
        <b>{dayNumber(day)}</b> {shortWeekday(day)}
      </span>
      <HowSoon target={{ kind: "date", date: day }} size={13} />
    </th>
  );
}
