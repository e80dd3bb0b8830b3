import type { Component } from "../icalendar/component.ts";
import type { CalendarProblem } from "../problems.ts";
import { expandAsFar, type ExpandedAsFar } from "../recurrence/expand-as-far.ts";
import type { Window } from "../recurrence/expand.ts";
import type { Series } from "../recurrence/series.ts";
import { failed, ok, type Result } from "../result.ts";
import type { Zone } from "../time/zone.ts";
import { busyTypeOf, type Addresses } from "./busy-type.ts";
import { mergeBusyPeriods, type BusyPeriod } from "./merge-busy-periods.ts";

interface BusyOptions {
  /** the person's addresses: an event that they have declined takes no time. Without addresses answers are ignored */
  readonly addresses?: Addresses;
  /** the limit for all busy periods together (10 000); a series beyond it is busy throughout */
  readonly maxOccurrences?: number;
}

const MAX_OCCURRENCES = 10_000;

/**
 * When somebody is busy within a window, by start, without overlaps: stronger periods cover weaker ones (RFC 4791
 * §7.10). All-day and floating events are read in `zone`. Fails if the answer has more than `maxOccurrences` periods.
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
    for (const { startInstant, endInstant, source } of busyOccurrences(one, window, zone, maxOccurrences)
      .occurrences) {
      const type = busyTypeOf(source, addresses);
      const from = Math.max(startInstant, window.from);
      const to = Math.min(endInstant, window.to);
      if (type && from < to) periods.push({ from, to, type });
    }
    // Merging now and then keeps at most twice the permitted number in memory.
    if (periods.length > 2 * maxOccurrences) periods = [...mergeBusyPeriods(periods)];
    if (periods.length > 2 * maxOccurrences) break;
  }
  const merged = mergeBusyPeriods(periods);
  return merged.length > maxOccurrences
    ? failed({ code: "too-many-occurrences", limit: maxOccurrences })
    : ok(merged);
}

/**
 * The occurrences of a series as far as busy time goes. With more than `maxOccurrences` the first one lasts to the end of the
 * window: nobody should seem free because a series has too many occurrences, nor should all others be unknown.
 */
export function busyOccurrences<T>(
  series: Series<T>,
  window: Window,
  zone: Zone,
  maxOccurrences: number,
): ExpandedAsFar<T> {
  const found = expandAsFar(series, window, zone, { maxOccurrences });
  const { occurrences, problem } = found;
  const [first] = occurrences;
  const isEndless =
    problem?.code === "too-many-occurrences" && first && first.endInstant > first.startInstant;
  return isEndless ? { ...found, occurrences: [{ ...first, endInstant: window.to }] } : found;
}

/** Whether a series is not transparent throughout: others need not be expanded. */
export const mayBeBusy = ({ source, overrides }: Series<Component>, addresses?: Addresses): boolean =>
  [source, ...overrides.map((override) => override.source)].some(
    (one) => busyTypeOf(one, addresses) !== undefined,
  );
