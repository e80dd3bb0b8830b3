import { recurrenceKey } from "@snart/calendar/jscalendar/item-time.ts";
import { occurrenceEvent, seriesOfEvent } from "@snart/calendar/jscalendar/series/series-of-event.ts";
import type { LocalDateTime } from "@snart/calendar/jscalendar/types.ts";
import { expand } from "@snart/calendar/recurrence/expand.ts";
import { instantOf } from "@snart/calendar/time/calendar-time.ts";
import { SECOND } from "@snart/calendar/time/instant.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import type { EventRecord } from "../../context/event-record.ts";
import { timeOf } from "./utc-times.ts";

/** Whether an event repeats, by a rule or by dates. */
export const isRecurring = (event: EventRecord): boolean =>
  (event.recurrenceRule ?? null) !== null || Object.keys(event.recurrenceOverrides ?? {}).length > 0;

/** Whether the series has this occurrence: by rule, or named and not excluded. */
export function hasOccurrence(event: EventRecord, recurrenceId: LocalDateTime): boolean {
  if (!isRecurring(event)) return false;
  const override = event.recurrenceOverrides?.[recurrenceId];
  if (override) return override["excluded"] !== true;
  const series = seriesOfEvent(event);
  const time = timeOf(event, recurrenceId);
  if (!series.ok || !time) return false;
  const from = instantOf(time, UTC);
  const around = expand(series.value, { from, to: from + SECOND }, UTC);
  if (!around.ok) return false;
  return around.value.some(
    (occurrence) =>
      occurrence.recurrenceId && recurrenceKey(occurrence.recurrenceId, series.value.start) === recurrenceId,
  );
}

/** One occurrence as a CalendarEvent with a synthetic id (JMAP Calendars, "Recurring events"). */
export function occurrenceRecord(event: EventRecord, recurrenceId: LocalDateTime, id: string): EventRecord {
  const { version, calendarIds, isDraft, isOrigin } = event;
  const {
    recurrenceRule: _rule,
    recurrenceOverrides: _overrides,
    ...occurrence
  } = occurrenceEvent(event, recurrenceId);
  return { ...occurrence, version, id, baseEventId: event.id, calendarIds, isDraft, isOrigin };
}
