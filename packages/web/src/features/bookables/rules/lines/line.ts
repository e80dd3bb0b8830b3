import { BOOKING_LIMITS } from "@snart/calendar/booking/limits.ts";
import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import type { MessageKey } from "../../../../i18n/messages.ts";
import { valueAt } from "../at-path.ts";

/** The part of the rules that a sentence belongs to, in the order in which they are shown. */
export const GROUPS = ["what", "times", "ahead", "number", "cancel", "noShow", "who"] as const;
export type Group = (typeof GROUPS)[number];

/** The words of what can be chosen, each a message that chooses by `value`. */
export type ChoiceWords =
  | "mode"
  | "almanac"
  | "redDays"
  | "measuredTo"
  | "of"
  | "per"
  | "counts"
  | "recurring"
  | "sees"
  | "approval"
  | "weight"
  | "accept";

/** A blank of a sentence: where its value is, and what may stand there. */
export type Blank = { readonly path: string } & (
  | { readonly kind: "number"; readonly least?: number; readonly most: number }
  | { readonly kind: "span" | "time" | "endTime" | "date" | "moment" | "zone" | "groups" | "passes" }
  | { readonly kind: "choice"; readonly words: ChoiceWords; readonly options: readonly string[] }
  | { readonly kind: "flag"; readonly words: ChoiceWords }
  | { readonly kind: "label" }
  | { readonly kind: "days"; readonly isNamed: boolean }
  | { readonly kind: "ways" }
  | { readonly kind: "text" | "longText"; readonly most: number }
);

/** A rule as a sentence with blanks. */
export interface Line {
  /** of the rule in the rules; removing the line removes what is there */
  readonly path: string;
  readonly group: Group;
  readonly of: MessageKey;
  readonly blanks: Readonly<Record<string, Blank>>;
  /** what the words around the blanks depend on */
  readonly count?: number;
  /** the rule cannot be left out */
  readonly isFixed?: boolean;
}

export type Made = Pick<Line, "group" | "of" | "blanks"> & Partial<Line>;
/** A rule that may be there: its path with its sentence. */
export type Known = readonly [path: string, line: Made];

export const number = (path: string, most: number, least = 1): Blank => ({
  kind: "number",
  path,
  most,
  least,
});
export const span = (path: string): Blank => ({ kind: "span", path });
export const time = (path: string): Blank => ({ kind: "time", path });
export const endTime = (path: string): Blank => ({ kind: "endTime", path });
export const days = (path: string, isNamed = true): Blank => ({ kind: "days", path, isNamed });
export const choice = (path: string, words: ChoiceWords, options: readonly string[]): Blank => ({
  kind: "choice",
  path,
  words,
  options,
});
export const text = (path: string): Blank => ({ kind: "text", path, most: BOOKING_LIMITS.nameLength });

/** How many entries a list of the rules has. */
export const each = (
  rules: BookingRules,
  path: string,
  make: (at: string, entry: unknown) => readonly Known[],
) => {
  const list = valueAt(rules, path);
  return Array.isArray(list) ? list.flatMap((entry, at) => make(`${path}/${at}`, entry)) : [];
};
