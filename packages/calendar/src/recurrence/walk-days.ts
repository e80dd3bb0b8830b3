import { DAY } from "../time/instant.ts";
import type { Local } from "../time/local.ts";
import type { RecurrenceRule } from "./rule.ts";
import { planOf } from "./rule-plan.ts";
import type { DayRange } from "./select-days.ts";
import { firstLookedAt, hasNoPosition, lastLookedAt, stepsAllowed, Walk } from "./walk.ts";
import type { Visit, WalkEnd, WalkOptions } from "./walk.ts";

/** Whole numbers that no day of a calendar is beyond. */
const ALL_DAYS: DayRange = { from: -1e9, to: 1e9 };

/** Walks a rule whose periods are days or longer. In most windows there is nothing to find, and then nothing is made for it. */
export function walkDays(rule: RecurrenceRule, start: Local, options: WalkOptions, visit: Visit): WalkEnd {
  const plan = planOf(rule, start);
  if (hasNoPosition(rule, plan.most)) return "ended";
  const { periods, interval, firstPeriod, early, times } = plan;
  const { reach } = periods;
  const from = Math.floor(firstLookedAt(rule, start, options) / DAY) | 0;
  const to = Math.floor(lastLookedAt(rule, options) / DAY) | 0;
  // Positions are among all days of a period, those outside the window too.
  const range = rule.bySetPos ? ALL_DAYS : { from, to };
  const wanted = periods.periodOf(from) - early;
  const skipped = wanted > firstPeriod ? Math.ceil((wanted - firstPeriod) / interval) : 0;
  const days: number[] = [];
  let stepsLeft = stepsAllowed(options);
  let walk: Walk | undefined;
  for (let period = firstPeriod + skipped * interval; ; period += interval) {
    const first = periods.firstDay(period);
    if (first > to) return "ended";
    if (--stepsLeft < 0) return "overrun";
    if (first + reach.earliest > to) return "ended";
    if (first + reach.latest >= from) periods.collect(period, first, range, days);
    if (days.length > 0) {
      walk ??= new Walk(rule, start, options, visit);
      for (let index = 0; index < days.length; index++) days[index] = (days[index] as number) * DAY;
      if (!walk.takePeriod(days, times)) return walk.end;
      days.length = 0;
    }
    if (first + periods.shortest * interval > to) return "ended";
  }
}
