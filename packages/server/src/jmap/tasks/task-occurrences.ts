import { recurrenceKey } from "@snart/calendar/jscalendar/item-time.ts";
import { nextOpenKey } from "@snart/calendar/jscalendar/next-open.ts";
import { seriesOfEvent } from "@snart/calendar/jscalendar/series/series-of-event.ts";
import { expandAsFar } from "@snart/calendar/recurrence/expand-as-far.ts";
import type { Window } from "@snart/calendar/recurrence/expand.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { EventRecord } from "../calendars/events/event-record.ts";
import { isRecurring, occurrenceRecord } from "../calendars/events/occurrence.ts";
import { syntheticId } from "../calendars/events/synthetic-id.ts";

/** The occurrences of a task in a window; undefined when they are more than `most`. A task that does not repeat is its own. */
export function occurrencesIn(
  task: EventRecord,
  window: Window,
  zone: Zone,
  most: number,
): readonly EventRecord[] | undefined {
  if (!isRecurring(task)) return [task];
  const series = seriesOfEvent(task);
  const expanded = series.ok ? expandAsFar(series.value, window, zone, { maxOccurrences: most }) : series;
  if (!series.ok || !expanded.ok) return undefined;
  return expanded.value.map(({ recurrenceId }) => {
    const key = recurrenceId && recurrenceKey(recurrenceId, series.value.start);
    return key === null ? task : occurrenceRecord(task, key, syntheticId(task.id, key));
  });
}

/**
 * What is to be done next of a task: of a series its first occurrence that is not over, up to `until`. A task that does not
 * repeat is its own, also when it is over; undefined when nothing is left of a series, or its times cannot be followed.
 */
export function nextOpen(
  task: EventRecord,
  until: Instant,
  zone: Zone,
  most: number,
): EventRecord | undefined {
  if (!isRecurring(task)) return task;
  const key = nextOpenKey(task, until, zone, most);
  return key === undefined ? undefined : occurrenceRecord(task, key, syntheticId(task.id, key));
}
