export type ToolbarViewKind =
  | "day"
  | "days"
  | "workweek"
  | "week"
  | "weeks"
  | "month"
  | "year"
  | "soon"
  | "tasks"
  | "search"
  | "bookables";

/** The view on screen, by its name in the address; `count` where a number of days or weeks is chosen. */
export interface ToolbarView {
  readonly kind: ToolbarViewKind;
  readonly count?: number;
}

/** A view with its name in words. */
export interface NamedView {
  readonly value: ToolbarViewKind;
  readonly label: string;
}
