import { DAY } from "../../time/instant.ts";
import type { DayPlan, RulePlan } from "./rule-plan.ts";
import { ALL_DAYS } from "./select-days.ts";
import {
  firstLookedAt,
  lastLookedAt,
  stepsAllowed,
  Walk,
  type Visit,
  type WalkEnd,
  type WalkOptions,
} from "./walk.ts";

/**
 * Walks a rule whose periods are days or longer. Most windows contain no instance, so nothing is allocated for them.
 */
export function walkDays(plan: RulePlan, periods: DayPlan, options: WalkOptions, visit: Visit): WalkEnd {
  const { firstPeriod, stride, reach } = periods;
  const { earliest, latest } = reach;
  const from = Math.floor(firstLookedAt(plan, options) / DAY) | 0;
  const to = Math.floor(lastLookedAt(plan, options) / DAY) | 0;
  const wanted = periods.periodOf(from) - periods.early;
  let period = firstPeriod;
  if (wanted > period)
    period = stride === 1 ? wanted : period + Math.ceil((wanted - period) / stride) * stride;
  let stepsLeft = stepsAllowed(options);
  let days: number[] | undefined;
  let walk: Walk | undefined;
  for (; ; period += stride) {
    const first = periods.firstDay(period);
    if (first + earliest > to) return "ended";
    if (--stepsLeft < 0) return "overrun";
    if (first + latest >= from) {
      days ??= [];
      // Positions count all days of a period, including those outside the window.
      periods.collect(period, first, plan.positions ? ALL_DAYS : { from, to }, days);
      if (days.length > 0) {
        walk ??= new Walk(plan, options, visit);
        if (!walk.takePeriod(days, DAY, plan.times)) return walk.end;
        days.length = 0;
      }
    }
    if (first + periods.soonest > to) return "ended";
  }
}
