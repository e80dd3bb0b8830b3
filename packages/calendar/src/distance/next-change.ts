import { DAY, HOUR, MINUTE, type Instant } from "../time/instant.ts";
import { addDays, asLocal, startOfDay } from "../time/local.ts";
import type { Zone } from "../time/zone.ts";
import type { DistanceTarget } from "./ladder.ts";

/**
 * When the wording of a distance may change next, after `now`: the next full minute below a day, the viewer's next
 * full hour from a day up (or the moment the gap falls below a day), the next midnight for whole days. The one shared
 * timer takes the earliest of everything on screen.
 */
export function nextChange(target: DistanceTarget, now: Instant, zone: Zone): Instant {
  const local = zone.toLocal(now);
  if (target.kind === "date") return later(zone.toInstant(addDays(startOfDay(local), 1)), now, DAY);
  const gap = Math.abs(target.at - now);
  if (gap < DAY) return (Math.floor(now / MINUTE) + 1) * MINUTE;
  const hour = later(zone.toInstant(asLocal((Math.floor(local / HOUR) + 1) * HOUR)), now, HOUR);
  const falls = target.at - DAY;
  return falls > now ? Math.min(hour, falls) : hour;
}

/**
 * A reading that comes twice (clocks going back) may mean a moment already past; then a full step is close enough.
 */
const later = (at: Instant, now: Instant, step: number): Instant => (at > now ? at : now + step);
