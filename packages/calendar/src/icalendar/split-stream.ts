import type { CalendarProblem } from "../problems.ts";
import type { Component } from "./component.ts";
import type { ParseLimits } from "./parse.ts";
import type { Warning } from "./warning.ts";

/** One UID of an imported stream, or why it could not be read. */
export type ImportedObject =
  | {
      readonly ok: true;
      readonly uid: string;
      /** of the first component, counted from 1 */
      readonly line: number;
      /** a VCALENDAR with all components of the UID and the VTIMEZONEs they refer to; METHOD dropped */
      readonly calendar: Component;
      readonly warnings: readonly Warning[];
    }
  | { readonly ok: false; readonly uid?: string; readonly line: number; readonly problem: CalendarProblem };

/** What a stream says about the calendar as a whole. */
export interface StreamHeader {
  /** X-WR-CALNAME or NAME */
  readonly name?: string;
  /** X-WR-CALDESC or DESCRIPTION */
  readonly description?: string;
  /** X-WR-TIMEZONE, as written */
  readonly timeZone?: string;
  /** X-APPLE-CALENDAR-COLOR or COLOR, as written */
  readonly colour?: string;
}

export interface SplitOptions {
  /** gives a component without UID one, from its text: the same text should give the same UID, so that a second import finds it */
  readonly newUid: (componentText: string) => string;
  /** limits of a single object */
  readonly limits?: Partial<ParseLimits>;
  /** called once, before the first object is yielded */
  readonly onHeader?: (header: StreamHeader) => void;
}

/**
 * Splits a whole export, of any number of VCALENDARs, into one object per UID. Holds the text in memory (overrides may stand
 * anywhere) but parses one object at a time. Never throws for what the text says: problems are yielded with their line.
 */
export async function* splitByUid(
  chunks: AsyncIterable<string> | Iterable<string>,
  options: SplitOptions,
): AsyncGenerator<ImportedObject> {
  throw new Error(`not built yet ${typeof chunks} ${typeof options}`);
}
