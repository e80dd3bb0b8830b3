import type { Instant } from "@snart/calendar/time/instant.ts";
import { dayOf } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";

/** What the clock shows in a zone at a moment, and how many days later the date there is than the viewer's. */
export interface TimeThere {
  readonly zone: Zone;
  readonly days: number;
}

/**
 * Returns the zones to name beside a time, the westernmost first: those given in which the clock differs from the
 * viewer's, and the viewer's own. Empty if the clock is the same everywhere.
 */
export function zonesAt(at: Instant, viewer: Zone, others: readonly Zone[]): readonly TimeThere[] {
  const here = viewer.toLocal(at);
  const found = new Map<number, Zone>([[here, viewer]]);
  // Two zones with the same clock need no two names.
  for (const zone of others) if (!found.has(zone.toLocal(at))) found.set(zone.toLocal(at), zone);
  if (found.size === 1) return [];
  return [...found]
    .toSorted(([a], [b]) => a - b)
    .map(([, zone]) => ({ zone, days: dayOf(zone.toLocal(at)) - dayOf(here) }));
}
