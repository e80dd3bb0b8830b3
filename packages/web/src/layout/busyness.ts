import { HOUR } from "@snart/calendar/time/instant.ts";
import { addDays, asLocal } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { isDrawnAsBar, touchedDays, type Stretch } from "./touched-days.ts";

/** The hours in which a day can be booked, on the viewer's clock. */
const WAKING_FROM = 7 * HOUR;
const WAKING_TO = 23 * HOUR;

/** How full a day is: 0 nothing, 4 hardly an hour left. */
type BusyLevel = 0 | 1 | 2 | 3 | 4;

export interface BusyDay {
  /** number of events on the day */
  readonly count: number;
  /** booked waking hours, ms; overlapping time counts once */
  readonly booked: number;
  readonly level: BusyLevel;
}

/** The share of the waking hours at which each next level begins. */
const SHARES = [0.12, 0.3, 0.55] as const;

/**
 * How full each day is, from `fromDay` (days since 1970-01-01) up to `toDay`, exclusive. Whole days and longer events
 * are counted but book no hours: a birthday leaves the day free.
 */
export function busynessOf(
  stretches: readonly Stretch[],
  { fromDay, toDay }: { readonly fromDay: number; readonly toDay: number },
  zone: Zone,
): readonly BusyDay[] {
  const counts = Array.from({ length: Math.max(0, toDay - fromDay) }, () => 0);
  const timed = new Map<number, Stretch[]>();
  for (const stretch of stretches) {
    const { startDay, endDay } = touchedDays(stretch, zone);
    for (let day = Math.max(startDay, fromDay); day < Math.min(endDay, toDay); day++) {
      counts[day - fromDay] = (counts[day - fromDay] ?? 0) + 1;
      if (isDrawnAsBar(stretch)) continue;
      const known = timed.get(day) ?? [];
      timed.set(day, known);
      known.push(stretch);
    }
  }
  return counts.map((count, index) => {
    const there = timed.get(fromDay + index);
    const booked = there ? bookedOf(there, fromDay + index, zone) : 0;
    return { count, booked, level: levelOf(count, booked) };
  });
}

function levelOf(count: number, booked: number): BusyLevel {
  if (count === 0) return 0;
  const share = booked / (WAKING_TO - WAKING_FROM);
  return (1 + SHARES.filter((least) => share >= least).length) as BusyLevel;
}

/** The booked part of a day's waking time, ms. */
function bookedOf(stretches: readonly Stretch[], day: number, zone: Zone): number {
  const midnight = addDays(asLocal(0), day);
  const from = zone.toInstant(asLocal(midnight + WAKING_FROM));
  const to = zone.toInstant(asLocal(midnight + WAKING_TO));
  let booked = 0;
  let covered = from;
  for (const { start, end } of stretches.toSorted((a, b) => a.start - b.start)) {
    const begins = Math.max(start, covered);
    const ends = Math.min(end, to);
    if (ends <= begins) continue;
    booked += ends - begins;
    covered = ends;
  }
  return booked;
}
