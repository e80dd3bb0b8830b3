import type { WorkingHours } from "@snart/calendar/time/working-hours.ts";
import { makesBusy } from "../../../store/items/takes-time.ts";
import type { DaySegment } from "../../../grid/day-contents.ts";

/**
 * Counts the free minutes of the working hours: those without an event that counts as busy (TRANSP, RFC 5545 §3.8.2.7).
 * @param from the first minute of the day that counts, if a part of the day is over
 */
export function freeMinutes(
  segments: readonly DaySegment[],
  working: WorkingHours | null,
  address: string,
  from = 0,
): number {
  if (!working) return 0;
  const busy = segments
    .filter(({ occurrence }) => makesBusy(occurrence.event, address))
    .toSorted((a, b) => a.from - b.from);
  let at = Math.max(working.from, from);
  let free = 0;
  for (const segment of busy) {
    free += Math.max(0, Math.min(segment.from, working.to) - at);
    at = Math.max(at, segment.to);
  }
  return free + Math.max(0, working.to - at);
}
