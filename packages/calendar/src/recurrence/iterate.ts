import type { CalendarProblem } from "../problems.ts";
import { failed, ok, type Result } from "../result.ts";
import { MAX_INSTANT } from "../time/instant.ts";
import { asLocal, type Local } from "../time/local.ts";
import { countedOut } from "./walk/counted-out.ts";
import type { RecurrenceRule } from "./rule.ts";
import { planOf, type RulePlan } from "./walk/rule-plan.ts";
import { walkDays } from "./walk/walk-days.ts";
import { walkTimes } from "./walk/walk-times.ts";
import { stepsAllowed, type Visit, type WalkEnd, type WalkOptions } from "./walk/walk.ts";

/**
 * Visits the instances of a rule that started at `start`, ascending, each once, until the visitor returns false (RFC
 * 5545 §3.3.10). `start` itself is visited only if the rule gives it, but always counts as the first of COUNT
 * (§3.8.5.3).
 */
export function walkRule(
  rule: RecurrenceRule,
  start: Local,
  options: WalkOptions,
  visit: Visit,
): Result<"ended" | "stopped", CalendarProblem> {
  const plan = planOf(rule, start, options.allDay ?? false);
  if (plan.rscale !== undefined)
    return failed({ code: "invalid-recurrence-rule", detail: `RSCALE=${plan.rscale} is not supported` });
  const end = plan.count === undefined ? walkPlan(plan, options, visit) : walkCounted(plan, options, visit);
  if (end === "overrun") return failed({ code: "too-many-occurrences", limit: stepsAllowed(options) });
  return end === "ended" ? ENDED : STOPPED;
}

const ENDED = ok("ended" as const);
const STOPPED = ok("stopped" as const);

function walkPlan(plan: RulePlan, options: WalkOptions, visit: Visit): WalkEnd {
  if (plan.isEmpty) return "ended";
  return plan.days ? walkDays(plan, plan.days, options, visit) : walkTimes(plan, options, visit);
}

function walkCounted(plan: RulePlan, options: WalkOptions, visit: Visit): WalkEnd {
  // The start is the first of COUNT, so that there is nothing to look for behind it.
  if (plan.count === 1) {
    const to = asLocal(Math.min(plan.start + 1, options.to ?? MAX_INSTANT));
    return walkPlan({ ...plan, count: undefined }, { ...options, to }, visit);
  }
  const counted = countedOut(plan, options, walkPlan);
  if (!counted) return walkPlan(plan, options, visit);
  const { end, isWhole } = counted;
  const to = options.to ?? MAX_INSTANT;
  const walked = walkPlan(counted.plan, { ...options, to: asLocal(Math.min(end + 1, to)) }, visit);
  return walked === "ended" && !isWhole && to > end + 1 ? "overrun" : walked;
}
