import { addDays, dayOf, startOfWeek } from "@snart/calendar/time/local.ts";
import type { Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { paperSize, roomOn } from "../../layout/paper/paper-size.ts";
import type { PaperSize, SheetRoom } from "../../layout/paper/paper-size.ts";
import { wrappedLines } from "../../layout/paper/wrapped-lines.ts";
import type { WidthOf } from "../../layout/paper/wrapped-lines.ts";
import type { DayFacts } from "./day-facts.ts";
import { listSheets } from "./list-sheet.ts";
import type { ListSheet } from "./list-sheet.ts";
import { monthSheet } from "./month-sheet.ts";
import type { MonthSheet } from "./month-sheet.ts";
import { sheetsOf } from "./print-period.ts";
import type { Period, SheetDays } from "./print-period.ts";
import type { PrintKind, PrintSettings } from "./print-settings.ts";
import type { PrintedItem } from "./printed-item.ts";
import { timeSheet } from "./time-sheet.ts";
import type { TimeSheet } from "./time-sheet.ts";
import { yearSheets } from "./year-sheet.ts";
import type { YearSheet } from "./year-sheet.ts";

/** One side of paper. */
export type PrintSheet = { readonly days: SheetDays } & (
  | { readonly kind: "time"; readonly sheet: TimeSheet }
  | { readonly kind: "month"; readonly sheet: MonthSheet }
  | { readonly kind: "year"; readonly sheet: YearSheet }
  /** `isRest`: what the sheet before had no room for */
  | { readonly kind: "list"; readonly sheet: ListSheet; readonly isRest: boolean }
);

/** A calendar that is told of at the foot of every sheet. */
export interface LegendEntry {
  readonly key: string;
  readonly name: string;
  readonly colour: string;
  readonly mark: string;
}

export interface PrintDocument {
  readonly size: PaperSize;
  readonly sheets: readonly PrintSheet[];
  readonly legend: readonly LegendEntry[];
  readonly room: SheetRoom;
}

export interface DocumentOptions {
  readonly kind: PrintKind;
  readonly period: Period;
  readonly settings: PrintSettings;
  readonly items: readonly PrintedItem[];
  readonly legend: readonly LegendEntry[];
  readonly zone: Zone;
  readonly facts: DayFacts;
  readonly widthOf: WidthOf;
}

/** Units: the title with what is beneath it; the date of printing with what is above it; a line of calendars. */
export const FRAME = { head: 42, foot: 18, legend: 14, swatch: 22 } as const;
/** Sizes of a month to try; words for a notice board are never made smaller. */
const SCALES = [1, 0.92, 0.85];
/** A planner of a year has no room for words of the size of a notice board. */
const YEAR_BOARD = 1.4;

/** Sets out everything that is printed, sheet by sheet; what a sheet has no room for follows it in a list. */
export function printDocument(options: DocumentOptions): PrintDocument {
  const { kind, settings, legend, widthOf } = options;
  const paper = paperSize({ ...settings, isLandscape: settings.onSide[kind] });
  const size =
    kind === "year" && settings.isBoard
      ? { ...paper, unit: paperSize({ ...settings, isBoard: false, isLandscape: false }).unit * YEAR_BOARD }
      : paper;
  const lines = legendLines(legend, roomOn(size, 0, 0).width, widthOf);
  const room = roomOn(size, FRAME.head, FRAME.foot + lines * FRAME.legend);
  const sheets = sheetsOf(kind, options.period).flatMap((days) => sheetsFor(days, room, options));
  return { size, sheets, legend, room };
}

/** The days that have to be known for a period: of months the whole weeks. */
export function daysNeeded(
  kind: PrintKind,
  period: Period,
): { readonly fromDay: number; readonly toDay: number } {
  const sheets = sheetsOf(kind, period);
  const first: Local = sheets[0]?.first ?? period.from;
  const last: Local = sheets.at(-1)?.last ?? period.to;
  if (kind !== "month") return { fromDay: dayOf(first), toDay: dayOf(last) + 1 };
  return { fromDay: dayOf(startOfWeek(first)), toDay: dayOf(addDays(startOfWeek(last), 7)) };
}

function legendLines(legend: readonly LegendEntry[], width: number, widthOf: WidthOf): number {
  if (legend.length === 0) return 0;
  // A name is never broken; with what stands before it it is as wide as this.
  const names = legend.map(({ name }) => `${name.replaceAll(" ", " ")}  `);
  return wrappedLines(names.join(" "), width, (text) => widthOf(text) + (text === " " ? 0 : FRAME.swatch));
}

function sheetsFor(days: SheetDays, room: SheetRoom, options: DocumentOptions): readonly PrintSheet[] {
  const { kind, settings, items, facts, widthOf, zone } = options;
  const hasWeeks = settings.weekNumbers;
  if (kind === "list") return lists(days, room, items, options, false);
  if (kind === "month") {
    const scales = settings.isBoard ? [1] : SCALES;
    const sheet = monthSheet(days, items, { room, hasWeeks, facts, widthOf, scales });
    const shown = { first: startOfWeek(days.first), last: addDays(startOfWeek(days.last), 6) };
    return [{ kind, days, sheet }, ...restOf(days, shown, room, sheet.rest, options)];
  }
  if (kind === "year") {
    const monthCount = settings.onSide.year ? 12 : 6;
    return yearSheets(days, items, { room, facts, widthOf, hasWeeks, monthCount }).flatMap((sheet) => [
      { kind, days, sheet },
      ...restOf(days, monthsOf(sheet, days), room, sheet.rest, options),
    ]);
  }
  const sheet = timeSheet(days, items, { room, zone, widthOf });
  return [{ kind: "time", days, sheet }, ...restOf(days, days, room, sheet.rest, options)];
}

const monthsOf = ({ months }: YearSheet, days: SheetDays): SheetDays => ({
  first: months[0]?.first ?? days.first,
  last: months.at(-1)?.days.at(-1)?.day ?? days.last,
});

/** `shown`: the days that the sheet before shows, whole weeks of a month. */
function restOf(
  days: SheetDays,
  shown: SheetDays,
  room: SheetRoom,
  rest: readonly PrintedItem[],
  options: DocumentOptions,
): readonly PrintSheet[] {
  return rest.length === 0
    ? []
    : lists(shown, room, rest, options, true).map((sheet) => ({ ...sheet, days }));
}

function lists(
  days: SheetDays,
  room: SheetRoom,
  items: readonly PrintedItem[],
  { facts, widthOf }: DocumentOptions,
  isRest: boolean,
): readonly PrintSheet[] {
  const sheets = listSheets(days, items, { room, facts, widthOf, hasNamedDays: !isRest });
  // Nothing at all is also something to hang up.
  const some = sheets.length > 0 ? sheets : [{ columns: [] }];
  return some.map((sheet) => ({ kind: "list", days, sheet, isRest }));
}
