import type { CalendarProblem } from "../problems.ts";
import { failed, ok } from "../result.ts";
import type { Result } from "../result.ts";
import { DAY, HOUR, MAX_INSTANT, MINUTE, SECOND } from "../time/instant.ts";
import { asLocal, dayOf, timeOfDay } from "../time/local.ts";
import type { Local } from "../time/local.ts";
import type { Zone } from "../time/zone.ts";
import { dayFilter } from "./day-filter.ts";
import { periodDays } from "./period-days.ts";
import type { PeriodDays } from "./period-days.ts";
import type { RecurrenceRule } from "./rule.ts";
import { Walk } from "./walk.ts";
import type { WalkEnd, WalkOptions } from "./walk.ts";

/**
 * Visits the instances of a rule that started at `start`, ascending, each once, until the visitor answers false (RFC 5545 §3.3.10).
 * `start` itself is visited only if the rule gives it, but always counts as the first of COUNT (§3.8.5.3).
 */
export function walkRule(
  rule: RecurrenceRule,
  start: Local,
  options: WalkOptions,
  visit: (local: Local) => boolean,
): Result<WalkEnd, CalendarProblem> {
  if (rule.rscale !== undefined)
    return failed({ code: "invalid-recurrence-rule", detail: `RSCALE=${rule.rscale} is not supported` });
  const counted = countedOut(rule, start, options);
  const to = counted && asLocal(Math.min(counted.end + 1, options.to ?? MAX_INSTANT));
  const walk = counted
    ? new Walk(counted.rule, start, { ...options, ...(to !== undefined && { to }) }, visit)
    : new Walk(rule, start, options, visit);
  if (rule.freq === "HOURLY") walkTimes(walk, rule, start, HOUR);
  else if (rule.freq === "MINUTELY") walkTimes(walk, rule, start, MINUTE);
  else if (rule.freq === "SECONDLY") walkTimes(walk, rule, start, SECOND);
  else walkDays(walk, rule, planOf(rule, start));
  return walk.overrun ? failed({ code: "too-many-occurrences", limit: walk.maxSteps }) : ok(walk.end);
}

/** What a rule of days or longer means for a start, whatever the window. */
interface DayPlan {
  readonly start: Local;
  readonly periods: PeriodDays;
  readonly firstPeriod: number;
  /** times of day, in milliseconds since midnight, ascending */
  readonly times: readonly number[];
  counted?: CountedOut;
}

/** A COUNT shorter than this is counted out each time, and so is one from less than a year before. */
const SHORT_COUNT = 30;
const SHORT_TIME = 366 * DAY;
/** … and one that takes more work than this too, as all of it must be done before anything is seen. */
const MAX_COUNTING_STEPS = 20_000;

/** A rule whose COUNT has been counted out for one start. */
interface CountedOut {
  readonly zone: Zone | undefined;
  readonly allDay: boolean;
  /** the rule without its COUNT … */
  readonly rule: RecurrenceRule;
  /** … which ends with this instance instead; NaN if to find it is too much work */
  readonly end: number;
}

/** Lets a window far from the start be reached without counting one's way there; remembered with the plan. */
function countedOut(rule: RecurrenceRule, start: Local, options: WalkOptions): CountedOut | undefined {
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
  const walk = new Walk(
    rule,
    start,
    { maxSteps: MAX_COUNTING_STEPS, allDay, ...(zone && { zone }) },
    (local) => {
      end = local;
      return true;
    },
  );
  walkDays(walk, rule, planOf(rule, start));
  return { zone, allDay, rule: uncounted, end: walk.overrun ? NaN : end };
}

const isOfDays = ({ freq }: RecurrenceRule): boolean =>
  freq === "DAILY" || freq === "WEEKLY" || freq === "MONTHLY" || freq === "YEARLY";

/** Plans by rule, a few for each: the same series are looked at week after week. */
const plans = new WeakMap<RecurrenceRule, DayPlan[]>();
const MAX_PLANS = 8;

function planOf(rule: RecurrenceRule, start: Local): DayPlan {
  const known = plans.get(rule);
  if (known) for (const plan of known) if (plan.start === start) return plan;
  const periods = periodDays(rule, dayOf(start));
  const plan = {
    start,
    periods,
    firstPeriod: periods.periodOf(dayOf(start)),
    times: timesOfDay(rule, start),
  };
  if (!known) plans.set(rule, [plan]);
  else if (known.length < MAX_PLANS) known.push(plan);
  else known.splice(0, 1, plan);
  return plan;
}

/** Walks a rule whose periods are days or longer. */
function walkDays(walk: Walk, rule: RecurrenceRule, { periods, firstPeriod, times }: DayPlan): void {
  // SKIP=FORWARD can move an instance into the next period, so begin one early.
  const early = rule.skip === "FORWARD" ? 1 : 0;
  const wanted = periods.periodOf(dayOf(asLocal(walk.from))) - early;
  const skipped = Math.max(0, Math.floor((wanted - firstPeriod) / rule.interval));
  const days: number[] = [];
  for (let period = firstPeriod + skipped * rule.interval; ; period += rule.interval) {
    if (periods.firstDay(period) * DAY > walk.last || !walk.step()) return;
    days.length = 0;
    periods.collect(period, days);
    for (let index = 0; index < days.length; index++) days[index] = (days[index] as number) * DAY;
    if (days.length > 0 && !walk.takePeriod(days, times)) return;
  }
}

/** The times of day of a rule whose periods are days or longer: milliseconds since midnight, ascending. */
function timesOfDay(rule: RecurrenceRule, start: Local): number[] {
  const time = timeOfDay(start);
  const hours = rule.byHour ?? [Math.floor(time / HOUR)];
  const withinHour = offsetsWithin(rule, start, HOUR);
  return hours.flatMap((hour) => withinHour.map((offset) => hour * HOUR + offset));
}

/** The instances within one hour, minute or second, as milliseconds since its start, ascending. */
function offsetsWithin(rule: RecurrenceRule, start: Local, unit: number): number[] {
  if (unit === SECOND) return [0];
  const time = timeOfDay(start);
  const seconds = rule.bySecond ?? [Math.floor((time % MINUTE) / SECOND)];
  if (unit === MINUTE) return seconds.map((second) => second * SECOND);
  const minutes = rule.byMinute ?? [Math.floor((time % HOUR) / MINUTE)];
  return minutes.flatMap((minute) => seconds.map((second) => minute * MINUTE + second * SECOND));
}

/** Walks a rule whose periods are hours, minutes or seconds, leaping over days, hours and minutes that it excludes. */
function walkTimes(walk: Walk, rule: RecurrenceRule, start: Local, unit: number): void {
  const isDayWanted = dayFilter(rule, ["byMonth", "byMonthDay", "byYearDay", "byWeekNo", "byDay"]);
  const hours = rule.byHour && new Set(rule.byHour);
  const minutes = unit < HOUR && rule.byMinute ? new Set(rule.byMinute) : undefined;
  const seconds = unit < MINUTE && rule.bySecond ? new Set(rule.bySecond) : undefined;
  const offsets = offsetsWithin(rule, start, unit);
  const first = Math.floor(start / unit) * unit;
  const stride = rule.interval * unit;
  const alignedFrom = (time: number): number => first + Math.ceil((time - first) / stride) * stride;
  let wantedDay = NaN;
  let time = Math.max(first, alignedFrom(walk.from - unit + 1));
  while (time <= walk.last && walk.step()) {
    const day = Math.floor(time / DAY);
    if (isDayWanted && day !== wantedDay && !isDayWanted(day)) {
      time = alignedFrom(nextWantedDay(day, isDayWanted, walk) * DAY);
      continue;
    }
    wantedDay = day;
    const rest = time - day * DAY;
    if (hours && !hours.has(Math.floor(rest / HOUR)))
      time = alignedFrom((Math.floor(time / HOUR) + 1) * HOUR);
    else if (minutes && !minutes.has(Math.floor((rest % HOUR) / MINUTE)))
      time = alignedFrom((Math.floor(time / MINUTE) + 1) * MINUTE);
    else {
      if (
        (!seconds || seconds.has(Math.floor((rest % MINUTE) / SECOND))) &&
        !walk.takePeriod([time], offsets)
      )
        return;
      time += stride;
    }
  }
}

function nextWantedDay(after: number, isWanted: (day: number) => boolean, walk: Walk): number {
  let day = after + 1;
  while (day * DAY <= walk.last && !isWanted(day)) day++;
  return day;
}
