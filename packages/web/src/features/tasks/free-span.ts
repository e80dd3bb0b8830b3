import { HOUR, MINUTE, type Instant } from "@snart/calendar/time/instant.ts";
import { addDays, asLocal, startOfDay } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { Span } from "../../store/items/span.ts";

/** The hours of a day in which tasks are planned. */
const FROM = 8 * HOUR;
const TO = 20 * HOUR;
const STEP = 15 * MINUTE;

/**
 * The next free hour, from the next quarter on, between 8 and 20 of the viewer's days; undefined if there is none
 * within some days.
 * @param busy in the order of their starts; whole-day events do not count
 */
export function nextFreeSpan(
  busy: readonly Span[],
  now: Instant,
  zone: Zone,
  days: number,
): Span | undefined {
  const timed = busy.filter((it) => !it.allDay && it.end > now);
  const today = startOfDay(zone.toLocal(now));
  for (let day = 0; day < days; day++) {
    const midnight = addDays(today, day);
    const last = zone.toInstant(asLocal(midnight + TO)) - HOUR;
    let start = Math.max(zone.toInstant(asLocal(midnight + FROM)), Math.ceil(now / STEP) * STEP);
    for (const it of timed) if (it.start < start + HOUR && it.end > start) start = it.end;
    if (start <= last) return { start, end: start + HOUR, allDay: false };
  }
  return undefined;
}
