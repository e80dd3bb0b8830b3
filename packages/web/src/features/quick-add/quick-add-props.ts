import type { Local } from "@snart/calendar/time/local.ts";
import type { CalendarEntry } from "../../store/items/entries.ts";
import type { Span } from "../../store/items/span.ts";
import type { ItemActions } from "../event/screen.tsx";

export interface QuickAddProps {
  readonly itemActions: ItemActions;
  readonly calendars: readonly CalendarEntry[];
  /** the initial words of the line */
  readonly words: string;
  /** when it takes place if the line does not say */
  readonly otherwise: Span;
  readonly onGoTo: (day: Local) => void;
  readonly onClose: () => void;
}

/** The same with the line itself, which outlives the frame that it is written in. */
export interface QuickLineProps extends QuickAddProps {
  readonly line: string;
  readonly onLine: (line: string) => void;
}
