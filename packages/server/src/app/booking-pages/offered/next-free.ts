import { PAGE_LIMITS } from "@snart/calendar/booking-page/page-limits.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import { dayOf } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { PageBooking } from "../../../storage/records/booking-pages.ts";
import type { App } from "../../app.ts";
import { isNearNow, startsOn } from "../offers.ts";
import type { AskedType } from "../page-facts.ts";

/** How far it is looked ahead: a year and some days. */
const STEPS = 9;
const STEP = PAGE_LIMITS.daysAtOnce;
/** Further than it is looked ahead. */
const FAR = "P730D";

export interface NextFree {
  readonly start: Instant;
  /** Whether it can be booked at this moment already; not: the page is paused, or does not let anybody book so far ahead yet. */
  readonly isBookable: boolean;
}

/**
 * The first time that a guest can have, within a year, also where it can be booked only later: after a pause with an end, and beyond how
 * far ahead the page can be booked. Whatever keeps the times before it counts alike, so that it tells nobody why there are none.
 * @param length milliseconds; undefined: whichever
 * @returns undefined where there is none, and where somebody opens the page again
 */
export async function nextFree(
  app: App,
  asked: AskedType,
  length: number | undefined,
  zone: Zone,
  own: readonly PageBooking[],
): Promise<NextFree | undefined> {
  const now = app.now();
  const { state, pausedUntil } = asked.page;
  const opens = state === "paused" ? pausedUntil : now;
  if (opens === null || !isNearNow(Math.max(now, opens), 1, now)) return undefined;
  const at = Math.max(now, opens);
  const { horizon } = asked.type;
  const far = { ...asked, type: { ...asked.type, horizon: "within" in horizon ? { within: FAR } : horizon } };
  const first = async (type: AskedType, from: number, to: number, moment: Instant) => {
    const starts = await startsOn(app, type, { first: from, last: to }, zone, own, moment);
    return starts.find(({ lengths }) => length === undefined || lengths.includes(length))?.start;
  };
  for (let step = 0, day = dayOf(zone.toLocal(at)); step < STEPS; step++, day += STEP) {
    const start = await first(far, day, day + STEP - 1, at);
    if (start === undefined) continue;
    const on = dayOf(zone.toLocal(start));
    return { start, isBookable: at === now && (await first(asked, on, on, now)) === start };
  }
  return undefined;
}
