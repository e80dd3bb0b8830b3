import { DAY, HOUR, MINUTE, SECOND } from "../../time/instant.ts";
import { dayOf, type Local } from "../../time/local.ts";
import type { Zone } from "../../time/zone.ts";
import { periodDays, type PeriodDays } from "./period-days.ts";
import type { RecurrenceRule } from "../rule.ts";
import { TimesWithin } from "./times-within.ts";
import type { Limits, Positions } from "./walk.ts";

/**
 * The analysis of a rule with its start, independent of the window. All plans have the same fields, which makes them
 * quick to read.
 */
export interface RulePlan extends Limits {
  readonly rule: RecurrenceRule;
  readonly rscale: string | undefined;
  /** whether the series is all-day; parts about times of day are then ignored (RFC 5545 §3.3.10) */
  readonly allDay: boolean;
  /** milliseconds of the unit that contains `times`: a day, or the rule's hour, minute or second */
  readonly unit: number;
  readonly times: TimesWithin;
  /** for rules whose periods are days or longer */
  readonly days: DayPlan | undefined;
  /** whether no period can have an instance at any position of BYSETPOS */
  readonly isEmpty: boolean;
  counted: CountedOut | undefined;
}

/** The periods of a rule whose periods are days or longer. */
export interface DayPlan extends PeriodDays {
  readonly firstPeriod: number;
  /** number of periods from one to the next that INTERVAL selects */
  readonly stride: number;
  /** the next selected period gives nothing earlier than this many days after a period begins */
  readonly soonest: number;
  /** how many periods before the window can give instances in it: SKIP=FORWARD moves some into the next */
  readonly early: number;
}

/** A rule whose COUNT has been replaced by an end. */
export interface CountedOut {
  readonly zone: Zone | undefined;
  /** the rule without its COUNT … */
  readonly plan: RulePlan;
  /** … which ends with this instance instead … */
  readonly end: number;
  /** … or continues past it, if counting further is too much work */
  readonly isWhole: boolean;
}

/** Plans by rule, a few for each: the same series are expanded week after week. */
const plans = new WeakMap<RecurrenceRule, RulePlan[]>();
const MAX_PLANS = 8;
/** The plan used last: a series is often expanded window after window. */
let last: RulePlan | undefined;

/** The plan of a rule for a start, all-day or timed; stored with the rule. */
export function planOf(rule: RecurrenceRule, start: Local, allDay: boolean): RulePlan {
  if (last && last.rule === rule && last.start === start && last.allDay === allDay) return last;
  last = rememberedPlan(rule, start, allDay);
  return last;
}

function rememberedPlan(rule: RecurrenceRule, start: Local, allDay: boolean): RulePlan {
  const known = plans.get(rule);
  if (known) for (const plan of known) if (plan.start === start && plan.allDay === allDay) return plan;
  const plan = makePlan(rule, start, allDay);
  if (!known) plans.set(rule, [plan]);
  else if (known.length < MAX_PLANS) known.push(plan);
  else known.splice(0, 1, plan);
  return plan;
}

const UNITS = {
  SECONDLY: SECOND,
  MINUTELY: MINUTE,
  HOURLY: HOUR,
  DAILY: DAY,
  WEEKLY: DAY,
  MONTHLY: DAY,
  YEARLY: DAY,
} as const;

function makePlan(rule: RecurrenceRule, start: Local, allDay: boolean): RulePlan {
  const unit = UNITS[rule.freq];
  const times = new TimesWithin(allDay ? {} : rule, start, unit);
  const days = unit === DAY ? dayPlan(rule, start) : undefined;
  const most = times.length * (days ? days.reach.latest - days.reach.earliest + 1 : 1);
  return {
    rule,
    rscale: rule.rscale,
    allDay,
    start,
    unit,
    times,
    days,
    count: rule.count,
    until: rule.until,
    positions: rule.bySetPos && positionsOf(rule.bySetPos),
    isEmpty: rule.bySetPos?.every((position) => Math.abs(position) > most) ?? false,
    counted: undefined,
  };
}

const positionsOf = (positions: readonly number[]): Positions => ({
  fromStart: positions.filter((position) => position > 0),
  fromEnd: positions
    .filter((position) => position < 0)
    .map((position) => -position)
    .reverse(),
});

function dayPlan(rule: RecurrenceRule, start: Local): DayPlan {
  const periods = periodDays(rule, dayOf(start));
  return {
    ...periods,
    firstPeriod: periods.periodOf(dayOf(start)),
    stride: rule.interval,
    soonest: periods.shortest * rule.interval + periods.reach.earliest,
    early: rule.skip === "FORWARD" ? 1 : 0,
  };
}
