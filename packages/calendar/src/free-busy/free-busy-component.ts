import { parameterValue, propertiesNamed, type Component } from "../icalendar/component.ts";
import { readTimes } from "../icalendar/time-property.ts";
import type { Window } from "../recurrence/expand.ts";
import { instantOf } from "../time/calendar-time.ts";
import { UTC } from "../time/zone.ts";
import { mergeBusyPeriods, type BusyPeriod, type BusyType } from "./merge-busy-periods.ts";

/** The most periods of one VFREEBUSY that are read; further ones are ignored. */
const MAX_PERIODS = 10_000;

const TYPES: Readonly<Record<string, BusyType | "FREE">> = {
  FREE: "FREE",
  BUSY: "BUSY",
  "BUSY-UNAVAILABLE": "BUSY-UNAVAILABLE",
  "BUSY-TENTATIVE": "BUSY-TENTATIVE",
};

/**
 * The busy periods of a VFREEBUSY within a window, by start and without overlaps (RFC 5545 §3.8.2.6). An unknown type
 * counts as BUSY (§3.2.9); periods that can't be read are left out.
 */
export function busyPeriodsOfComponent(freeBusy: Component, window: Window): readonly BusyPeriod[] {
  const periods: BusyPeriod[] = [];
  for (const property of propertiesNamed(freeBusy, "FREEBUSY")) {
    const type = TYPES[parameterValue(property, "FBTYPE")?.trim().toUpperCase() ?? "BUSY"] ?? "BUSY";
    if (type === "FREE") continue;
    for (const { start, end } of readTimes(property, () => undefined) ?? []) {
      if (!end || periods.length >= MAX_PERIODS) continue;
      const from = Math.max(instantOf(start, UTC), window.from);
      const to = Math.min(instantOf(end, UTC), window.to);
      if (from < to) periods.push({ from, to, type });
    }
  }
  return mergeBusyPeriods(periods);
}
