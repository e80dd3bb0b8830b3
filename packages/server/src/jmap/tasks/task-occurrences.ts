import { recurrenceKey } from "@snart/calendar/jscalendar/item-time.ts";
import { nextOpenKey } from "@snart/calendar/jscalendar/next-open.ts";
import { seriesOfEvent } from "@snart/calendar/jscalendar/series/series-of-event.ts";
import { expandAsFar } from "@snart/calendar/recurrence/expand-as-far.ts";
import type { Window } from "@snart/calendar/recurrence/expand.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { EventRecord } from "../context/event-record.ts";
import { isRecurring, occurrenceRecord } from "../calendars/events/occurrence.ts";
import { syntheticId } from "../calendars/events/synthetic-id.ts";

/**
 * The occurrences of a task in a window; undefined if there are more than `most`. A single task is its own
 * occurrence.
 */
export function occurrencesIn(
  task: EventRecord,
  window: Window,
  zone: Zone,
  most: number,
): readonly EventRecord[] | undefined {
  if (!isRecurring(task)) return [task];
  const series = seriesOfEvent(task);
  if (!series.ok) return [task];
  const { occurrences, problem } = expandAsFar(series.value, window, zone, { maxOccurrences: most });
  if (problem?.code === "too-many-occurrences") return undefined;
  return occurrences.map(({ recurrenceId }) => {
    const key = recurrenceId && recurrenceKey(recurrenceId, series.value.start);
    return key === null ? task : occurrenceRecord(task, key, syntheticId(task.id, key));
  });
}

/**
 * The next open occurrence of a task: of a series the first that is not over, up to `until`. A single task is its
 * own, also when it is over; undefined if a series has none left, or its times can't be expanded.
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
