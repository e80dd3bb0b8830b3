import type { CalendarProblem } from "../problems.ts";
import { failed, ok } from "../result.ts";
import type { Result } from "../result.ts";
import { DAY, HOUR, MAX_INSTANT, MINUTE, SECOND } from "../time/instant.ts";
import { asLocal, dayOf, startOfDay, timeOfDay } from "../time/local.ts";
import type { Local } from "../time/local.ts";
import type { Zone } from "../time/zone.ts";
import { dayFilter } from "./day-filter.ts";
import { periodDays } from "./period-days.ts";
import type { PeriodDays } from "./period-days.ts";
import type { RecurrenceRule, RuleUntil } from "./rule.ts";

export interface WalkOptions {
  /** nothing before it is visited, and without COUNT nothing before it is computed */
  readonly from?: Local;
  /** exclusive; the end of the year 2199 by default */
  readonly to?: Local;
  /** the zone of a timed series: readings that it skips are no instances, and a UNTIL in UTC is understood */
  readonly zone?: Zone;
  /** whether the series is of whole days */
  readonly allDay?: boolean;
  /** how many periods and instances may be looked at; a million by default */
  readonly maxSteps?: number;
}

/** Why a walk ended: the rule or the range gave no more, or the visitor had enough. */
export type WalkEnd = "ended" | "stopped";

const MAX_STEPS = 1_000_000;

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
  const walk = new Walk(rule, start, options, visit);
  if (rule.freq === "HOURLY") walkTimes(walk, rule, start, HOUR);
  else if (rule.freq === "MINUTELY") walkTimes(walk, rule, start, MINUTE);
  else if (rule.freq === "SECONDLY") walkTimes(walk, rule, start, SECOND);
  else walkDays(walk, rule, planOf(rule, start));
  return walk.overrun ? failed({ code: "too-many-occurrences", limit: walk.maxSteps }) : ok(walk.end);
}

/** The last reading that UNTIL lets through, inclusive, on the series' own clock. */
export function untilLocal(until: RuleUntil, zone: Zone | undefined, allDay: boolean): Local {
  // Clients write a date for timed series and a time for whole days; either way the whole last day is meant.
  if (until.date || allDay) return asLocal(startOfDay(until.local) + DAY - 1);
  return until.utc && zone ? zone.toLocal(until.local) : until.local;
}

/** The state of one walk: what has been counted and where it must end. */
class Walk {
  readonly maxSteps: number;
  /** where to begin computing: the range's start, or the series' if instances have to be counted */
  readonly from: number;
  /** the last reading looked at, inclusive */
  readonly last: number;
  end: WalkEnd = "ended";
  overrun = false;
  #steps = 0;
  #previous = -Infinity;
  #counted = 0;
  readonly #count: number;
  readonly #start: Local;
  readonly #visibleFrom: number;
  readonly #zone: Zone | undefined;
  readonly #positions: readonly number[] | undefined;
  readonly #visit: (local: Local) => boolean;

  constructor(rule: RecurrenceRule, start: Local, options: WalkOptions, visit: (local: Local) => boolean) {
    const until = rule.until ? untilLocal(rule.until, options.zone, options.allDay ?? false) : Infinity;
    this.maxSteps = options.maxSteps ?? MAX_STEPS;
    this.#start = start;
    this.#visibleFrom = Math.max(options.from ?? start, start);
    this.from = rule.count === undefined ? this.#visibleFrom : start;
    this.last = Math.min(until, (options.to ?? MAX_INSTANT) - 1, MAX_INSTANT - 1);
    this.#count = rule.count ?? Infinity;
    this.#zone = options.zone;
    this.#positions = rule.bySetPos;
    this.#visit = visit;
  }

  /** Counts a step of work; false if there have been too many. */
  step(): boolean {
    this.overrun = ++this.#steps > this.maxSteps;
    return !this.overrun;
  }

  /** Takes a period's instances: each base plus each offset, both ascending. False if the walk is over. */
  takePeriod(bases: readonly number[], offsets: readonly number[]): boolean {
    if (this.#positions) return this.#takePositions(this.#positions, bases, offsets);
    const longest = offsets.at(-1) ?? 0;
    for (const base of bases) {
      if (base + longest < this.from) continue;
      for (const offset of offsets) if (!this.#take(base + offset)) return false;
    }
    return true;
  }

  #takePositions(
    positions: readonly number[],
    bases: readonly number[],
    offsets: readonly number[],
  ): boolean {
    if (positions.length === 1) {
      const time = this.#timeAtPosition(positions[0] as number, bases, offsets);
      return !this.overrun && (time === undefined || this.#take(time));
    }
    const picked = new Set<number>();
    for (const position of positions) {
      const time = this.#timeAtPosition(position, bases, offsets);
      if (time !== undefined) picked.add(time);
      if (this.overrun) return false;
    }
    for (const time of [...picked].sort((a, b) => a - b)) if (!this.#take(time)) return false;
    return true;
  }

  /** The time at a position of BYSETPOS, among those that the clocks show. */
  #timeAtPosition(
    position: number,
    bases: readonly number[],
    offsets: readonly number[],
  ): number | undefined {
    const size = bases.length * offsets.length;
    const direction = Math.sign(position);
    let left = Math.abs(position);
    for (
      let index = direction > 0 ? 0 : size - 1;
      index >= 0 && index < size && this.step();
      index += direction
    ) {
      const time =
        (bases[Math.floor(index / offsets.length)] as number) + (offsets[index % offsets.length] as number);
      if (this.#exists(asLocal(time)) && --left === 0) return time;
    }
    return undefined;
  }

  /** A reading that the clocks skip is no instance and is not counted (RFC 5545 §3.3.10). */
  #exists(local: Local): boolean {
    return !this.#zone || this.#zone.toLocal(this.#zone.toInstant(local)) === local;
  }

  #take(milliseconds: number): boolean {
    const local = asLocal(milliseconds);
    // SKIP=FORWARD can give a day that the next period gives again (RFC 7529 §4.1).
    if (local < this.from || local <= this.#previous) return true;
    if (local > this.last || !this.step()) return false;
    this.#previous = local;
    if (!this.#exists(local)) return true;
    if (this.#counted === 0 && local !== this.#start) this.#counted = 1;
    if (++this.#counted > this.#count) return false;
    if (local >= this.#visibleFrom && !this.#visit(local)) {
      this.end = "stopped";
      return false;
    }
    return this.#counted < this.#count;
  }
}

/** What a rule of days or longer means for a start, whatever the window. */
interface DayPlan {
  readonly start: Local;
  readonly periods: PeriodDays;
  readonly firstPeriod: number;
  /** times of day, in milliseconds since midnight, ascending */
  readonly times: readonly number[];
}

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
