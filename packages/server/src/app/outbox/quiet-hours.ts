import type { ClockSpan } from "@snart/calendar/jmap/profile.ts";
import { MINUTE, type Instant } from "@snart/calendar/time/instant.ts";
import { addDays, asLocal, startOfDay, weekday, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";

/** Minutes after midnight of a time of day such as "21:30"; undefined for anything else. */
export function clockMinutes(text: string): number | undefined {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  return match ? Number(match[1]) * 60 + Number(match[2]) : undefined;
}

/**
 * The end of the quiet hours that contain an instant, in a zone; undefined if none do. Their end follows the clock,
 * also on days when clocks change.
 */
export function quietUntil(at: Instant, hours: ClockSpan | undefined, zone: Zone): Instant | undefined {
  const from = hours && clockMinutes(hours.from);
  const to = hours && clockMinutes(hours.to);
  if (from === undefined || to === undefined || from === to) return undefined;
  const local = zone.toLocal(at);
  const day = startOfDay(local);
  const minute = Math.floor((local - day) / MINUTE);
  const endOn = (midnight: Local): Instant => zone.toInstant(asLocal(midnight + to * MINUTE));
  if (from < to) return minute >= from && minute < to ? endOn(day) : undefined;
  if (minute >= from) return endOn(addDays(day, 1));
  return minute < to ? endOn(day) : undefined;
}

/**
 * The next instant after another at which a zone's clocks show a time of day.
 * @param onDay the day of the week on which it is to be, 1 (Monday) to 7; undefined: on any
 */
export function nextClock(after: Instant, minutes: number, zone: Zone, onDay?: number): Instant {
  const today = startOfDay(zone.toLocal(after));
  for (let days = 0; ; days++) {
    const day = addDays(today, days);
    const at = zone.toInstant(asLocal(day + minutes * MINUTE));
    if (at > after && (onDay === undefined || weekday(day) === onDay)) return at;
  }
}
