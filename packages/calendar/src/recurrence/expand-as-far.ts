import type { CalendarProblem } from "../problems.ts";
import type { Result } from "../result.ts";
import type { Zone } from "../time/zone.ts";
import { expand, type ExpandLimits, type Occurrence, type Window } from "./expand.ts";
import type { Series } from "./series.ts";

/**
 * Like `expand`, but a series whose rule can't be expanded (it uses another calendar, RFC 7529) takes place at its
 * explicit times: its start, its RDATEs and its overrides. One such event must not make all others fail.
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
