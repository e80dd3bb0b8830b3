export type ToolbarViewKind =
  | "day"
  | "days"
  | "workweek"
  | "week"
  | "weeks"
  | "month"
  | "year"
  | "soon"
  | "tasks";

/** What is on screen, by its name in the address; `count` where a number of days or weeks is chosen. */
export interface ToolbarView {
  readonly kind: ToolbarViewKind;
  readonly count?: number;
}
