import { DAY, HOUR, MINUTE } from "@snart/calendar/time/instant.ts";

/** The far end of the horizon, ms from now: twelve months. */
const END = 366 * DAY;
const FULL = Math.log(1 + END / MINUTE / 30);

/**
 * The position of a moment on the horizon, 0 (now) to 1 (in twelve months), for `ms` from now: near moments far
 * apart, far ones close together (docs/design.md §5.2). Events that have begun are at 0, events beyond the end at 1.
 */
export const placeOnHorizon = (ms: number): number =>
  Math.log(1 + Math.min(Math.max(0, ms), END) / MINUTE / 30) / FULL;

/** The moments that are written under it; a phone has room for those of `isMain` only. */
export const HORIZON_MARKS = [
  { name: "now", at: 0, isMain: true },
  { name: "hour", at: HOUR, isMain: false },
  { name: "hours4", at: 4 * HOUR, isMain: true },
  { name: "day", at: DAY, isMain: true },
  { name: "days3", at: 3 * DAY, isMain: false },
  { name: "days7", at: 7 * DAY, isMain: false },
  { name: "month", at: 30.5 * DAY, isMain: true },
  { name: "months3", at: 91 * DAY, isMain: false },
  { name: "months12", at: END, isMain: false },
] as const;

/** The nearest of some places to another, as its index; -1 if there are none. */
export function nearestPlace(places: readonly number[], to: number): number {
  let nearest = -1;
  for (const [index, place] of places.entries())
    if (nearest < 0 || Math.abs(place - to) < Math.abs((places[nearest] ?? 0) - to)) nearest = index;
  return nearest;
}

/**
 * The index of the bar that a key points at, of `count` bars, when `at` is pointed at (-1: none): the arrows go to
 * the next one and stop at the ends, Home and End go there, Escape points at none. Null for other keys, and where
 * there are no bars.
 */
export function barAfterKey(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  const last = count - 1;
  if (key === "ArrowRight") return Math.min(at + 1, last);
  if (key === "ArrowLeft") return at < 0 ? last : Math.max(at - 1, 0);
  if (key === "Home") return 0;
  if (key === "End") return last;
  return key === "Escape" && at >= 0 ? -1 : null;
}
