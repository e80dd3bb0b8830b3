import type { CalendarProblem } from "../problems.ts";
import type { Result } from "../result.ts";
import type { Component } from "./component.ts";

export type CalendarObjectType = "VEVENT" | "VTODO" | "VJOURNAL";

/** One calendar object resource: everything of one UID (RFC 4791 §4.1). */
export interface CalendarObject {
  /** the whole VCALENDAR */
  readonly calendar: Component;
  readonly uid: string;
  readonly type: CalendarObjectType;
  /** iTIP method in upper case; a stored object has none (RFC 4791 §4.1) */
  readonly method?: string;
  /** the component without RECURRENCE-ID; undefined if only single instances of a series are held */
  readonly main: Component | undefined;
  /** the components with RECURRENCE-ID */
  readonly overrides: readonly Component[];
  /** VTIMEZONE components by TZID */
  readonly timeZones: ReadonlyMap<string, Component>;
}

/** Reads a VCALENDAR as one calendar object: one UID, one type, at most one main component. */
export function readCalendarObject(calendar: Component): Result<CalendarObject, CalendarProblem> {
  throw new Error(`not built yet ${calendar.name}`);
}
