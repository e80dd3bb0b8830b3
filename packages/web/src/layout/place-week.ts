import { placeLane, type LaneBar, type LaneItem } from "./all-day-lane.ts";

const DAYS = 7;

/** An item in a week of the month: a bar across its days, or one line in its first. */
export interface WeekItem extends LaneItem {
  readonly isLine: boolean;
  /** lines of a day are sorted by this */
  readonly order: number;
}

/** A line of a day. */
interface WeekLine {
  readonly key: string;
  /** 0–6 */
  readonly column: number;
  /** from 0, downwards */
  readonly row: number;
}

/** The positions of everything in a week. */
interface PlacedWeek {
  readonly bars: readonly LaneBar[];
  readonly lines: readonly WeekLine[];
  /** per day the number of items without room, shown as "+n more" in the last row */
  readonly hidden: readonly number[];
}

/**
 * Places a week of the month in `rows` rows a day. Bars come first and keep their row over all their days; lines fill
 * the rows between them. If a day has too many items its last row is left for "+n more"; a bar without room on one of
 * its days is counted on all of them, so that it is never drawn in pieces.
 */
export function placeWeek(items: readonly WeekItem[], fromDay: number, rows: number): PlacedWeek {
  const week = { fromDay, toDay: fromDay + DAYS };
  const { bars } = placeLane(
    items.filter((item) => !item.isLine),
    week,
  );
  const lines = linesByColumn(items, fromDay);
  const lineCounts = lines.map((day) => day.length);
  const shown = barsWithRoom(bars, lineCounts, rows);
  const placed: WeekLine[] = [];
  const hidden = lines.map((day, column) => {
    const kept = rowsLeft(bars, shown, day.length, column, rows);
    const free = freeRows(shown, column, kept);
    for (const [index, row] of free.entries()) {
      const line = day[index];
      if (line) placed.push({ key: line.key, column, row });
    }
    const lost = bars.filter((bar) => covers(bar, column) && !shown.includes(bar)).length;
    return lost + Math.max(0, day.length - free.length);
  });
  return { bars: shown, lines: placed, hidden };
}

const covers = (bar: LaneBar, column: number): boolean => bar.fromColumn <= column && column < bar.toColumn;

function linesByColumn(items: readonly WeekItem[], fromDay: number): WeekItem[][] {
  const columns: WeekItem[][] = Array.from({ length: DAYS }, () => []);
  for (const item of items) if (item.isLine) columns[item.startDay - fromDay]?.push(item);
  return columns.map((day) => day.toSorted((a, b) => a.order - b.order || (a.key < b.key ? -1 : 1)));
}

/** Drops bars until each remaining one has its row on all its days. It ends because bars are only ever removed. */
function barsWithRoom(
  bars: readonly LaneBar[],
  lineCounts: readonly number[],
  rows: number,
): readonly LaneBar[] {
  let shown = bars.filter((bar) => bar.row < rows);
  for (;;) {
    const limits = lineCounts.map((count, column) => rowsLeft(bars, shown, count, column, rows));
    const next = shown.filter((bar) =>
      limits.every((limit, column) => !covers(bar, column) || bar.row < limit),
    );
    if (next.length === shown.length) return shown;
    shown = next;
  }
}

/** The usable rows of a day: all, or all but the last if "+n more" needs it. */
function rowsLeft(
  bars: readonly LaneBar[],
  shown: readonly LaneBar[],
  lineCount: number,
  column: number,
  rows: number,
): number {
  const all = bars.filter((bar) => covers(bar, column)).length;
  const drawn = shown.filter((bar) => covers(bar, column)).length;
  const isFull = drawn < all || drawn + lineCount > rows;
  return Math.max(0, isFull ? rows - 1 : rows);
}

function freeRows(shown: readonly LaneBar[], column: number, limit: number): number[] {
  const taken = new Set(shown.filter((bar) => covers(bar, column)).map((bar) => bar.row));
  return Array.from({ length: limit }, (_, row) => row).filter((row) => !taken.has(row));
}
