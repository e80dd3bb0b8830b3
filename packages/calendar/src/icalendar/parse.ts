import type { CalendarProblem } from "../problems.ts";
import type { Result } from "../result.ts";
import type { Component } from "./component.ts";
import type { Warning } from "./warning.ts";

/** Bounds that keep hostile text cheap. */
export interface ParseLimits {
  /** characters of the whole text */
  readonly maxLength: number;
  /** components inside components */
  readonly maxDepth: number;
  /** properties of the whole text */
  readonly maxProperties: number;
  /** characters of one unfolded content line */
  readonly maxLineLength: number;
}

export interface ParsedCalendar {
  /** the VCALENDAR */
  readonly calendar: Component;
  readonly warnings: readonly Warning[];
}

/** Reads one VCALENDAR. A second one in the same text is an error: split such a stream first (split-stream.ts). */
export function parseICalendar(
  text: string,
  limits?: Partial<ParseLimits>,
): Result<ParsedCalendar, CalendarProblem> {
  throw new Error(`not built yet ${text.length} ${limits}`);
}
