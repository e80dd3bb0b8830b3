import { PAGE_LIMITS } from "@snart/calendar/booking-page/page-limits.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import { dayOf } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { PageBooking } from "../../../storage/records/booking-pages.ts";
import type { App } from "../../app.ts";
import { firstStart, isNearNow, type Days } from "../offers.ts";
import type { AskedType } from "../page-facts.ts";

/** How many days it is looked ahead: at first those in which there is most often a time, then the rest of a year and some days. */
const AHEAD = [PAGE_LIMITS.daysAtOnce, 8 * PAGE_LIMITS.daysAtOnce];
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
  const first = (type: AskedType, days: Days, moment: Instant) =>
    firstStart(app, type, days, zone, { own, now: moment, length });
  let day = dayOf(zone.toLocal(at));
  for (const count of AHEAD) {
    const start = await first(far, { first: day, last: day + count - 1 }, at);
    day += count;
    if (start === undefined) continue;
    const on = dayOf(zone.toLocal(start));
    const isBookable = at === now && (await first(asked, { first: on, last: on }, now)) === start;
    return { start, isBookable };
  }
  return undefined;
}
