import { DAY, type Instant } from "./instant.ts";
import { TransitionZone } from "./transition-zone.ts";
import type { Zone } from "./zone.ts";

/** Laws are not made further ahead. */
const AHEAD = 20 * 366 * DAY;

/** What a zone's clocks do in the twenty years from an instant on: equal for zones that mean the same then, whatever their names. */
export function clocksFrom(zone: Zone, from: Instant): string {
  const changes = zone instanceof TransitionZone ? zone.transitionsWithin(from, from + AHEAD) : [];
  const real = changes.filter(({ at, before, offset }) => at > from && before !== offset);
  return [zone.offsetAt(from), ...real.map(({ at, offset }) => `${at} ${offset}`)].join();
}
