import { DAY } from "../time/instant.ts";
import { dayOf } from "../time/local.ts";
import type { Local } from "../time/local.ts";
import { periodDays } from "./period-days.ts";
import type { PeriodDays } from "./period-days.ts";
import type { RecurrenceRule } from "./rule.ts";
import { TimesWithin } from "./times-within.ts";

/** What a rule of days or longer means for a start, whatever the window. */
export interface RulePlan {
  readonly start: Local;
  readonly interval: number;
  readonly periods: PeriodDays;
  readonly firstPeriod: number;
  /** how many periods before the window one can give instances in it: SKIP=FORWARD moves some into the next */
  readonly early: number;
  /** times of day */
  readonly times: TimesWithin;
  /** the most instances that a period can have, BYSETPOS apart */
  readonly most: number;
}

/** Plans by rule, a few for each: the same series are looked at week after week. */
const plans = new WeakMap<RecurrenceRule, RulePlan[]>();
const MAX_PLANS = 8;

/** The plan of a rule of days or longer for a start; remembered with the rule. */
export function planOf(rule: RecurrenceRule, start: Local): RulePlan {
  const known = plans.get(rule);
  if (known) for (const plan of known) if (plan.start === start) return plan;
  const plan = makePlan(rule, start);
  if (!known) plans.set(rule, [plan]);
  else if (known.length < MAX_PLANS) known.push(plan);
  else known.splice(0, 1, plan);
  return plan;
}

function makePlan(rule: RecurrenceRule, start: Local): RulePlan {
  const periods = periodDays(rule, dayOf(start));
  const times = new TimesWithin(rule, start, DAY);
  return {
    start,
    interval: rule.interval,
    periods,
    firstPeriod: periods.periodOf(dayOf(start)),
    early: rule.skip === "FORWARD" ? 1 : 0,
    times,
    most: (periods.reach.latest - periods.reach.earliest + 1) * times.length,
  };
}
