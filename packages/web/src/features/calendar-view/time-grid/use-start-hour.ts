import { HOUR } from "@snart/calendar/time/instant.ts";
import { dayOf, timeOfDay, type Local } from "@snart/calendar/time/local.ts";
import type { WorkingHours } from "@snart/calendar/time/working-hours.ts";
import { useEffectEvent, useLayoutEffect, type RefObject } from "react";
import { clockNow } from "../../../i18n/clock.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";

/** The hour at the top of weeks without working hours. */
const FIRST_HOUR = 7;

/** Scrolls to an hour before the working hours of the days shown, or to now when it is late in the day. */
export function useStartHour(
  scroller: RefObject<HTMLElement | null>,
  hourHeight: number,
  days: readonly Local[],
  working: readonly (WorkingHours | null)[],
): void {
  const zone = useViewerZone();
  const start = useEffectEvent(() => {
    const element = scroller.current;
    if (!element) return;
    const local = zone.toLocal(clockNow());
    const hour = timeOfDay(local) / HOUR;
    const shown = element.clientHeight / hourHeight - 3;
    const isNear = days.some((day) => dayOf(day) === dayOf(local));
    const froms = working.flatMap((hours) => (hours ? [hours.from / 60 - 1] : []));
    const usual = froms.length > 0 ? Math.max(0, Math.min(...froms)) : FIRST_HOUR;
    const first = isNear && hour > usual + shown ? hour - 1.5 : usual;
    element.scrollTo({ top: first * hourHeight - hourHeight / 4 });
  });
  useLayoutEffect(() => start(), []);
}
