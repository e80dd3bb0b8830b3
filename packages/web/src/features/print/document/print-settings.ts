import type { PaperName } from "../../../layout/paper/paper-size.ts";

/** The kinds of print, by their form on paper. */
export type PrintKind = "day" | "week" | "month" | "list" | "year";
export const printKinds: readonly PrintKind[] = ["day", "week", "month", "list", "year"];

/** The details of an event that are printed beside its time and its title. */
export interface PrintDetails {
  readonly places: boolean;
  readonly guests: boolean;
  readonly descriptions: boolean;
  readonly weekNumbers: boolean;
  readonly redDays: boolean;
  /** prints the viewer's own private events in full; otherwise only that their time is taken */
  readonly privates: boolean;
}
export const printDetails = [
  "places",
  "guests",
  "descriptions",
  "weekNumbers",
  "redDays",
  "privates",
] as const satisfies readonly (keyof PrintDetails)[];

/** How somebody likes to print; this device remembers it. */
export interface PrintSettings extends PrintDetails {
  readonly paper: PaperName;
  /** the kinds that are printed on paper laid on its side */
  readonly onSide: Readonly<Record<PrintKind, boolean>>;
  readonly isBoard: boolean;
  readonly isGrey: boolean;
}

export const usualSettings: PrintSettings = {
  paper: "A4",
  onSide: { day: false, week: true, month: true, list: false, year: true },
  isBoard: false,
  isGrey: false,
  places: true,
  guests: false,
  descriptions: false,
  weekNumbers: true,
  redDays: true,
  privates: false,
};

/** Reads the stored settings; missing or invalid values are as usual. */
export function readSettings(text: string | null): PrintSettings {
  const kept = parsed(text);
  const flag = (name: Exclude<keyof PrintSettings, "paper" | "onSide">): boolean =>
    asFlag(kept[name], usualSettings[name]);
  const onSide = asRecord(kept["onSide"]);
  const side = (kind: PrintKind): boolean => asFlag(onSide[kind], usualSettings.onSide[kind]);
  return {
    paper: kept["paper"] === "A3" ? "A3" : "A4",
    onSide: {
      day: side("day"),
      week: side("week"),
      month: side("month"),
      list: side("list"),
      year: side("year"),
    },
    isBoard: flag("isBoard"),
    isGrey: flag("isGrey"),
    places: flag("places"),
    guests: flag("guests"),
    descriptions: flag("descriptions"),
    weekNumbers: flag("weekNumbers"),
    redDays: flag("redDays"),
    privates: flag("privates"),
  };
}

const asFlag = (value: unknown, otherwise: boolean): boolean =>
  typeof value === "boolean" ? value : otherwise;

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};

function parsed(text: string | null): Readonly<Record<string, unknown>> {
  try {
    return asRecord(JSON.parse(text ?? "null"));
  } catch {
    return {};
  }
}

const STORED = "snart.print";

/** The settings that this browser remembers. */
export function keptSettings(): PrintSettings {
  try {
    return readSettings(localStorage.getItem(STORED));
  } catch {
    return usualSettings;
  }
}

/** Remembers it; without storage it lasts as long as the dialog. */
export function keepSettings(settings: PrintSettings): void {
  try {
    localStorage.setItem(STORED, JSON.stringify(settings));
  } catch {
    // Settings that can't be stored are as usual the next time.
  }
}
