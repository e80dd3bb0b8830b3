/** How somebody writes times and dates, whatever language they read; what is not said is as both languages have it. */
export interface FormatHabits {
  /** "12" counts the hours of each half of the day */
  readonly clock?: string | null | undefined;
  /** "month-day": "Nov 27"; "year-month-day": "2026-11-27" where the year is told; else the day comes first */
  readonly dateOrder?: string | null | undefined;
}
