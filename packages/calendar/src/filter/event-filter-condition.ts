import type { JSEvent, LocalDateTime } from "../jscalendar/types.ts";
import type { Zone } from "../time/zone.ts";

/** The FilterCondition of CalendarEvent/query (JMAP Calendars); what is absent or null does not restrict. */
export interface EventFilterCondition {
  readonly inCalendar?: string | null;
  readonly inCalendars?: readonly string[] | null;
  /** the event or an occurrence ends after this, in the query's zone */
  readonly after?: LocalDateTime | null;
  /** the event or an occurrence starts before this, in the query's zone */
  readonly before?: LocalDateTime | null;
  readonly text?: string | null;
  readonly title?: string | null;
  readonly description?: string | null;
  readonly location?: string | null;
  readonly owner?: string | null;
  readonly attendee?: string | null;
  readonly participationStatus?: string | null;
  readonly uid?: string | null;
}

/** Whether an event matches a condition; `zone` is the query's `timeZone`, also for floating times. */
export function matchesCondition(event: JSEvent, condition: EventFilterCondition, zone: Zone): boolean {
  throw new Error(`not built yet ${event.uid} ${condition} ${zone}`);
}
