import { dayNumber } from "../time/civil.ts";
import { DAY, MINUTE, type Instant } from "../time/instant.ts";
import { areRealFields, asLocal } from "../time/local.ts";
import type { Zone } from "../time/zone.ts";

/** Minutes since midnight of `07:00`; `24:00` only where an end is read. Undefined for anything else. */
export function readTime(text: string, isEnd = false): number | undefined {
  const match = /^([01]\d|2[0-4]):([0-5]\d)$/.exec(text);
  const minutes = match ? Number(match[1]) * 60 + Number(match[2]) : NaN;
  return minutes < 1440 || (isEnd && minutes === 1440) ? minutes : undefined;
}

/** The day number of `2026-12-24`; undefined for a date that there is not, or outside 1970–2199. */
export function readDate(text: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return undefined;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const isReal = areRealFields({ year, month, day, hour: 0, minute: 0, second: 0 });
  return isReal && year >= 1970 && year < 2200 ? dayNumber(year, month, day) : undefined;
}

/** The date of a day number, as `readDate` reads it. */
export const dateText = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

/** The day number and minutes of `2026-12-01T18:00`; undefined for anything else. */
export function readDateTime(text: string): { readonly day: number; readonly minutes: number } | undefined {
  const [date = "", time = "", ...rest] = text.split("T");
  const [day, minutes] = [readDate(date), readTime(time)];
  return day === undefined || minutes === undefined || rest.length > 0 ? undefined : { day, minutes };
}

/**
 * The moment at which the clocks show a time of a day; minutes may run over into the next day. A reading that the
 * clocks skip means the moment at which they skip it; one that they repeat means the first.
 */
export function instantAt(zone: Zone, day: number, minutes: number): Instant {
  const local = asLocal(day * DAY + minutes * MINUTE);
  const instant = zone.toInstant(local);
  return zone.skips(local) ? changeBefore(zone, instant) : instant;
}

/** The moment within the last day at which the clocks were put forward. */
function changeBefore(zone: Zone, instant: Instant): Instant {
  const later = zone.offsetAt(instant);
  let [low, high] = [instant - DAY, instant];
  if (zone.offsetAt(low) === later) return instant;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zone.offsetAt(middle) === later) high = middle;
    else low = middle;
  }
  return high;
}
