import { DAY, HOUR, MAX_INSTANT, MINUTE, SECOND } from "../time/instant.ts";
import type { Local } from "../time/local.ts";
import type { Zone } from "../time/zone.ts";
import type { RecurrenceRule } from "./rule.ts";
import { TimesWithin } from "./times-within.ts";
import type { Visit, WalkEnd, WalkOptions } from "./walk.ts";

/** A COUNT that began less than a year before the window is counted out each time. */
const SHORT_TIME = 366 * DAY;
/** Enough for every day of the kept range, looked at and taken. */
const MAX_COUNTING_STEPS = 150_000;

/** A rule whose COUNT has been counted out for one start. */
export interface CountedOut {
  readonly start: Local;
  readonly zone: Zone | undefined;
  readonly allDay: boolean;
  /** the rule without its COUNT … */
  readonly rule: RecurrenceRule;
  /** … which ends with this instance instead; NaN if to find it is too much work */
  readonly end: number;
}

type WalkPeriods = (rule: RecurrenceRule, start: Local, options: WalkOptions, visit: Visit) => WalkEnd;

/** By rule, a few for each. */
const remembered = new WeakMap<RecurrenceRule, CountedOut[]>();
const MAX_REMEMBERED = 8;

/** Lets a window far from the start be reached without counting one's way there; remembered with the rule. */
export function countedOut(
  rule: RecurrenceRule,
  start: Local,
  options: WalkOptions,
  walk: WalkPeriods,
): CountedOut | undefined {
  const { from, zone, allDay = false } = options;
  if (rule.count === undefined || from === undefined || from - start < SHORT_TIME) return undefined;
  const known = remembered.get(rule) ?? [];
  const fits = (each: CountedOut) => each.start === start && each.zone === zone && each.allDay === allDay;
  const found = known.find(fits);
  if (found) return found;
  const { count, ...uncounted } = rule;
  const end = isBeyondReach(uncounted, count, start) ? MAX_INSTANT : countOut(rule, start, options, walk);
  const counted = { start, zone, allDay, rule: uncounted, end };
  remembered.set(rule, [...known.slice(1 - MAX_REMEMBERED), counted]);
  return counted;
}

/** The milliseconds of the shortest period, after which alone another can give the next instance, BY parts apart. */
const CLOSEST = {
  SECONDLY: SECOND,
  MINUTELY: MINUTE,
  HOURLY: HOUR,
  DAILY: DAY,
  WEEKLY: 7 * DAY,
  MONTHLY: 28 * DAY,
  YEARLY: 365 * DAY,
} as const;

/** Whether the kept range ends before a rule can have had so many instances. */
function isBeyondReach(rule: RecurrenceRule, count: number, start: Local): boolean {
  const { freq, interval, byDay, byMonthDay, byYearDay, byWeekNo, byMonth } = rule;
  const isOfDays = CLOSEST[freq] >= DAY;
  const hasDays = byDay ?? byMonthDay ?? byYearDay ?? byWeekNo ?? byMonth;
  const spacing = isOfDays && hasDays ? DAY : CLOSEST[freq] * interval;
  const times = new TimesWithin(rule, start, Math.min(DAY, CLOSEST[freq]));
  return count > (Math.ceil((MAX_INSTANT - start) / spacing) + 1) * times.length;
}

function countOut(rule: RecurrenceRule, start: Local, options: WalkOptions, walk: WalkPeriods): number {
  const { from: _, to: __, ...whole } = options;
  let end = -Infinity;
  const walked = walk(rule, start, { ...whole, maxSteps: MAX_COUNTING_STEPS }, (local) => {
    end = local;
    return true;
  });
  return walked === "overrun" ? NaN : end;
}
