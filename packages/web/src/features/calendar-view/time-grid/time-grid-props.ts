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

/** The columns of one day, one for each calendar or person. */
export interface GridColumns extends PickColumns {
  /** draws the heads over the columns; each head has an id that begins with `headerId` and ends with the column's number */
  readonly heads: (headerId: string) => ReactNode;
  /** draws over the hours of a column */
  readonly over: (index: number) => ReactNode;
}

export interface TimeGridProps {
  readonly days: readonly Local[];
  readonly contents: ViewContents;
  readonly hourHeight: number;
  readonly address: string;
  readonly saysHowSoon: boolean;
  readonly selectedKey: string | null;
  /** the preview that stays drawn while its event is being named or written */
  readonly unsaved: Unsaved | null;
  readonly isPhone: boolean;
  readonly workingWeek: WorkingWeek;
  /** the zone whose hours stand beside the viewer's */
  readonly secondZone: Zone | null;
  readonly onOpen: (occurrence: ShownOccurrence, element: HTMLElement) => void;
  /** several columns of one day instead of several days; `days` then holds that day once for each column */
  readonly columns?: GridColumns | undefined;
  readonly onSelect: (span: Span, element: HTMLElement, column?: number) => void;
  readonly onDrop: (occurrence: ShownOccurrence, span: Span, copies: boolean, column?: number) => void;
  /** is called when a task was dragged here from a list */
  readonly onDropTask: (task: TaskRef, span: Span) => void;
  /** turns to the next days while something is held; they are drawn at once */
  readonly onTurn: (direction: 1 | -1) => void;
  /** whether other days are about to be drawn */
  readonly isTurning: boolean;
  readonly onOpenDay: (day: Local) => void;
  /** is shown in place of events that are not here yet */
  readonly placeholder: ReactNode;
}
