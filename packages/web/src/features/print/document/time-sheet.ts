import { addDays, dayOf, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { placeDay, type MoreItem } from "../../../layout/overlap.ts";
import { hoursShown, type HourSpan } from "../../../layout/paper/hours-shown.ts";
import { placeDays, type PaperItem, type PlacedDays } from "../../../layout/paper/place-days.ts";
import type { SheetRoom } from "../../../layout/paper/paper-size.ts";
import { wrappedLines, type WidthOf } from "../../../layout/paper/wrapped-lines.ts";
import { contentsOf } from "../../../grid/day-contents.ts";
import { blockText, type BlockText } from "./block-text.ts";
import type { SheetDays } from "./print-period.ts";
import { hasMore, titleAndPlace, type PrintedItem } from "./printed-item.ts";

/** Units. */
export const TIMES = {
  head: 34,
  /** of a day that is alone: it stands in the title, and here only its name */
  headAlone: 15,
  row: 14,
  gutter: 34,
  padding: 9,
  /** beneath the lane of whole days */
  laneFoot: 4,
  /** a block is at least as high as a line */
  leastBlock: 15,
  /** between columns */
  gap: 3,
} as const;
/** Whole days take no more of the sheet than this; the rest of them stand in the list. */
const MOST_LANE = 0.4;
const MOST_LINES = 4;

/** A part of an event on one day, units from the top of the hours. */
export interface TimeBlock {
  readonly key: string;
  readonly item: PrintedItem;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly text: BlockText;
}

interface TimeColumn {
  readonly day: Local;
  readonly blocks: readonly TimeBlock[];
  readonly more: readonly MoreItem[];
}

/** A day or a week by the hour. */
export interface TimeSheet {
  readonly lane: PlacedDays;
  readonly headHeight: number;
  readonly laneHeight: number;
  readonly hours: HourSpan;
  readonly hourHeight: number;
  readonly columnWidth: number;
  readonly columns: readonly TimeColumn[];
  /** the items that are not shown in full, in the given order */
  readonly rest: readonly PrintedItem[];
}

interface TimeOptions {
  readonly room: SheetRoom;
  readonly zone: Zone;
  readonly widthOf: WidthOf;
}

/** Days by the hour: whole days above, and the hours that have events in them. */
export function timeSheet(
  { first, last }: SheetDays,
  all: readonly PrintedItem[],
  { room, zone, widthOf }: TimeOptions,
): TimeSheet {
  const [fromDay, count] = [dayOf(first), dayOf(last) - dayOf(first) + 1];
  const items = all.filter((it) => it.startDay < fromDay + count && it.endDay > fromDay);
  const byKey = new Map(items.map((it) => [it.key, it]));
  const days = Array.from({ length: count }, (_, index) => addDays(first, index));
  const columnWidth = (room.width - TIMES.gutter) / count;
  const cut = new Set<string>();
  const { lane, laneHeight } = laneOf(items, fromDay, count, columnWidth, room, widthOf, cut);
  const { days: segments } = contentsOf(
    items.filter((it) => !it.isBar).map((it) => it.occurrence),
    days,
    zone,
  );
  const hours = hoursShown(segments.flat());
  const headHeight = count === 1 ? TIMES.headAlone : TIMES.head;
  const hourHeight = (room.height - headHeight - laneHeight) / (hours.to - hours.from);
  const columns = days.map((day, index) => {
    const placed = placeDay(
      (segments[index] ?? []).map(({ occurrence, from, to }) => ({
        key: occurrence.key,
        top: (from / 60 - hours.from) * hourHeight,
        height: Math.max(((to - from) / 60) * hourHeight, TIMES.leastBlock),
      })),
      { width: columnWidth - TIMES.gap, shareWithin: hourHeight / 2 },
    );
    const blocks = placed.items.flatMap((box) => {
      const item = byKey.get(box.key);
      if (!item) return [];
      const inner = { width: box.width - TIMES.padding - TIMES.gap, height: box.visibleHeight };
      const text = blockText(item, inner, widthOf);
      if (!text.isWhole) cut.add(box.key);
      return [{ ...box, item, text }];
    });
    for (const key of placed.more.flatMap((more) => more.keys)) cut.add(key);
    return { day, blocks, more: placed.more };
  });
  const rest = items.filter(({ key }) => lane.hiddenKeys.has(key) || cut.has(key));
  return { lane, headHeight, laneHeight, hours, hourHeight, columnWidth, columns, rest };
}

function laneOf(
  items: readonly PrintedItem[],
  fromDay: number,
  columns: number,
  width: number,
  room: SheetRoom,
  widthOf: WidthOf,
  cut: Set<string>,
): { readonly lane: PlacedDays; readonly laneHeight: number } {
  const lines = items
    .filter((it) => it.isBar)
    .map((it) => laneItem(it, fromDay, columns, width, widthOf, cut));
  const capacity = Math.max(1, Math.floor((room.height * MOST_LANE) / TIMES.row));
  const lane = placeDays(lines, { fromDay, columns }, capacity);
  const rows = lane.hiddenKeys.size > 0 ? capacity : lane.rows;
  return { lane, laneHeight: rows === 0 ? 0 : rows * TIMES.row + TIMES.laneFoot };
}

function laneItem(
  item: PrintedItem,
  fromDay: number,
  columns: number,
  width: number,
  widthOf: WidthOf,
  cut: Set<string>,
): PaperItem {
  const startDay = Math.max(item.startDay, fromDay);
  const endDay = Math.min(item.endDay, fromDay + columns);
  const text = [item.mark, item.start, titleAndPlace(item)].filter(Boolean).join(" ");
  const needed = wrappedLines(text, (endDay - startDay) * width - TIMES.padding - 4, widthOf);
  const most = endDay - startDay > 1 ? 1 : MOST_LINES;
  if (needed > most || hasMore(item)) cut.add(item.key);
  return { key: item.key, startDay, endDay, lines: Math.min(needed, most), order: 0 };
}
