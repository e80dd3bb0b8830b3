import type { CalendarProblem } from "../problems.ts";
import type { Result } from "../result.ts";
import type { Zone } from "../time/zone.ts";
import { expand, type ExpandLimits, type Occurrence, type Window } from "./expand.ts";
import type { Series } from "./series.ts";

/**
 * As `expand`, but a series whose rule cannot be followed (another calendar's, RFC 7529) takes place when it says outright:
 * at its start, its RDATEs and its overrides. One such event among many must not take the others with it.
 */
export function expandAsFar<T>(
  series: Series<T>,
  window: Window,
  viewer: Zone,
  limits?: Partial<ExpandLimits>,
): Result<readonly Occurrence<T>[], CalendarProblem> {
  const whole = expand(series, window, viewer, limits);
  if (whole.ok || whole.problem.code !== "invalid-recurrence-rule") return whole;
  return expand({ ...series, rules: [], exclusionRules: [] }, window, viewer, limits);
}
