import { HOUR, MINUTE, SECOND } from "../time/instant.ts";
import { dayOf, timeOfDay } from "../time/local.ts";
import type { Local } from "../time/local.ts";
import type { Zone } from "../time/zone.ts";
import { periodDays } from "./period-days.ts";
import type { PeriodDays } from "./period-days.ts";
import type { RecurrenceRule } from "./rule.ts";

/** What a rule of days or longer means for a start, whatever the window. */
export interface RulePlan {
  readonly start: Local;
  readonly interval: number;
  readonly periods: PeriodDays;
  readonly firstPeriod: number;
  /** how many periods before the window one can give instances in it: SKIP=FORWARD moves some into the next */
  readonly early: number;
  /** times of day, in milliseconds since midnight, ascending */
  readonly times: readonly number[];
  counted?: CountedOut;
}

/** A rule whose COUNT has been counted out for one start. */
export interface CountedOut {
  readonly zone: Zone | undefined;
  readonly allDay: boolean;
  /** the rule without its COUNT … */
  readonly rule: RecurrenceRule;
  /** … which ends with this instance instead; NaN if to find it is too much work */
  readonly end: number;
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
  return {
    start,
    interval: rule.interval,
    periods,
    firstPeriod: periods.periodOf(dayOf(start)),
    early: rule.skip === "FORWARD" ? 1 : 0,
    times: timesOfDay(rule, start),
  };
}

/** Whether the rule's periods are days or longer. */
export const isOfDays = ({ freq }: RecurrenceRule): boolean =>
  freq === "DAILY" || freq === "WEEKLY" || freq === "MONTHLY" || freq === "YEARLY";

/** The times of day of a rule whose periods are days or longer: milliseconds since midnight, ascending. */
function timesOfDay(rule: RecurrenceRule, start: Local): number[] {
  const hours = rule.byHour ?? [Math.floor(timeOfDay(start) / HOUR)];
  const withinHour = offsetsWithin(rule, start, HOUR);
  return hours.flatMap((hour) => withinHour.map((offset) => hour * HOUR + offset));
}

/** The instances within one hour, minute or second, as milliseconds since its start, ascending. */
export function offsetsWithin(rule: RecurrenceRule, start: Local, unit: number): number[] {
  if (unit === SECOND) return [0];
  const time = timeOfDay(start);
  const seconds = rule.bySecond ?? [Math.floor((time % MINUTE) / SECOND)];
  if (unit === MINUTE) return seconds.map((second) => second * SECOND);
  const minutes = rule.byMinute ?? [Math.floor((time % HOUR) / MINUTE)];
  return minutes.flatMap((minute) => seconds.map((second) => minute * MINUTE + second * SECOND));
}
