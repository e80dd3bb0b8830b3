import { distance } from "@snart/calendar/distance/distance.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import { useAtNow } from "./clock.ts";
import { useLanguage } from "./messages.ts";
import { useViewerZone } from "./viewer-zone.ts";

/**
 * Words for how long ago something happened. The shared clock may be up to a minute behind, so anything newer than
 * its last tick counts as having happened just now, never as still ahead.
 */
export function useHowLongAgo(at: Instant): string {
  const zone = useViewerZone();
  const language = useLanguage();
  return useAtNow((now) => distance({ kind: "instant", at }, Math.max(now, at + 1), zone, language));
}
