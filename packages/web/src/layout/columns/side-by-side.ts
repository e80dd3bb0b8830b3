import { bottomOf, type DayItem, type Placement } from "./day-item.ts";

/** Returns the greatest number of events at one time, and so the columns they need. */
export function columnsNeeded(items: readonly DayItem[]): number {
  const ends = items.map(bottomOf).toSorted((a, b) => a - b);
  let [ended, most] = [0, 0];
  for (const [begun, { top }] of items.entries()) {
    while ((ends[ended] ?? Infinity) <= top) ended++;
    most = Math.max(most, begun + 1 - ended);
  }
  return most;
}

/**
 * Places events in columns of equal width that never overlap; an event is as wide as the free columns beside it allow.
 * The events are in order of their start. Those for whom all `columns` are taken are hidden.
 */
export function sideBySide(items: readonly DayItem[], width: number, columns: number): Placement {
  const filled: DayItem[][] = Array.from({ length: columns }, () => []);
  const hidden: DayItem[] = [];
  const columnOf = new Map<DayItem, number>();
  for (const item of items) {
    const free = filled.findIndex((column) => endOf(column) <= item.top);
    if (free === -1) hidden.push(item);
    else {
      filled[free]?.push(item);
      columnOf.set(item, free);
    }
  }
  const one = width / columns;
  const placed = [...columnOf].map(([item, column]) => {
    let to = column + 1;
    while (to < columns && isFree(filled[to] ?? [], item)) to++;
    return {
      key: item.key,
      top: item.top,
      height: item.height,
      left: column * one,
      width: (to - column) * one,
      visibleHeight: item.height,
    };
  });
  return { items: placed, hidden };
}

const endOf = (column: readonly DayItem[]): number => {
  const last = column.at(-1);
  return last ? bottomOf(last) : -Infinity;
};

type Extent = Pick<DayItem, "top" | "height">;

/** Returns whether nothing in a column, which is in order, takes place at the time of an event. */
export function isFree(column: readonly Extent[], { top, height }: Extent): boolean {
  let [from, to] = [0, column.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const it = column[middle];
    if (it && bottomOf(it) <= top) from = middle + 1;
    else to = middle;
  }
  return (column[from]?.top ?? Infinity) >= top + height;
}
