import type { Window } from "../recurrence/expand.ts";
import { DAY, MINUTE } from "../time/instant.ts";
import { addDays, asLocal, startOfDay, weekday } from "../time/local.ts";
import type { WorkingHours, WorkingWeek } from "../time/working-hours.ts";
import type { Zone } from "../time/zone.ts";
import { mergeBusyPeriods, type BusyPeriod } from "./merge-busy-periods.ts";

/** The hours in which people can be invited if nothing else is known: 07:00 to 22:00, every day. */
const REASONABLE: WorkingHours = { from: 7 * 60, to: 22 * 60 };

/**
 * The parts of a window outside the hours of each weekday, in a zone: BUSY-UNAVAILABLE periods by start. A change of
 * clocks may shorten the hours. Takes time proportional to the days.
 */
export function hoursOutside(window: Window, zone: Zone, hours?: WorkingWeek): readonly BusyPeriod[] {
  const periods: BusyPeriod[] = [];
  let day = addDays(startOfDay(zone.toLocal(window.from)), -1);
  let since = window.from;
  for (; zone.toInstant(day) < window.to; day = addDays(day, 1)) {
    const open = hours ? hours[weekday(day) - 1] : REASONABLE;
    if (!open) continue;
    const from = zone.toInstant(asLocal(day + open.from * MINUTE));
    const to = zone.toInstant(asLocal(day + Math.min(open.to * MINUTE, DAY)));
    if (to <= since) continue;
    if (since < from) periods.push({ from: since, to: Math.min(from, window.to), type: "BUSY-UNAVAILABLE" });
    since = to;
  }
  if (since < window.to) periods.push({ from: since, to: window.to, type: "BUSY-UNAVAILABLE" });
  return mergeBusyPeriods(periods);
}
