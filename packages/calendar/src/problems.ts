/** What can be wrong with calendar data itself: the closed union of domain problems (docs/architecture.md, decision 10). */
export type CalendarProblem =
  /** Not iCalendar, or too broken to read (RFC 5545 §3.1, §3.4). */
  | { readonly code: "invalid-icalendar"; readonly line: number; readonly detail: string }
  /** Well-formed, but a property or combination that can't be stored without losing data. */
  | {
      readonly code: "invalid-property";
      readonly property: string;
      readonly line: number;
      readonly detail: string;
    }
  /** A calendar object resource must have one UID and one component type (RFC 4791 §4.1). */
  | { readonly code: "invalid-calendar-object"; readonly detail: string }
  /** More than a reader of whole files takes of one object. */
  | { readonly code: "object-too-large"; readonly detail: string }
  /** Outside 1900-01-01 … 2199-12-31; `side` names the end. */
  | {
      readonly code: "date-out-of-range";
      readonly side: "before" | "after";
      readonly property: string;
      readonly line: number;
    }
  /** A recurrence rule that cannot be read. */
  | { readonly code: "invalid-recurrence-rule"; readonly detail: string }
  /** A bounded computation reached its limit. */
  | { readonly code: "too-many-occurrences"; readonly limit: number }
  /** An invalid JSCalendar value or patch; `properties` are JSON pointers. */
  | { readonly code: "invalid-jscalendar"; readonly properties: readonly string[]; readonly detail: string };
