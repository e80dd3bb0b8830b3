/** Something in iCalendar text that was read with tolerance, or could not be understood and was kept unchanged. */
export interface Warning {
  readonly code:
    | "missing-property"
    | "unknown-zone"
    | "repeated-component"
    | "unknown-value"
    | "unreadable-line"
    | "unreadable-value"
    | "empty-value";
  /** counted from 1 */
  readonly line: number;
  readonly detail: string;
}
