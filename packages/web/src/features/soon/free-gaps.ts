import { HOUR, MINUTE, type Instant } from "@snart/calendar/time/instant.ts";
import { asLocal, startOfDay, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";

/** A piece of time; the end is exclusive. */
export interface Stretch {
  readonly start: Instant;
  readonly end: Instant;
}

/** The hours in which free time is worth showing (docs/design.md §5.2), as time since midnight. */
const WAKING = { from: 7 * HOUR, to: 22 * HOUR } as const;

interface GapOptions {
  /** any time of the day that is looked at, in `zone` */
  readonly day: Local;
  readonly now: Instant;
  readonly zone: Zone;
  /** the shortest that counts, ms of real time */
  readonly least: number;
}

/**
 * The free time of one day within waking hours, in order. On the day of `now`, it counts from now to the end of the
 * waking hours; on other days only the time between two events counts. The events may overlap and be in any order;
 * days with a clock change have their real length.
 */
export function freeGaps(taken: Iterable<Stretch>, { day, now, zone, least }: GapOptions): Stretch[] {
  const midnight = startOfDay(day);
  const isToday = startOfDay(zone.toLocal(now)) === midnight;
  const from = zone.toInstant(asLocal(midnight + WAKING.from));
  const to = zone.toInstant(asLocal(midnight + WAKING.to));
  const thisMinute = Math.floor(now / MINUTE) * MINUTE;
  let free = isToday ? Math.max(from, thisMinute) : null;
  const gaps: Stretch[] = [];
  const tell = (end: Instant): void => {
    if (free !== null && end - free >= least) gaps.push({ start: free, end });
  };
  for (const { start, end } of [...taken].toSorted((a, b) => a.start - b.start)) {
    if (start >= to) break;
    tell(start);
    free = Math.max(free ?? from, end);
  }
  if (isToday) tell(to);
  return gaps;
}
