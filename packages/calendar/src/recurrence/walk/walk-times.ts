import { DAY, HOUR, MINUTE, SECOND } from "../../time/instant.ts";
import { dayFilter, type DayFilter } from "./day-filter.ts";
import type { RulePlan } from "./rule-plan.ts";
import { firstLookedAt, lastLookedAt, Walk, type Visit, type WalkEnd, type WalkOptions } from "./walk.ts";

/**
 * Walks a rule whose periods are hours, minutes or seconds, skipping days, hours and minutes that it excludes. For
 * all-day series, which RFC 5545 doesn't cover here, it gives each day that has a period once.
 */
export function walkTimes(plan: RulePlan, options: WalkOptions, visit: Visit): WalkEnd {
  const { rule, start, unit, times, allDay } = plan;
  const walk = new Walk(plan, options, visit);
  // On a day in the range, the first period may come at any time.
  const last = allDay ? endOfDay(lastLookedAt(plan, options)) : lastLookedAt(plan, options);
  const isDayWanted = dayFilter(rule, ["byMonth", "byMonthDay", "byYearDay", "byWeekNo", "byDay"]);
  const { byHour, byMinute, bySecond } = allDay ? {} : rule;
  const hours = byHour && new Set(byHour);
  const minutes = unit < HOUR && byMinute ? new Set(byMinute) : undefined;
  const seconds = unit < MINUTE && bySecond ? new Set(bySecond) : undefined;
  const first = Math.floor(start / unit) * unit;
  const stride = rule.interval * unit;
  const alignedFrom = (time: number): number => first + Math.ceil((time - first) / stride) * stride;
  let wantedDay = NaN;
  let time = Math.max(first, alignedFrom(firstLookedAt(plan, options) - unit + 1));
  while (time <= last && walk.step()) {
    const day = Math.floor(time / DAY);
    if (isDayWanted && day !== wantedDay && !isDayWanted(day)) {
      time = alignedFrom(nextWantedDay(day, isDayWanted, last) * DAY);
      continue;
    }
    wantedDay = day;
    const rest = time - day * DAY;
    if (allDay) {
      if (!walk.takePeriod([day], DAY, times)) return walk.end;
      time = alignedFrom((day + 1) * DAY);
    } else if (hours && !hours.has(Math.floor(rest / HOUR)))
      time = alignedFrom((Math.floor(time / HOUR) + 1) * HOUR);
    else if (minutes && !minutes.has(Math.floor((rest % HOUR) / MINUTE)))
      time = alignedFrom((Math.floor(time / MINUTE) + 1) * MINUTE);
    else {
      if (
        (!seconds || seconds.has(Math.floor((rest % MINUTE) / SECOND))) &&
        !walk.takePeriod([time], 1, times)
      )
        return walk.end;
      time += stride;
    }
  }
  return walk.end;
}

const endOfDay = (time: number): number => (Math.floor(time / DAY) + 1) * DAY - 1;

function nextWantedDay(after: number, isWanted: DayFilter, last: number): number {
  let day = after + 1;
  while (day * DAY <= last && !isWanted(day)) day++;
  return day;
}
