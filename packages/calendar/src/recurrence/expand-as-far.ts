import type { CalendarProblem } from "../problems.ts";
import type { Zone } from "../time/zone.ts";
import { expand, type ExpandLimits, type Occurrence, type Window } from "./expand.ts";
import type { Series } from "./series.ts";

/** The occurrences of one event among many. */
export interface ExpandedAsFar<T> {
  /** within the limit, the earliest if there are more */
  readonly occurrences: readonly Occurrence<T>[];
  /** why they are not all; absent if they are */
  readonly problem?: CalendarProblem;
}

/**
 * Like `expand`, but never fails, as one event must not make all others fail: of a series with too many occurrences it
 * gives the first, and a series whose rule can't be expanded (it uses another calendar, RFC 7529) takes place at its
 * explicit times: its start, its RDATEs and its overrides.
 */
export function expandAsFar<T>(
  series: Series<T>,
  window: Window,
  viewer: Zone,
  limits?: Partial<ExpandLimits>,
): ExpandedAsFar<T> {
  const whole = expand(series, window, viewer, limits);
  if (whole.ok) return { occurrences: whole.value };
  const { problem } = whole;
  const isTooMany = problem.code === "too-many-occurrences";
  const kept = isTooMany ? series : { ...series, rules: [], exclusionRules: [] };
  const part = expand(kept, window, viewer, { ...limits, isCut: true });
  return { occurrences: part.ok ? part.value : [], problem };
}
