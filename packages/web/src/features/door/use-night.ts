import { isDarkOutside } from "@snart/calendar/almanac/sun.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { useEffect } from "react";
import { useAtNow } from "../../i18n/clock.ts";

/** Makes the page dark while the sun is down where the screen is, so that it lights no stairs at night. */
export function useNight(zone: Zone): void {
  const isNight = useAtNow((now) => isDarkOutside(now, zone));
  useEffect(() => {
    document.documentElement.toggleAttribute("data-night", isNight);
    return () => document.documentElement.removeAttribute("data-night");
  }, [isNight]);
}
