import type { WorkingHours } from "@snart/calendar/time/working-hours.ts";
import { isTask } from "../../../store/items/entries.ts";
import { eventFacts } from "../../../store/items/event-facts.ts";
import type { DaySegment } from "../../../grid/day-contents.ts";

/**
 * How many minutes of the working hours are free: those that nothing takes up which counts as busy.
 * @param from the minute of the day to count from, where some of it is over
 */
export function freeMinutes(
  segments: readonly DaySegment[],
  working: WorkingHours | null,
  address: string,
  from = 0,
): number {
  if (!working) return 0;
  const busy = segments
    .filter(({ occurrence }) => takesTime(occurrence.event, address))
    .toSorted((a, b) => a.from - b.from);
  let at = Math.max(working.from, from);
  let free = 0;
  for (const segment of busy) {
    free += Math.max(0, Math.min(segment.from, working.to) - at);
    at = Math.max(at, segment.to);
  }
  return free + Math.max(0, working.to - at);
}

/** Whether somebody who goes to it is busy then. */
function takesTime(event: DaySegment["occurrence"]["event"], address: string): boolean {
  if (isTask(event) || event.freeBusyStatus === "free") return false;
  const { answer, isCancelled } = eventFacts(event, address);
  return !isCancelled && answer !== "declined";
}
