/** How a person writes times and dates, in any language; absent habits follow the language. */
export interface FormatHabits {
  /** "12" counts the hours of each half of the day */
  readonly clock?: string | null | undefined;
  /** "month-day": "Nov 27"; "year-month-day": "2026-11-27" if the year is shown; else the day comes first */
  readonly dateOrder?: string | null | undefined;
}
