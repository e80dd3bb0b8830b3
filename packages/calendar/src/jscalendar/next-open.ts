import { expandAsFar } from "../recurrence/expand-as-far.ts";
import { instantOf } from "../time/calendar-time.ts";
import { DAY, type Instant } from "../time/instant.ts";
import type { Zone } from "../time/zone.ts";
import { recurrenceKey } from "./item-time.ts";
import { occurrenceOf } from "./occurrence.ts";
import { seriesOfEvent } from "./series/series-of-event.ts";
import { isOver } from "./task-progress.ts";
import type { JSEvent, LocalDateTime } from "./types.ts";

/** The span searched at a time. */
const STEP = 366 * DAY;

/**
 * The key of the next open occurrence of a repeating task: the first one up to `until` that is not over; undefined if
 * there is none or its times can't be expanded. Searches at most `most` occurrences more than those that are over.
 * `viewer` is the zone of floating times.
 */
export function nextOpenKey(
  task: JSEvent,
  until: Instant,
  viewer: Zone,
  most: number,
): LocalDateTime | undefined {
  const series = seriesOfEvent(task);
  if (!series.ok) return undefined;
  const overrides = task.recurrenceOverrides ?? {};
  const { start } = series.value;
  let left = most + Object.keys(overrides).length;
  for (let from = instantOf(start, viewer) - DAY; from < until && left > 0; from += STEP) {
    const window = { from, to: from + STEP };
    const { occurrences, problem } = expandAsFar(series.value, window, viewer, { maxOccurrences: left });
    for (const { recurrenceId } of occurrences) {
      const key = recurrenceId && recurrenceKey(recurrenceId, start);
      if (key !== null && !isOver(occurrenceOf(task, key, overrides[key]))) return key;
    }
    if (problem?.code === "too-many-occurrences") return undefined;
    left -= occurrences.length;
  }
  return undefined;
}
