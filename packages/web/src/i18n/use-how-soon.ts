import { distance } from "@snart/calendar/distance/distance.ts";
import { DAY, HOUR } from "@snart/calendar/time/instant.ts";
import { dayOf } from "@snart/calendar/time/local.ts";
import type { DistanceTarget } from "@snart/calendar/distance/ladder.ts";
export type { DistanceTarget as HowSoonTarget } from "@snart/calendar/distance/ladder.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { useAtNow } from "./clock.ts";
import { useLanguage } from "./messages.ts";
import { useViewerZone } from "./viewer-zone.ts";

/** How near a target is: 1 within the hour, 2 within 24 hours, 3 within 7 days, 4 later (docs/design.md §2.3). */
type Nearness = 1 | 2 | 3 | 4 | "past";

/** Words for how soon a moment or day is, in the viewer's language and zone; rendered again only when they change. */
export function useHowSoon(target: DistanceTarget): string {
  const zone = useViewerZone();
  const language = useLanguage();
  return useAtNow((now) => distance(target, now, zone, language));
}

/** The warmth of the same target. */
export function useNearness(target: DistanceTarget): Nearness {
  const zone = useViewerZone();
  return useAtNow((now) => nearness(target, now, zone));
}

/** How near a target is at a moment; today counts as within 24 hours, a day that is over as past. */
function nearness(target: DistanceTarget, now: number, zone: Zone): Nearness {
  if (target.kind === "date") {
    const days = dayOf(target.date) - dayOf(zone.toLocal(now));
    if (days < 0) return "past";
    return days === 0 ? 1 : days <= 7 ? 3 : 4;
  }
  const ahead = target.at - now;
  if (ahead < 0) return "past";
  if (ahead <= HOUR) return 1;
  if (ahead <= DAY) return 2;
  return ahead <= 7 * DAY ? 3 : 4;
}
