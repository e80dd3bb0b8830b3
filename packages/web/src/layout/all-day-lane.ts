/** An item that lasts whole days. */
export interface LaneItem {
  readonly key: string;
  /** day numbers; `endDay` is exclusive */
  readonly startDay: number;
  readonly endDay: number;
  /** red days come first */
  readonly isRed?: boolean;
}

/** A bar across the days of a view. */
export interface LaneBar {
  readonly key: string;
  /** from 0, downwards */
  readonly row: number;
  /** columns of the view; `toColumn` is exclusive */
  readonly fromColumn: number;
  readonly toColumn: number;
  readonly continuesBefore: boolean;
  readonly continuesAfter: boolean;
}

interface LanePlacement {
  readonly bars: readonly LaneBar[];
  readonly rows: number;
}

/** The days on screen; `toDay` is exclusive. */
interface DaySpan {
  readonly fromDay: number;
  readonly toDay: number;
}

/** Red days, then the longest, then the earliest (docs/design.md §4.5). */
const inOrder = (items: readonly LaneItem[]): LaneItem[] =>
  items.toSorted(
    (a, b) =>
      Number(b.isRed ?? false) - Number(a.isRed ?? false) ||
      b.endDay - b.startDay - (a.endDay - a.startDay) ||
      a.startDay - b.startDay ||
      (a.key < b.key ? -1 : 1),
  );

/**
 * Puts whole-day items into the fewest rows that the order allows: each takes the highest row that is free for it.
 */
export function placeLane(items: readonly LaneItem[], { fromDay, toDay }: DaySpan): LanePlacement {
  const taken: boolean[][] = [];
  const bars: LaneBar[] = [];
  for (const item of inOrder(items)) {
    if (item.startDay >= toDay || item.endDay <= fromDay) continue;
    const fromColumn = Math.max(item.startDay, fromDay) - fromDay;
    const toColumn = Math.min(Math.max(item.endDay, item.startDay + 1), toDay) - fromDay;
    const row = freeRow(taken, fromColumn, toColumn);
    const { key } = item;
    bars.push({
      key,
      row,
      fromColumn,
      toColumn,
      continuesBefore: item.startDay < fromDay,
      continuesAfter: item.endDay > toDay,
    });
  }
  return { bars, rows: taken.length };
}

function freeRow(taken: boolean[][], from: number, to: number): number {
  let row = 0;
  while (taken[row]?.slice(from, to).includes(true)) row++;
  const cells = (taken[row] ??= []);
  for (let column = from; column < to; column++) cells[column] = true;
  return row;
}
