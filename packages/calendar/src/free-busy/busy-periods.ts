import type { Component } from "../icalendar/component.ts";
import type { CalendarProblem } from "../problems.ts";
import { expandAsFar } from "../recurrence/expand-as-far.ts";
import type { Window } from "../recurrence/expand.ts";
import type { Series } from "../recurrence/series.ts";
import { failed, ok, type Result } from "../result.ts";
import type { Zone } from "../time/zone.ts";
import { busyTypeOf, type Addresses } from "./busy-type.ts";
import { mergeBusyPeriods, type BusyPeriod } from "./merge-busy-periods.ts";

export interface BusyOptions {
  /** of whoever is asked about: an event that this person has declined takes no time; none, and answers do not count */
  readonly addresses?: Addresses;
  /** of one series, and of busy periods in all (10 000) */
  readonly maxOccurrences?: number;
}

const MAX_OCCURRENCES = 10_000;

/**
 * When somebody is busy within a window, by start, without overlaps: stronger periods cover weaker ones
 * (RFC 4791 §7.10). All-day and floating events are those of `zone`. Fails when there is too much to look at:
 * `maxOccurrences` of one series, or of periods to tell.
 */
export function busyPeriods(
  series: Iterable<Series<Component>>,
  window: Window,
  zone: Zone,
  { addresses, maxOccurrences = MAX_OCCURRENCES }: BusyOptions = {},
): Result<readonly BusyPeriod[], CalendarProblem> {
  let periods: BusyPeriod[] = [];
  for (const one of series) {
    if (!mayBeBusy(one, addresses)) continue;
    const found = expandAsFar(one, window, zone, { maxOccurrences });
    if (!found.ok) return found;
    for (const { startInstant, endInstant, source } of found.value) {
      const type = busyTypeOf(source, addresses);
      const from = Math.max(startInstant, window.from);
      const to = Math.min(endInstant, window.to);
      if (type && from < to) periods.push({ from, to, type });
    }
    // Merging now and then keeps no more than twice of what may be told.
    if (periods.length > 2 * maxOccurrences) periods = [...mergeBusyPeriods(periods)];
    if (periods.length > 2 * maxOccurrences) break;
  }
  const merged = mergeBusyPeriods(periods);
  return merged.length > maxOccurrences
    ? failed({ code: "too-many-occurrences", limit: maxOccurrences })
    : ok(merged);
}

/** Spares expanding what is transparent throughout. */
const mayBeBusy = ({ source, overrides }: Series<Component>, addresses?: Addresses): boolean =>
  [source, ...overrides.map((override) => override.source)].some(
    (one) => busyTypeOf(one, addresses) !== undefined,
  );
