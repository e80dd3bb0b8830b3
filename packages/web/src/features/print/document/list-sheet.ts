import { addDays, asLocal, dayOf, type Local } from "@snart/calendar/time/local.ts";
import { breakColumns } from "../../../layout/paper/page-breaks.ts";
import type { SheetRoom } from "../../../layout/paper/paper-size.ts";
import { wrappedLines, type WidthOf } from "../../../layout/paper/wrapped-lines.ts";
import type { DayFacts } from "./day-facts.ts";
import type { SheetDays } from "./print-period.ts";
import type { PrintedItem } from "./printed-item.ts";

/** Units. */
const LIST = {
  head: 27,
  title: 15,
  line: 14,
  /** between rows */
  gap: 5,
  time: 84,
  /** the bar in the colour of the calendar, and the space around it */
  bar: 14,
  /** between columns */
  gutter: 22,
  /** a column is at least so wide, a line of words still easy to read */
  column: 330,
} as const;

/** An item of a day of the list. */
interface ListRow {
  readonly item: PrintedItem;
  readonly height: number;
}

/** A day of the list, or as much of it as fits into a column. */
export interface ListDay {
  readonly day: Local;
  /** "Christmas Day", or empty */
  readonly name: string;
  readonly rows: readonly ListRow[];
  readonly isContinued: boolean;
}

interface ListColumn {
  readonly days: readonly ListDay[];
}

/** The columns of one sheet. */
export interface ListSheet {
  readonly columns: readonly ListColumn[];
}

interface ListOptions {
  readonly room: SheetRoom;
  readonly facts: DayFacts;
  readonly widthOf: WidthOf;
  /** whether a named day (its number) stands there even if nothing takes place on it */
  readonly isNamed: (day: number) => boolean;
}

/** How many columns there are on a sheet, and how wide each is. */
export function listColumns(room: SheetRoom): { readonly count: number; readonly width: number } {
  const count = Math.max(1, Math.floor((room.width + LIST.gutter) / (LIST.column + LIST.gutter)));
  return { count, width: (room.width - (count - 1) * LIST.gutter) / count };
}

/**
 * Items day by day in columns, sheet after sheet. An earlier start stands under the first day; a longer event stands
 * under the day that it begins on.
 */
export function listSheets(
  { first, last }: SheetDays,
  items: readonly PrintedItem[],
  options: ListOptions,
): readonly ListSheet[] {
  const { count, width } = listColumns(options.room);
  const days = daysOf(first, last, items, options).map(({ day, name, items: its }) => ({
    day,
    name,
    rows: its.map((item) => ({ item, height: heightOf(item, width, options.widthOf) })),
  }));
  const columns = breakColumns(
    // A day that has but a name is as a row without height.
    days.map(({ rows }) => ({
      head: LIST.head,
      rows: rows.length > 0 ? rows.map(({ height }) => height) : [0],
    })),
    options.room.height,
  );
  const filled = columns.map((runs) => ({
    days: runs.flatMap(({ group, from, to, isContinued }) => {
      const day = days[group];
      return day ? [{ ...day, rows: day.rows.slice(from, to), isContinued }] : [];
    }),
  }));
  return Array.from({ length: Math.ceil(filled.length / count) }, (_, sheet) => ({
    columns: filled.slice(sheet * count, (sheet + 1) * count),
  }));
}

interface DayOfItems {
  readonly day: Local;
  readonly name: string;
  readonly items: readonly PrintedItem[];
}

function daysOf(
  first: Local,
  last: Local,
  items: readonly PrintedItem[],
  { facts, isNamed }: ListOptions,
): readonly DayOfItems[] {
  const [from, to] = [dayOf(first), dayOf(last)];
  const byDay = new Map<number, PrintedItem[]>();
  for (const item of items) {
    if (item.startDay > to || item.endDay <= from) continue;
    const day = Math.max(item.startDay, from);
    const known = byDay.get(day) ?? [];
    byDay.set(day, known);
    known.push(item);
  }
  return Array.from({ length: to - from + 1 }, (_, index) => from + index).flatMap((number) => {
    const its = byDay.get(number) ?? [];
    if (its.length === 0 && !isNamed(number)) return [];
    const day = addDays(asLocal(0), number);
    const name = facts.nameOf(day);
    if (its.length === 0 && !name) return [];
    return [{ day, name, items: its.toSorted((a, b) => a.order - b.order) }];
  });
}

/** Title, then place, guests and description, each on separate lines. */
function heightOf(item: PrintedItem, width: number, widthOf: WidthOf): number {
  const room = width - LIST.time - LIST.bar;
  const linesOf = (text: string): number => (text ? wrappedLines(text, room, widthOf) : 0);
  // The title is a little larger than the measured text.
  const title = wrappedLines([item.mark, item.title].filter(Boolean).join(" "), room * 0.9, widthOf);
  const rest = linesOf(item.place) + linesOf(item.guests) + linesOf(item.description);
  const hasUntil = item.endDay - item.startDay > 1 ? 1 : 0;
  return Math.max(title * LIST.title + rest * LIST.line, LIST.title + hasUntil * LIST.line) + LIST.gap;
}
