import type { CalendarProblem } from "../problems.ts";
import { failed, ok } from "../result.ts";
import type { Result } from "../result.ts";
import { HOUR, MAX_INSTANT, MINUTE, SECOND } from "../time/instant.ts";
import { asLocal } from "../time/local.ts";
import type { Local } from "../time/local.ts";
import { countedOut } from "./counted-out.ts";
import type { CountedOut } from "./counted-out.ts";
import type { RecurrenceRule } from "./rule.ts";
import { walkDays } from "./walk-days.ts";
import { walkTimes } from "./walk-times.ts";
import { stepsAllowed } from "./walk.ts";
import type { Visit, WalkEnd, WalkOptions } from "./walk.ts";

/**
 * Visits the instances of a rule that started at `start`, ascending, each once, until the visitor answers false (RFC 5545 §3.3.10).
 * `start` itself is visited only if the rule gives it, but always counts as the first of COUNT (§3.8.5.3).
 */
export function walkRule(
  rule: RecurrenceRule,
  start: Local,
  options: WalkOptions,
  visit: Visit,
): Result<"ended" | "stopped", CalendarProblem> {
  if (rule.rscale !== undefined)
    return failed({ code: "invalid-recurrence-rule", detail: `RSCALE=${rule.rscale} is not supported` });
  const counted = rule.count === undefined ? undefined : countedOut(rule, start, options, walkPeriods);
  const end = counted ? walkUncounted(counted, options, visit) : walkPeriods(rule, start, options, visit);
  if (end === "overrun") return failed({ code: "too-many-occurrences", limit: stepsAllowed(options) });
  return end === "ended" ? ENDED : STOPPED;
}

const ENDED = ok("ended" as const);
const STOPPED = ok("stopped" as const);

function walkPeriods(rule: RecurrenceRule, start: Local, options: WalkOptions, visit: Visit): WalkEnd {
  switch (rule.freq) {
    case "HOURLY":
      return walkTimes(rule, start, options, HOUR, visit);
    case "MINUTELY":
      return walkTimes(rule, start, options, MINUTE, visit);
    case "SECONDLY":
      return walkTimes(rule, start, options, SECOND, visit);
    case "DAILY":
    case "WEEKLY":
    case "MONTHLY":
    case "YEARLY":
      return walkDays(rule, start, options, visit);
  }
}

function walkUncounted({ rule, start, end }: CountedOut, options: WalkOptions, visit: Visit): WalkEnd {
  if (Number.isNaN(end)) return "overrun";
  const to = asLocal(Math.min(end + 1, options.to ?? MAX_INSTANT));
  return walkPeriods(rule, start, { ...options, to }, visit);
}
