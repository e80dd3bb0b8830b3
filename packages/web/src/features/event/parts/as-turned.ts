import { HOUR } from "@snart/calendar/time/instant.ts";
import { asLocal, startOfDay } from "@snart/calendar/time/local.ts";
import { atMinutes, minutesOf, type DatesDraft } from "./event-dates.tsx";

const MORNING = 9 * 60;

/**
 * Returns the times of a draft after a turn to whole days or back to hours.
 * @param before the draft whose hours it gets back; if that has whole days, it gets one hour from nine
 */
export function asTurned(draft: DatesDraft, before: DatesDraft, allDay: boolean): DatesDraft {
  if (allDay) return { allDay, start: startOfDay(draft.start), end: startOfDay(asLocal(draft.end - 1)) };
  const start = atMinutes(draft.start, before.allDay ? MORNING : minutesOf(before.start));
  const length = before.allDay ? HOUR : before.end - before.start;
  return { allDay, start, end: asLocal(start + length) };
}
