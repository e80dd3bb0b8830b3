import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { useRef, useState, type KeyboardEvent } from "react";
import { clockNow } from "../../../i18n/clock.ts";
import type { AskedTime } from "../asked-time.ts";
import {
  firstAt,
  isAtOnce,
  isInTime,
  likelyHousehold,
  moved,
  type At,
  type Board,
  type Cell,
} from "../model.ts";
import { useBookingActs } from "../use-booking-acts.ts";
import type { Bookings } from "../use-bookings.ts";
import { useWaitActs } from "../waiting/use-wait-acts.ts";
import { useRow, type Lengthening } from "./use-row.ts";

interface GridKeysProps {
  readonly accountId: string;
  readonly bookings: Bookings;
  readonly known: NonNullable<Bookings["known"]>;
  readonly bookable: BookableRecord;
  /** its fields: across, then down */
  readonly seen: Pick<Board, "cells">;
  /** absent: times go down, and so do the arrows that take the next one along */
  readonly along?: Lengthening;
  /** the field that Tab reaches; absent: the first free one across */
  readonly start?: At | undefined;
  readonly onAsk: (asked: AskedTime) => void;
}

/** Arrows move, Shift with one takes the next time along, Enter books or opens the sheet, Delete cancels, W joins or leaves the waiting list, ? says why not. */
export function useGridKeys({ bookable, seen, along, start, ...rest }: GridKeysProps) {
  const [chosen, choose] = useState<At>();
  const grid = useRef<HTMLTableElement>(null);
  const at = chosen && seen.cells[chosen.day]?.[chosen.row] ? chosen : (start ?? firstAt(seen));
  const act = useCellKeys(bookable, rest);
  const inRow = useRow(bookable, rest.known.boards.get(bookable.id), along);
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
      choose(to);
      grid.current?.querySelector<HTMLElement>(`[data-at="${to.day} ${to.row}"]`)?.focus();
    } else if (act.key(event.key, cell)) event.preventDefault();
  };
  return { grid, at, inRow, choose, onKey, press: act.press };
}

/** What pressing and keys do to a slot. */
function useCellKeys(
  bookable: BookableRecord,
  { accountId, bookings, known, onAsk }: Omit<GridKeysProps, "bookable" | "seen" | "along" | "start">,
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
