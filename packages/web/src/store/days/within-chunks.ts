import { seriesOfEvent } from "@snart/calendar/jscalendar/series/series-of-event.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { expandAsFar } from "@snart/calendar/recurrence/expand-as-far.ts";
import { addDays, asLocal } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { CHUNK_DAYS, runsOfChunks } from "./loaded-chunks.ts";

/**
 * Returns a test of whether an event takes place in some chunks of days, in the viewer's zone. An event with
 * unreadable times does not: it would not be shown either.
 */
export function withinChunks(chunks: Iterable<number>, zone: Zone): (event: JSEvent) => boolean {
  const day = (chunk: number) => zone.toInstant(addDays(asLocal(0), chunk * CHUNK_DAYS));
  const windows = runsOfChunks(chunks).map(({ from, to }) => ({ from: day(from), to: day(to) }));
  return (event) => {
    const series = seriesOfEvent(event);
    if (!series.ok) return false;
    return windows.some((window) => {
      const { occurrences, problem } = expandAsFar(series.value, window, zone);
      // Too many to be counted are there.
      return problem?.code === "too-many-occurrences" || occurrences.length > 0;
    });
  };
}
