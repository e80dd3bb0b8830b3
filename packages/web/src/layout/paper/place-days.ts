import { placeLane, type LaneBar } from "../all-day-lane.ts";

/** An item below days: a bar across several, or as many lines as its words take in one. */
export interface PaperItem {
  readonly key: string;
  /** day numbers; `endDay` is exclusive */
  readonly startDay: number;
  readonly endDay: number;
  /** number of lines; a bar has one */
  readonly lines: number;
  /** items of a day are sorted by this */
  readonly order: number;
}

interface PlacedLines {
  readonly key: string;
  /** from 0 */
  readonly column: number;
  /** from 0, downwards */
  readonly row: number;
  readonly lines: number;
}

export interface PlacedDays {
  readonly bars: readonly LaneBar[];
  readonly singles: readonly PlacedLines[];
  /** per day the number of items without room; the last row is left for it */
  readonly hidden: readonly number[];
  /** the items without room, in the given order */
  readonly hiddenKeys: ReadonlySet<string>;
  /** the rows in use */
  readonly rows: number;
}

/** Days side by side. */
interface DayColumns {
  readonly fromDay: number;
  readonly columns: number;
}

/**
 * Writes the items of some days below them, in at most `capacity` rows. Bars over several days come first; a day's
 * own items follow in order, none before an earlier one. Items without room are counted on every day that they touch,
 * so that they can be listed elsewhere: paper can't be opened.
 */
export function placeDays(
  items: readonly PaperItem[],
  days: DayColumns,
  capacity = Number.POSITIVE_INFINITY,
): PlacedDays {
  const toDay = days.fromDay + days.columns;
  const inView = items.filter((it) => it.startDay < toDay && it.endDay > days.fromDay);
  const isBar = (it: PaperItem): boolean => it.endDay - it.startDay > 1;
  const { bars } = placeLane(inView.filter(isBar), { fromDay: days.fromDay, toDay });
  const columns = columnsOf(
    inView.filter((it) => !isBar(it)),
    days,
  );
  const whole = fill(bars, columns, () => capacity);
  if (whole.hiddenKeys.size === 0) return whole;
  // A day that is too full says so in its last row, and so has one row less.
  const kept = bars.filter((bar) => bar.row < capacity - 1);
  const lost = bars.filter((bar) => bar.row >= capacity - 1);
  const isFull = columns.map(
    (_, column) => (whole.hidden[column] ?? 0) > 0 || lost.some((bar) => covers(bar, column)),
  );
  const placed = fill(kept, columns, (column) => (isFull[column] ? capacity - 1 : capacity));
  return {
    ...placed,
    hidden: placed.hidden.map((count, column) => count + lost.filter((bar) => covers(bar, column)).length),
    hiddenKeys: new Set([...lost.map(({ key }) => key), ...placed.hiddenKeys]),
  };
}

const covers = (bar: LaneBar, column: number): boolean => bar.fromColumn <= column && column < bar.toColumn;

function columnsOf(items: readonly PaperItem[], { fromDay, columns }: DayColumns): PaperItem[][] {
  const found: PaperItem[][] = Array.from({ length: columns }, () => []);
  for (const item of items) found[item.startDay - fromDay]?.push(item);
  return found.map((day) => day.toSorted((a, b) => a.order - b.order || (a.key < b.key ? -1 : 1)));
}

function fill(
  bars: readonly LaneBar[],
  columns: readonly (readonly PaperItem[])[],
  capacityOf: (column: number) => number,
): PlacedDays {
  const shown = bars.filter((bar) => {
    for (let column = bar.fromColumn; column < bar.toColumn; column++)
      if (bar.row >= capacityOf(column)) return false;
    return true;
  });
  const singles: PlacedLines[] = [];
  const hiddenKeys = new Set(bars.filter((bar) => !shown.includes(bar)).map(({ key }) => key));
  let rows = Math.max(0, ...shown.map(({ row }) => row + 1));
  const hidden = columns.map((items, column) => {
    const taken = new Set(shown.filter((bar) => covers(bar, column)).map(({ row }) => row));
    let lost = bars.filter((bar) => covers(bar, column) && !shown.includes(bar)).length;
    let next = 0;
    for (const { key, lines } of items) {
      const row = freeRun(taken, next, lines);
      if (lost > 0 || row + lines > capacityOf(column)) {
        lost++;
        hiddenKeys.add(key);
        continue;
      }
      singles.push({ key, column, row, lines });
      next = row + lines;
      rows = Math.max(rows, next);
    }
    return lost;
  });
  return { bars: shown, singles, hidden, hiddenKeys, rows };
}

/** The first free run of this many rows, from a row on. */
function freeRun(taken: ReadonlySet<number>, from: number, lines: number): number {
  let row = from;
  for (let free = 0; free < lines;) {
    if (taken.has(row + free)) {
      row += free + 1;
      free = 0;
    } else free++;
  }
  return row;
}
