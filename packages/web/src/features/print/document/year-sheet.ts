import {
  addDays,
  dayOf,
  fieldsOfLocal,
  localFromFields,
  weekday,
  type Local,
} from "@snart/calendar/time/local.ts";
import { placeLane, type LaneBar } from "../../../layout/all-day-lane.ts";
import type { SheetRoom } from "../../../layout/paper/paper-size.ts";
import { wrappedLines, type WidthOf } from "../../../layout/paper/wrapped-lines.ts";
import type { DayFacts } from "./day-facts.ts";
import type { SheetDays } from "./print-period.ts";
import { hasMore, titleAndPlace, type PrintedItem } from "./printed-item.ts";

const ROWS = 31;
/** Units. */
export const YEAR = {
  head: 20,
  /** beside the words: number, weekday */
  day: 24,
  /** at the right: the week number on Mondays, or how many more there are */
  week: 13,
  line: 9.1,
  text: 8,
  /** a stripe along the days of an event that lasts several */
  stripe: 4,
} as const;
const MOST_STRIPES = 3;
/** The width of words here relative to the measured width: they are smaller, and in narrow letters. */
const YEAR_TEXT = 0.63;

/** A day of the planner. */
export interface PlannerDay {
  readonly day: Local;
  readonly name: string;
  readonly items: readonly PrintedItem[];
  /** the number of items without room; they stand in the list */
  readonly hidden: number;
}

export interface PlannerMonth {
  readonly first: Local;
  readonly days: readonly PlannerDay[];
  /** along the days, by rows from the right; columns are days from 0 */
  readonly stripes: readonly (LaneBar & { readonly item: PrintedItem })[];
}

export interface YearSheet {
  readonly months: readonly PlannerMonth[];
  readonly rowHeight: number;
  readonly columnWidth: number;
  /** lines of words in a day */
  readonly lines: number;
  /** the items that are not shown in full, in the given order */
  readonly rest: readonly PrintedItem[];
}

interface YearOptions {
  readonly room: SheetRoom;
  readonly facts: DayFacts;
  readonly widthOf: WidthOf;
  readonly hasWeeks: boolean;
  /** on a sheet: 12, or fewer where the paper is too narrow for all of them or words are large */
  readonly monthCount: 3 | 6 | 12;
}

/** The space under a line of words in a day. */
const ROW_EDGE = 1.2;

/** Whether every day has room for a line of words. */
export const hasLineADay = ({ height }: SheetRoom): boolean =>
  (height - YEAR.head) / ROWS >= YEAR.line + ROW_EDGE;

/** Repeating timed events are left out of a year. */
export const isLeftOutOfYear = ({ isBar, isRepeating }: PrintedItem): boolean => isRepeating && !isBar;

/**
 * A year as a planner: a column for every month, a row for every day. It shows whole days and non-recurring events;
 * `rest` names those without room, for a list.
 */
export function yearSheets(
  { first }: SheetDays,
  all: readonly PrintedItem[],
  options: YearOptions,
): readonly YearSheet[] {
  const { year } = fieldsOfLocal(first);
  const items = all.filter((it) => !isLeftOutOfYear(it));
  return Array.from({ length: 12 / options.monthCount }, (_, half) =>
    planner(year, half * options.monthCount, items, options),
  );
}

function planner(
  year: number,
  fromMonth: number,
  items: readonly PrintedItem[],
  options: YearOptions,
): YearSheet {
  const { room, monthCount } = options;
  const columnWidth = room.width / monthCount;
  const rowHeight = (room.height - YEAR.head) / ROWS;
  const lines = Math.max(1, Math.floor((rowHeight - ROW_EDGE) / YEAR.line));
  const hidden = new Set<string>();
  const months = Array.from({ length: monthCount }, (_, index) =>
    plannerMonth(localFromFields(year, fromMonth + index + 1, 1), items, {
      ...options,
      columnWidth,
      lines,
      hidden,
    }),
  );
  return { months, rowHeight, columnWidth, lines, rest: items.filter(({ key }) => hidden.has(key)) };
}

interface MonthRoom extends YearOptions {
  readonly columnWidth: number;
  readonly lines: number;
  /** receives the keys of items that are not shown in full */
  readonly hidden: Set<string>;
}

function plannerMonth(first: Local, items: readonly PrintedItem[], room: MonthRoom): PlannerMonth {
  const { year, month } = fieldsOfLocal(first);
  const [fromDay, toDay] = [dayOf(first), dayOf(localFromFields(year, month + 1, 1))];
  const inMonth = items.filter((it) => it.startDay < toDay && it.endDay > fromDay);
  const long = inMonth.filter((it) => it.isBar && it.endDay - it.startDay > 1);
  const byKey = new Map(long.map((it) => [it.key, it]));
  const { bars } = placeLane(long, { fromDay, toDay });
  const stripes = bars.flatMap((bar) => {
    const item = byKey.get(bar.key);
    if (!item || bar.row < MOST_STRIPES) return item ? [{ ...bar, item }] : [];
    room.hidden.add(bar.key);
    return [];
  });
  const days = Array.from({ length: toDay - fromDay }, (_, index) => {
    const number = fromDay + index;
    // Events of several days are named where they begin, and again where the month does.
    const begins = inMonth.filter((it) => Math.max(it.startDay, fromDay) === number);
    const taken = stripes.filter((it) => it.fromColumn <= index && index < it.toColumn);
    const beside = Math.max(0, ...taken.map((it) => it.row + 1)) * YEAR.stripe;
    return plannerDay(addDays(first, index), begins, beside, room);
  });
  return { first, days, stripes };
}

function plannerDay(day: Local, items: readonly PrintedItem[], beside: number, room: MonthRoom): PlannerDay {
  const { columnWidth, widthOf, lines, hidden, facts, hasWeeks } = room;
  const hasSide = (hasWeeks && weekday(day) === 1) || items.length > 1;
  const width = columnWidth - YEAR.day - (hasSide ? YEAR.week : 0) - beside - 2;
  const name = facts.nameOf(day);
  const fits = (texts: readonly string[]): boolean =>
    wrappedLines(texts.join("  "), width / YEAR_TEXT, widthOf) <= lines;
  const shown: PrintedItem[] = [];
  const texts = name ? [name] : [];
  let isFull = false;
  for (const item of items.toSorted((a, b) => a.order - b.order)) {
    const text = `● ${[item.mark, titleAndPlace(item)].filter(Boolean).join(" ")}`;
    const isCut: boolean = isFull || !fits([...texts, text]);
    if (isCut || hasMore(item)) hidden.add(item.key);
    // A shortened name is better than none.
    if (!isFull && (!isCut || texts.length === 0)) {
      shown.push(item);
      texts.push(text);
    }
    isFull ||= isCut;
  }
  return { day, name, items: shown, hidden: items.length - shown.length };
}
