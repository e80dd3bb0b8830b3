import type { BoardSlotRecord } from "@snart/calendar/jmap/booking.ts";
import { HOUR } from "@snart/calendar/time/instant.ts";
import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { dayOf, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { Check } from "lucide-react";
import { useNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { clockText } from "../clock-text.ts";
import { boardOf, shownState, type Cell } from "../model.ts";
import styles from "./mini-board.module.css";

interface MiniBoardProps {
  readonly label: string;
  readonly slots: readonly BoardSlotRecord[];
  readonly zone: Zone;
  readonly monday: Local;
  /** the time that is asked about */
  readonly asked?: { readonly start: number; readonly end: number } | undefined;
  /** what pressing a slot does; absent: nothing */
  readonly onPress?: (cell: Cell) => void;
}

/** More rows than these are thinned out to full hours. */
const MOST_ROWS = 16;

/** A week in small: what can be booked, by shape and word. */
export function MiniBoard({ label, slots, zone, monday, asked, onPress }: MiniBoardProps) {
  const t = useMessages();
  const formats = useFormats("UTC");
  const { weekInText, dayNumber, shortWeekday } = formats;
  const today = dayOf(zone.toLocal(useNow()));
  const board = boardOf(slots, zone, monday);
  const isDense = board.rows.length > MOST_ROWS;
  return (
    <table className={styles.board} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{weekInText(isoWeek(monday).week)}</th>
          {board.days.map((day) => (
            <th key={day} scope="col" data-today={dayOf(day) === today || undefined}>
              <b>{dayNumber(day)}</b> <span>{shortWeekday(day)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {board.rows.map(({ key, from, to }, row) =>
          isDense && from % HOUR !== 0 ? null : (
            <tr key={key}>
              <th scope="row">{clockText(from, to, formats)}</th>
              {board.cells.map((cells, day) => (
                <td key={day}>
                  <MiniCell
                    cell={cells[row]}
                    isAsked={cells[row]?.start === asked?.start && cells[row]?.end === asked?.end}
                    none={t("bookables.noSlot")}
                    onPress={onPress}
                  />
                </td>
              ))}
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

interface MiniCellProps {
  readonly cell: Cell | undefined;
  readonly isAsked: boolean;
  readonly none: string;
  readonly onPress: ((cell: Cell) => void) | undefined;
}

function MiniCell({ cell, isAsked, none, onPress }: MiniCellProps) {
  const t = useMessages();
  if (!cell)
    return (
      <span className={styles.cell} data-state="none">
        <span className="visually-hidden">{none}</span>
      </span>
    );
  const state = shownState(cell.slot);
  const inside = (
    <>
      {state === "free" ? <Check size={13} strokeWidth={2.4} aria-hidden /> : null}
      <span className="visually-hidden">{t("bookables.state", { state })}</span>
    </>
  );
  if (!onPress)
    return (
      <span className={styles.cell} data-state={state}>
        {inside}
      </span>
    );
  return (
    <button
      type="button"
      className={styles.cell}
      data-state={state}
      data-asked={isAsked || undefined}
      title={t("bookables.state", { state })}
      onClick={() => onPress(cell)}
    >
      {inside}
    </button>
  );
}
