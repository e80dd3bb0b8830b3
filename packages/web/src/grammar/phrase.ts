import type { NamedClock, DayPart } from "./clock-phrases.ts";
import type { NamedDays } from "./day-context.ts";
import type { NamedLength } from "./length-phrases.ts";
import type { NamedRepeat } from "./repeat-phrases.ts";
import type { Needs } from "./rows.ts";

/** The subject of a recognised piece of the text. */
type WordKind = "when" | "who" | "where" | "what" | "unsure";

/** A piece of the text: offsets in UTF-16 units, the end exclusive. */
export interface RecognisedWord {
  readonly from: number;
  readonly to: number;
  readonly kind: WordKind;
}

/** What one phrase means. */
export type Meaning =
  | { readonly is: "days"; readonly days: NamedDays }
  | { readonly is: "clock"; readonly clock: NamedClock }
  | { readonly is: "part"; readonly part: DayPart }
  | { readonly is: "repeat"; readonly repeat: NamedRepeat }
  | { readonly is: "span"; readonly from: DayAndClock; readonly to: DayAndClock }
  | { readonly is: "count"; readonly count: number }
  | { readonly is: "until"; readonly days: NamedDays }
  | { readonly is: "since"; readonly days: NamedDays }
  | { readonly is: "length"; readonly length: NamedLength }
  | { readonly is: "beginsIn"; readonly length: NamedLength }
  | { readonly is: "reminder"; readonly minutes: number }
  | {
      readonly is: "mark";
      readonly mark: "place" | "calendar" | "category" | "person";
      readonly value: string;
    }
  | { readonly is: "wholeDay" };

/** A day and a time of it. */
export interface DayAndClock {
  readonly days: NamedDays;
  readonly clock: NamedClock;
}

/** A phrase found at a place of the text. */
export interface Phrase extends RecognisedWord {
  readonly meaning: Meaning;
  readonly needs: Needs;
}
