import { DAY } from "../time/instant.ts";
import type { Local } from "../time/local.ts";
import type { Zone } from "../time/zone.ts";
import type { RecurrenceRule } from "./rule.ts";
import { isOfDays, planOf } from "./rule-plan.ts";
import type { CountedOut } from "./rule-plan.ts";
import { walkDays } from "./walk-days.ts";
import type { WalkOptions } from "./walk.ts";

/** A COUNT shorter than this is counted out each time, and so is one from less than a year before. */
const SHORT_COUNT = 30;
const SHORT_TIME = 366 * DAY;
/** … and one that takes more work than this too, as all of it must be done before anything is seen. */
const MAX_COUNTING_STEPS = 20_000;

/** Lets a window far from the start be reached without counting one's way there; remembered with the plan. */
export function countedOut(rule: RecurrenceRule, start: Local, options: WalkOptions): CountedOut | undefined {
  const { from, zone, allDay = false } = options;
  if (rule.count === undefined || rule.count < SHORT_COUNT || !isOfDays(rule)) return undefined;
  if (from === undefined || from - start < SHORT_TIME) return undefined;
  const plan = planOf(rule, start);
  const known = plan.counted;
  if (known?.zone !== zone || known?.allDay !== allDay || !known)
    plan.counted = countOut(rule, start, zone, allDay);
  return plan.counted && Number.isNaN(plan.counted.end) ? undefined : plan.counted;
}

function countOut(rule: RecurrenceRule, start: Local, zone: Zone | undefined, allDay: boolean): CountedOut {
  const { count: _, ...uncounted } = rule;
  let end = -Infinity;
  const options = { maxSteps: MAX_COUNTING_STEPS, allDay, ...(zone && { zone }) };
  const walked = walkDays(rule, start, options, (local) => {
    end = local;
    return true;
  });
  return { zone, allDay, rule: uncounted, end: walked === "overrun" ? NaN : end };
}
