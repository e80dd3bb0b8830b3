import { addDays, dayOf, startOfWeek, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import {
  paperSize,
  roomOn,
  UNITS,
  type PaperSize,
  type SheetRoom,
} from "../../../layout/paper/paper-size.ts";
import { wrappedLines, type WidthOf } from "../../../layout/paper/wrapped-lines.ts";
import type { DayFacts } from "./day-facts.ts";
import { listSheets, type ListSheet } from "./list-sheet.ts";
import { monthSheet, type MonthSheet } from "./month-sheet.ts";
import { sheetsOf, type Period, type SheetDays } from "./print-period.ts";
import type { PrintKind, PrintSettings } from "./print-settings.ts";
import type { PrintedItem } from "./printed-item.ts";
import { timeSheet, type TimeSheet } from "./time-sheet.ts";
import { hasLineADay, yearSheets, type YearSheet } from "./year-sheet.ts";

/** The content of a sheet, or of the upper part of it. */
type MainSheet =
  | { readonly kind: "time"; readonly sheet: TimeSheet }
  | { readonly kind: "month"; readonly sheet: MonthSheet }
  | { readonly kind: "year"; readonly sheet: YearSheet };

/** One side of paper. */
export type PrintSheet = { readonly days: SheetDays } & (
  | (MainSheet & {
      /** of the main part, units */
      readonly height: number;
      /** the list of the items without room, if it fits beneath */
      readonly beneath: ListSheet | null;
    })
  /** `isRest`: the items that the sheet before had no room for */
  | { readonly kind: "list"; readonly sheet: ListSheet; readonly isRest: boolean }
);

/** A calendar in the legend at the foot of every sheet. */
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

interface DocumentOptions {
  readonly kind: PrintKind;
  readonly period: Period;
  readonly settings: PrintSettings;
  readonly items: readonly PrintedItem[];
  readonly legend: readonly LegendEntry[];
  readonly zone: Zone;
  readonly facts: DayFacts;
  readonly widthOf: WidthOf;
}

/** Units: the title with the space beneath it; the date of printing with the space above it; a line of calendars. */
export const FRAME = { head: 42, foot: 18, legend: 14, swatch: 22, title: 25, week: 17 } as const;
/** Sizes of a month to try; a notice board has other sizes. */
const SCALES = [1, 0.92, 0.85];
/** A day has room for larger words than a week. */
const DAY_UNIT = 1.3;
/** Shares of a sheet that a list of the rest may take beneath. */
const BENEATH = [0.1, 0.18, 0.28];
/** The gap between the main part and the list beneath it, units. */
export const BENEATH_GAP = 12;

/**
 * Sets out the whole document, sheet by sheet. Items without room on a sheet are listed beneath, or on the following
 * sheets if there are too many. For a notice board the words are as large as possible with nothing left for other
 * sheets; a list always uses the largest size.
 */
export function printDocument(options: DocumentOptions): PrintDocument {
  const { kind, settings } = options;
  const { near, board } = UNITS[settings.paper];
  const usual = [kind === "day" ? near * DAY_UNIT : near];
  const units = settings.isBoard ? board : usual;
  const tried = kind === "list" ? units.slice(0, 1) : units;
  let last: PrintDocument | undefined;
  for (const unit of tried) {
    const made = documentIn(unit, options);
    if (kind === "year" && settings.isBoard && !hasLineADay(made.room)) continue;
    last = made;
    if (last.sheets.every((sheet) => sheet.kind !== "list")) return last;
  }
  return last ?? documentIn(near, options);
}

function documentIn(unit: number, options: DocumentOptions): PrintDocument {
  const { kind, settings, legend, widthOf, period } = options;
  const size = paperSize({ paper: settings.paper, isLandscape: settings.onSide[kind], unit });
  const lines = legendLines(legend, roomOn(size, 0, 0).width, widthOf);
  const room = roomOn(size, FRAME.head, FRAME.foot + lines * FRAME.legend);
  return {
    size,
    sheets: sheetsOf(kind, period).flatMap((days) => sheetsFor(days, room, options)),
    legend,
    room,
  };
}

/** The days needed for a period: for months their whole weeks. */
export function daysNeeded(
  kind: PrintKind,
  period: Period,
): { readonly fromDay: number; readonly toDay: number } {
  const sheets = sheetsOf(kind, period);
  const first: Local = sheets[0]?.first ?? period.from;
  const last: Local = sheets.at(-1)?.last ?? period.to;
  const shown = kind === "month" ? wholeWeeks({ first, last }) : { first, last };
  return { fromDay: dayOf(shown.first), toDay: dayOf(shown.last) + 1 };
}

const wholeWeeks = ({ first, last }: SheetDays): SheetDays => ({
  first: startOfWeek(first),
  last: addDays(startOfWeek(last), 6),
});

function legendLines(legend: readonly LegendEntry[], width: number, widthOf: WidthOf): number {
  if (legend.length === 0) return 0;
  // A name is never broken; this is its width with the mark before it.
  const names = legend.map(({ name }) => name.replaceAll(" ", "\u00A0"));
  return wrappedLines(names.join(" "), width, (text) => (text === " " ? 0 : widthOf(text) + FRAME.swatch));
}

/** A main part in the given room, and the items that it leaves out. */
interface Made {
  readonly main: MainSheet;
  readonly rest: readonly PrintedItem[];
  /** numbers of days whose names it leaves */
  readonly restNames: ReadonlySet<number>;
}

const noDays: ReadonlySet<number> = new Set();

function sheetsFor(days: SheetDays, room: SheetRoom, options: DocumentOptions): readonly PrintSheet[] {
  const { kind, settings, items, facts, widthOf, zone } = options;
  const hasWeeks = settings.weekNumbers;
  if (kind === "list")
    return lists(days, { rest: items, restNames: null }, room, options).map((sheet) => ({
      kind,
      days,
      sheet,
      isRest: false,
    }));
  if (kind === "month") {
    const scales = settings.isBoard ? [1] : SCALES;
    return withRest(days, wholeWeeks(days), room, options, (part) => {
      const sheet = monthSheet(days, items, { room: part, hasWeeks, facts, widthOf, scales });
      return { main: { kind, sheet }, rest: sheet.rest, restNames: sheet.restNames };
    });
  }
  if (kind !== "year")
    return withRest(days, days, room, options, (part) => {
      const sheet = timeSheet(days, items, { room: part, zone, widthOf });
      return { main: { kind: "time", sheet }, rest: sheet.rest, restNames: noDays };
    });
  const [aside, upright] = settings.isBoard ? ([6, 3] as const) : ([12, 6] as const);
  const monthCount = settings.onSide.year ? aside : upright;
  const planners = yearSheets(days, items, { room, facts, widthOf, hasWeeks, monthCount });
  return planners.flatMap((planner, half) =>
    withRest(days, monthsOf(planner, days), room, options, (part) => {
      const made =
        yearSheets(days, items, { room: part, facts, widthOf, hasWeeks, monthCount })[half] ?? planner;
      return { main: { kind, sheet: made }, rest: made.rest, restNames: noDays };
    }),
  );
}

const monthsOf = ({ months }: YearSheet, days: SheetDays): SheetDays => ({
  first: months[0]?.first ?? days.first,
  last: months.at(-1)?.days.at(-1)?.day ?? days.last,
});

/** A main part with its rest beneath, if that is little, or on sheets after it. `shown`: the days it shows. */
function withRest(
  days: SheetDays,
  shown: SheetDays,
  room: SheetRoom,
  options: DocumentOptions,
  make: (room: SheetRoom) => Made,
): readonly PrintSheet[] {
  const whole = make(room);
  if (isNothing(whole)) return [{ ...whole.main, days, height: room.height, beneath: null }];
  for (const share of BENEATH) {
    const below = { ...room, height: room.height * share };
    const height = room.height - below.height - BENEATH_GAP;
    const made = make({ ...room, height });
    const [beneath, ...others] = lists(shown, made, below, options);
    if (beneath && others.length === 0) return [{ ...made.main, days, height, beneath }];
  }
  const after = lists(shown, whole, room, options);
  return [
    { ...whole.main, days, height: room.height, beneath: null },
    ...after.map((sheet) => ({ kind: "list" as const, days, sheet, isRest: true })),
  ];
}

const isNothing = ({ rest, restNames }: Made): boolean => rest.length === 0 && restNames.size === 0;

interface Listed {
  readonly rest: readonly PrintedItem[];
  readonly restNames: ReadonlySet<number> | null;
}

/** The sheets of a list; without `restNames` every named day stands there. */
function lists(
  days: SheetDays,
  { rest, restNames }: Listed,
  room: SheetRoom,
  { facts, widthOf }: DocumentOptions,
): readonly ListSheet[] {
  const isNamed = (day: number): boolean => restNames === null || restNames.has(day);
  const sheets = listSheets(days, rest, { room, facts, widthOf, isNamed });
  // An empty period is printed too, as an empty list.
  return sheets.length > 0 ? sheets : [{ columns: [] }];
}
