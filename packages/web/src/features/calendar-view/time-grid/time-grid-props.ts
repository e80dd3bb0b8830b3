import type { Local } from "@snart/calendar/time/local.ts";
import type { WorkingWeek } from "@snart/calendar/time/working-hours.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { ReactNode } from "react";
import type { ViewContents } from "../../../grid/day-contents.ts";
import type { PickColumns } from "../../../grid/use-key-pick.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import type { Span } from "../../../store/items/span.ts";
import type { TaskRef } from "../../tasks/screen.tsx";
import type { Unsaved } from "./drag-preview.tsx";

/** The columns of one day: for each calendar, or person. */
export interface GridColumns extends PickColumns {
  /** stand over them; each names its column by an id that begins so and ends with its number */
  readonly heads: (headerId: string) => ReactNode;
}

export interface TimeGridProps {
  readonly days: readonly Local[];
  readonly contents: ViewContents;
  readonly hourHeight: number;
  readonly address: string;
  readonly saysHowSoon: boolean;
  readonly selectedKey: string | null;
  /** stays drawn while its event is being named or written */
  readonly unsaved: Unsaved | null;
  readonly isPhone: boolean;
  readonly workingWeek: WorkingWeek;
  /** whose hours stand beside the viewer's */
  readonly secondZone: Zone | null;
  readonly onOpen: (occurrence: ShownOccurrence, element: HTMLElement) => void;
  /** one day in several columns instead of several days: that day stands in `days` as often */
  readonly columns?: GridColumns | undefined;
  readonly onSelect: (span: Span, element: HTMLElement, column?: number) => void;
  readonly onDrop: (occurrence: ShownOccurrence, span: Span, copies: boolean, column?: number) => void;
  /** a task was dragged here from a list */
  readonly onDropTask: (task: TaskRef, span: Span) => void;
  /** while something is held; the days that come are drawn at once */
  readonly onTurn: (direction: 1 | -1) => void;
  /** other days than these are about to be drawn */
  readonly isTurning: boolean;
  readonly onOpenDay: (day: Local) => void;
  /** shown in place of events that are not here yet */
  readonly placeholder: ReactNode;
}
