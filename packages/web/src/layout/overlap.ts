import { cascade } from "./columns/cascade.ts";
import { bottomOf, TITLE_HEIGHT, type DayItem, type PlacedItem, type Placement } from "./columns/day-item.ts";
import { columnsNeeded, isFree, sideBySide } from "./columns/side-by-side.ts";

/** Represents events that found no room, in a place where nothing else is drawn. */
export interface MoreItem {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly keys: readonly string[];
}

interface DayPlacement {
  /** in order of time; of two that overlap, the later lies on top */
  readonly items: readonly PlacedItem[];
  readonly more: readonly MoreItem[];
}

interface OverlapMetrics {
  /** room for events in the column */
  readonly width: number;
  /** events that start less than this apart share the width: 30 minutes */
  readonly shareWithin: number;
  /** the least width of an event beside others: a day by itself draws narrower ones rather than leave any out */
  readonly least?: number;
}

/** From here on events stand side by side rather than on each other, px. */
const WIDE = 240;
const LEAST = 64;
const GAP = 2;
const moreWidth = (width: number): number => (width < WIDE ? 26 : 44);

/**
 * Places the events of one day (docs/design.md §4.3). What takes place at the same time decides: events are on each
 * other in a narrow day and side by side in a wide one. If there is no room for all, some of them become "+2" in a
 * column of its own. Each event is drawn, or counted in exactly one "+2".
 */
export function placeDay(items: readonly DayItem[], metrics: OverlapMetrics): DayPlacement {
  const placed = runsOf(items).map((run) => placeRun(run, metrics));
  return { items: placed.flatMap((it) => it.items), more: placed.flatMap((it) => it.more) };
}

/** Splits the events where nothing takes place. */
function runsOf(items: readonly DayItem[]): DayItem[][] {
  const runs: DayItem[][] = [];
  let end = -Infinity;
  for (const item of inOrder(items)) {
    if (item.top >= end) runs.push([]);
    runs.at(-1)?.push(item);
    end = Math.max(end, bottomOf(item));
  }
  return runs;
}

const inOrder = (items: readonly DayItem[]): DayItem[] =>
  items.toSorted(
    (a, b) =>
      a.top - b.top ||
      Number(b.isLow ?? false) - Number(a.isLow ?? false) ||
      b.height - a.height ||
      (a.key < b.key ? -1 : 1),
  );

function placeRun(
  run: readonly DayItem[],
  { width, shareWithin, least = LEAST }: OverlapMetrics,
): DayPlacement {
  const share = Math.max(shareWithin, TITLE_HEIGHT);
  if (width < WIDE) {
    const whole = cascade(run, { width, shareWithin: share });
    if (whole.hidden.length === 0) return { items: whole.items, more: [] };
  }
  const needed = columnsNeeded(run);
  if (needed === 1 || width / needed >= least)
    return { items: sideBySide(run, width, needed).items, more: [] };
  const room = Math.max(1, width - moreWidth(width) - GAP);
  const isNarrow = width < WIDE && least >= LEAST;
  return withMore(
    isNarrow
      ? cascade(run, { width: room, shareWithin: share })
      : sideBySide(run, room, Math.max(1, Math.floor(room / least))),
    width,
  );
}

/** Adds a "+2" per time at which events are hidden. Events at another time use its room. */
function withMore({ items, hidden }: Placement, width: number): DayPlacement {
  const [left, room] = [width - moreWidth(width), width - moreWidth(width) - GAP];
  const more = runsOf(hidden).map((run) => {
    const top = run[0]?.top ?? 0;
    const height = Math.max(...run.map(bottomOf)) - top;
    return { left, top, width: width - left, height, keys: run.map((item) => item.key) };
  });
  const widened = items.map((box) => {
    const reachesEdge = box.left + box.width > room - 0.01;
    return reachesEdge && isFree(more, box) ? { ...box, width: width - box.left } : box;
  });
  return { items: widened, more };
}
