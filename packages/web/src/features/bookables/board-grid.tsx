import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { useRef, useState, type KeyboardEvent } from "react";
import { clockNow } from "../../i18n/clock.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import type { AskedTime } from "./asked-time.ts";
import {
  firstAt,
  isAtOnce,
  isInTime,
  likelyHousehold,
  moved,
  type At,
  type Board,
  type Cell,
} from "./model.ts";
import { useRow } from "./rows/use-row.ts";
import { RowSaid } from "./rows/row-said.tsx";
import { SlotCell } from "./slot-cell.tsx";
import { useBookingActs } from "./use-booking-acts.ts";
import { zoneOf, type Bookings } from "./use-bookings.ts";
import { useWaitActs } from "./waiting/use-wait-acts.ts";
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
  const [chosen, setChosen] = useState<At>();
  const grid = useRef<HTMLTableElement>(null);
  const at = chosen && seen.cells[chosen.day]?.[chosen.row] ? chosen : firstAt(seen);
  const act = useCellKeys(bookable, rest);
  const inRow = useRow(bookable, rest.known.boards.get(bookable.id));
  const t = useMessages();
  const formats = useFormats("UTC");
  // Of another week or day nobody knows whether an earlier one is free.
  const next = board.days.includes(today) ? firstFree(board.cells) : undefined;
  const onKey = (event: KeyboardEvent, cell: Cell): void => {
    const upTo = inRow.upTo(cell);
    if (inRow.key(event, cell)) return event.preventDefault();
    if (event.key === "Enter" && upTo !== undefined) {
      event.preventDefault();
      return rest.onAsk({ bookable, start: cell.start, end: cell.end, slot: cell.slot, upTo });
    }
    const to = at && moved(seen, at, event.key);
    if (to) {
      event.preventDefault();
      setChosen(to);
      grid.current?.querySelector<HTMLElement>(`[data-at="${to.day} ${to.row}"]`)?.focus();
    } else if (act.key(event.key, cell)) event.preventDefault();
  };
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
                        onFocus={() => setChosen({ day, row })}
                        onKey={onKey}
                        onPress={act.press}
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

/** Whether more than one slot can be booked in one go. */
const canChoose = ({ rules }: BookableRecord): boolean =>
  rules?.mode === "free" || (rules?.lengths?.maxPasses ?? 1) > 1;

/** The free slot that begins first. */
const firstFree = (cells: readonly (readonly (Cell | undefined)[])[]): Cell | undefined =>
  cells
    .flat()
    .filter((cell) => cell !== undefined)
    .filter(({ slot }) => isAtOnce(slot))
    .toSorted((a, b) => a.start - b.start)[0];

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

/** What pressing and keys do to a slot. */
function useCellKeys(
  bookable: BookableRecord,
  { accountId, bookings, known, onAsk }: Pick<BoardGridProps, "accountId" | "bookings" | "known" | "onAsk">,
) {
  const acts = useBookingActs(accountId, bookable, bookings, (wish, refusal) =>
    onAsk({ bookable, start: wish.start, end: wish.end, partyId: wish.partyId, refusal }),
  );
  const waitActs = useWaitActs(accountId, bookable, bookings);
  const wait = ({ start, end, slot }: Cell): boolean => {
    const isTaken = slot.state === "taken" || slot.state === "held";
    if (slot.wait) void waitActs.leave(slot.wait);
    else if (isTaken && bookable.rules?.waitlist)
      void waitActs.join({
        start,
        end,
        partyId: likelyHousehold(bookings.households, known.bookings, accountId),
      });
    return slot.wait !== undefined || isTaken;
  };
  const press = ({ start, end, slot }: Cell): void => onAsk({ bookable, start, end, slot });
  const key = (name: string, cell: Cell): boolean => {
    const { slot, start, end } = cell;
    const own = known.bookings.find(({ id }) => id === slot.bookingId);
    if (name === "Enter" && isAtOnce(slot) && bookings.households.length < 2)
      void acts.book({ bookable, start, end, partyId: null });
    else if ((name === "Delete" || name === "Backspace") && own) {
      // Too late to cancel in time: the sheet says what that means first.
      if (isInTime(own, clockNow())) void acts.cancel(own);
      else press(cell);
    } else if (name === "?" || name === "Enter") press(cell);
    else return name.toLowerCase() === "w" && wait(cell);
    return true;
  };
  return { press, key };
}
