import type { CalendarProblem } from "../problems.ts";
import type { Series } from "../recurrence/series.ts";
import type { Result } from "../result.ts";
import type { JSEvent, LocalDateTime } from "./types.ts";

/** What decides when an event takes place; `source` of an override is the event with the override applied. */
export function seriesOfEvent(event: JSEvent): Result<Series<JSEvent>, CalendarProblem> {
  throw new Error(`not built yet ${event.uid}`);
}

/** One occurrence as an event of its own: override applied, `start` and `recurrenceId` set, no recurrence. */
export function occurrenceEvent(event: JSEvent, recurrenceId: LocalDateTime): JSEvent {
  throw new Error(`not built yet ${event.uid} ${recurrenceId}`);
}
