import { addDays, asLocal, dayOf, startOfWeek, weekday, type Local } from "@snart/calendar/time/local.ts";
import { placeDays, type PaperItem, type PlacedDays } from "../../../layout/paper/place-days.ts";
import type { SheetRoom } from "../../../layout/paper/paper-size.ts";
import { shareHeight } from "../../../layout/paper/share-height.ts";
import { wrappedLines, type WidthOf } from "../../../layout/paper/wrapped-lines.ts";
import type { DayFacts } from "./day-facts.ts";
import type { SheetDays } from "./print-period.ts";
import { hasMore, titleAndPlace, type PrintedItem } from "./printed-item.ts";

/** Units. */
export const MONTH = {
  weekdays: 17,
  day: 19,
  row: 14,
  gutter: 26,
  /** beside the words of a line, a block, a bar */
  padding: { line: 11, block: 12, bar: 16 },
  /** beneath the last row of a day */
  foot: 3,
} as const;
/** An item takes no more lines; the text that does not fit them stands in the list. */
const MOST_LINES = 4;
/** No week is lower than its days' numbers and one row. */
const LEAST = MONTH.day + MONTH.row + MONTH.foot;

export interface MonthWeek {
  readonly monday: Local;
  /** units */
  readonly height: number;
  readonly placed: PlacedDays;
}

export interface MonthSheet {
  readonly weeks: readonly MonthWeek[];
  /** the items that are not shown in full, in the given order */
  readonly rest: readonly PrintedItem[];
  /** the numbers of days whose names find no room */
  readonly restNames: ReadonlySet<number>;
  /** how much smaller it is written than usual, 0–1 */
  readonly scale: number;
}

interface MonthOptions {
  readonly room: SheetRoom;
  readonly hasWeeks: boolean;
  readonly facts: DayFacts;
  readonly widthOf: WidthOf;
  /** smaller sizes to try before anything has to stand elsewhere */
  readonly scales: readonly number[];
}

/** The key of a named day among the items of a month. */
export const nameKey = (day: number): string => `named ${day}`;

/**
 * A month as a grid of whole weeks. A full week is taller than an empty one; if the sheet is too small for everything
 * even in the smallest size, `rest` names the others for a list.
 */
export function monthSheet(
  sheet: SheetDays,
  items: readonly PrintedItem[],
  options: MonthOptions,
): MonthSheet {
  let smallest: MonthSheet | undefined;
  for (const scale of options.scales) {
    smallest = atScale(sheet, items, options, scale);
    const isWhole = smallest.weeks.every(({ placed }) => placed.hiddenKeys.size === 0);
    if (isWhole) return smallest;
  }
  return smallest ?? { weeks: [], rest: items, restNames: new Set(), scale: 1 };
}

/** The weeks that a month has days in, by their Mondays. */
function mondaysOf({ first, last }: SheetDays): readonly Local[] {
  const mondays: Local[] = [];
  for (let monday = startOfWeek(first); monday <= last; monday = addDays(monday, 7)) mondays.push(monday);
  return mondays;
}

function atScale(
  sheet: SheetDays,
  items: readonly PrintedItem[],
  { room, hasWeeks, facts, widthOf }: MonthOptions,
  scale: number,
): MonthSheet {
  const width = (room.width / scale - (hasWeeks ? MONTH.gutter : 0)) / 7;
  const mondays = mondaysOf(sheet);
  const cut = new Set<string>();
  const lines = items.map((item) => paperItem(item, width, widthOf, cut));
  const names = mondays.flatMap((monday) => namesOf(monday, facts, width, widthOf));
  const all = [...names, ...lines];
  const needs = mondays.map((monday) => LEAST - MONTH.row + placeDays(all, weekOf(monday)).rows * MONTH.row);
  const heights = shareHeight(needs, room.height / scale - MONTH.weekdays, LEAST);
  const weeks = mondays.map((monday, index) => {
    const height = heights[index] ?? LEAST;
    // A hair is lost in sharing.
    const capacity = Math.floor((height - MONTH.day - MONTH.foot + 0.01) / MONTH.row);
    return { monday, height, placed: placeDays(all, weekOf(monday), Math.max(1, capacity)) };
  });
  const hidden = new Set(weeks.flatMap(({ placed }) => [...placed.hiddenKeys]));
  const shown = { from: dayOf(mondays[0] ?? sheet.first), to: dayOf(mondays.at(-1) ?? sheet.first) + 7 };
  const rest = items.filter(
    (item) =>
      item.startDay < shown.to &&
      item.endDay > shown.from &&
      (hidden.has(item.key) || cut.has(item.key) || hasMore(item)),
  );
  const restNames = new Set(
    mondays
      .flatMap((monday) => Array.from({ length: 7 }, (_, index) => dayOf(monday) + index))
      .filter((day) => hidden.has(nameKey(day))),
  );
  return { weeks, rest, restNames, scale };
}

const weekOf = (monday: Local): { readonly fromDay: number; readonly columns: number } => ({
  fromDay: dayOf(monday),
  columns: 7,
});

function paperItem(item: PrintedItem, width: number, widthOf: WidthOf, cut: Set<string>): PaperItem {
  const { key, order } = item;
  // An event that goes on past midnight is one line, in the day that it begins on.
  const endDay = item.isBar ? item.endDay : item.startDay + 1;
  const days = endDay - item.startDay;
  const text = [item.mark, item.start, titleAndPlace(item)].filter(Boolean).join(" ");
  const { line, block, bar } = MONTH.padding;
  const padding = days > 1 ? bar : item.isBar ? block : line;
  const needed = wrappedLines(text, widestRun(item.startDay, days) * width - padding, widthOf);
  const most = days > 1 ? 1 : MOST_LINES;
  if (needed > most) cut.add(key);
  return { key, startDay: item.startDay, endDay, lines: Math.min(needed, most), order };
}

/** The most days side by side that a bar gets where it is broken by weeks. */
function widestRun(startDay: number, days: number): number {
  const inFirst = Math.min(days, 8 - weekday(addDays(asLocal(0), startDay)));
  return Math.max(inFirst, Math.min(7, days - inFirst));
}

function namesOf(monday: Local, facts: DayFacts, width: number, widthOf: WidthOf): PaperItem[] {
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index)).flatMap((day) => {
    const name = facts.nameOf(day);
    if (!name) return [];
    const lines = Math.min(wrappedLines(name, width - MONTH.padding.line, widthOf), MOST_LINES);
    const number = dayOf(day);
    return [
      { key: nameKey(number), startDay: number, endDay: number + 1, lines, order: Number.NEGATIVE_INFINITY },
    ];
  });
}
