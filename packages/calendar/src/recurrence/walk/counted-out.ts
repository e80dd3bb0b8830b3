import { DAY, MAX_INSTANT } from "../../time/instant.ts";
import type { Zone } from "../../time/zone.ts";
import type { CountedOut, RulePlan } from "./rule-plan.ts";
import { ALL_DAYS } from "./select-days.ts";
import { MAX_STEPS, type Visit, type WalkEnd, type WalkOptions } from "./walk.ts";

/** A longer COUNT that began less than a year before the window is counted up to the window instead, each time. */
const LONG_COUNT = 5000;
const SHORT_TIME = 366 * DAY;
/**
 * As many steps as a walk from the start may take, so that no window fails with "too many" where a larger one
 * succeeds.
 */
const MAX_COUNTING_STEPS = MAX_STEPS;
/** A rule with more times of day than this is counted out. */
const MAX_TIMES = 24;

type WalkPlan = (plan: RulePlan, options: WalkOptions, visit: Visit) => WalkEnd;

/**
 * Lets a walk reach a window far from the start without counting the instances before it; the result is stored with
 * the plan.
 */
export function countedOut(plan: RulePlan, options: WalkOptions, walk: WalkPlan): CountedOut | undefined {
  const { from, zone } = options;
  const { start, count = 0 } = plan;
  if (from === undefined || from <= start) return undefined;
  if (count > LONG_COUNT && from - start < SHORT_TIME) return undefined;
  const known = plan.counted;
  if (known && known.zone === zone) return known;
  const end = isBeyondReach(plan) ? MAX_INSTANT : evenEnd(plan, zone);
  const counted = end === undefined ? countOut(plan, options, walk) : { end, isWhole: true };
  return (plan.counted = { zone, plan: { ...plan, count: undefined }, ...counted });
}

const SHORTEST = { WEEKLY: 7, MONTHLY: 28, YEARLY: 365 } as const;

/** Whether the supported range ends before a rule can have reached its COUNT. */
function isBeyondReach({ rule, start, unit, times, count = 0 }: RulePlan): boolean {
  const { freq, interval, byDay, byMonthDay, byYearDay, byWeekNo, byMonth } = rule;
  const isOfMany = freq === "WEEKLY" || freq === "MONTHLY" || freq === "YEARLY";
  // A rule that picks days inside its periods can pick every day.
  const picksDays = byDay ?? byMonthDay ?? byYearDay ?? byWeekNo ?? byMonth;
  const spacing = isOfMany ? (picksDays ? DAY : SHORTEST[freq] * DAY * interval) : unit * interval;
  return count > (Math.ceil((MAX_INSTANT - start) / spacing) + 1) * times.length;
}

/** The last instance of a rule with equal periods, found by division; undefined for other rules. */
function evenEnd(
  { days, times, positions, start, count = 0 }: RulePlan,
  zone: Zone | undefined,
): number | undefined {
  if (!days?.isEven || positions || times.length > MAX_TIMES) return undefined;
  for (let index = 0; index < times.length; index++)
    if (zone?.skipsTimeOfDay(times.at(index))) return undefined;
  const first = days.firstDay(days.firstPeriod);
  const picked: number[] = [];
  days.collect(days.firstPeriod, first, ALL_DAYS, picked);
  const instances = picked.flatMap((day) =>
    Array.from({ length: times.length }, (_, index) => day * DAY + times.at(index)),
  );
  // The start is the first of COUNT, whether or not the rule gives it; later instances follow.
  const passed = instances.filter((local) => local <= start).length;
  if (count === 1) return start;
  const index = passed + count - 2;
  const period = Math.floor(index / instances.length) * days.stride * days.shortest;
  return (instances[index % instances.length] as number) + period * DAY;
}

function countOut(plan: RulePlan, options: WalkOptions, walk: WalkPlan): Pick<CountedOut, "end" | "isWhole"> {
  const { from: _, to: __, ...whole } = options;
  let end = -Infinity;
  const walked = walk(plan, { ...whole, maxSteps: MAX_COUNTING_STEPS }, (local) => {
    end = local;
    return true;
  });
  return { end, isWhole: walked !== "overrun" };
}
