import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { useState, type KeyboardEvent } from "react";
import { endChoices } from "../end-choices.ts";
import { shownState, type Cell, type SeenSlot } from "../model.ts";
import { zoneOf } from "../use-bookings.ts";

/** More than one slot of a board in a row. */
interface Row {
  readonly first: Cell;
  readonly end: number;
}

interface BoardRow {
  /** Until when what begins with a slot is chosen; undefined: nothing is. */
  readonly upTo: (cell: Cell) => number | undefined;
  readonly isChosen: (cell: Cell) => boolean;
  /** What is chosen. */
  readonly chosen: Row | undefined;
  /** @returns whether the key was one that chooses */
  readonly key: (event: KeyboardEvent, cell: Cell) => boolean;
}

/** Which arrows lengthen and shorten what is chosen. */
export type Lengthening = Readonly<Record<string, 1 | -1>>;
const DOWN: Lengthening = { ArrowDown: 1, ArrowUp: -1 };

/** Shift with an arrow takes the next free time of a thing along, or leaves it out again, as far as the rules let one book it whole. */
export function useRow(
  bookable: BookableRecord,
  slots: readonly SeenSlot[] = [],
  steps: Lengthening = DOWN,
): BoardRow {
  const [row, setRow] = useState<Row>();
  const key = (event: KeyboardEvent, cell: Cell): boolean => {
    const by = event.shiftKey ? steps[event.key] : undefined;
    if (by === undefined || !bookable.rules || shownState(cell.slot) !== "free") {
      if (event.key.startsWith("Arrow") || event.key === "Escape") setRow(undefined);
      return event.key === "Escape" && row !== undefined;
    }
    const ends = endChoices(bookable.rules, cell, zoneOf(bookable), slots);
    const now = row?.first.start === cell.start ? ends.indexOf(row.end) : 0;
    const end = ends[Math.min(Math.max(now + by, 0), ends.length - 1)] ?? cell.end;
    setRow(end === cell.end ? undefined : { first: cell, end });
    return true;
  };
  return {
    chosen: row,
    upTo: (cell) => (row?.first.start === cell.start ? row.end : undefined),
    isChosen: ({ start }) => row !== undefined && row.first.start <= start && start < row.end,
    key,
  };
}
