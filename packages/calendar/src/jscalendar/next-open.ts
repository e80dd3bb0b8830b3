import { expandAsFar } from "../recurrence/expand-as-far.ts";
import { instantOf } from "../time/calendar-time.ts";
import { DAY, type Instant } from "../time/instant.ts";
import type { Zone } from "../time/zone.ts";
import { recurrenceKey } from "./item-time.ts";
import { occurrenceOf } from "./occurrence.ts";
import { seriesOfEvent } from "./series/series-of-event.ts";
import { isOver } from "./task-progress.ts";
import type { JSEvent, LocalDateTime } from "./types.ts";

/** Looked through at a time. */
const STEP = 366 * DAY;

/**
 * The key of what is to be done next of a task that repeats: its first occurrence that is not over, up to `until`; undefined
 * when nothing is left, or its times can't be followed. A series is looked through to `most` occurrences besides those that
 * are over. `viewer` is the zone of floating times.
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
    const found = expandAsFar(series.value, { from, to: from + STEP }, viewer, { maxOccurrences: left });
    if (!found.ok) return undefined;
    for (const { recurrenceId } of found.value) {
      const key = recurrenceId && recurrenceKey(recurrenceId, start);
      if (key !== null && !isOver(occurrenceOf(task, key, overrides[key]))) return key;
    }
    left -= found.value.length;
  }
  return undefined;
}
