import { DAY, MAX_INSTANT } from "../time/instant.ts";
import { asLocal, startOfDay } from "../time/local.ts";
import type { Local } from "../time/local.ts";
import type { Zone } from "../time/zone.ts";
import type { RecurrenceRule, RuleUntil } from "./rule.ts";
import type { TimesWithin } from "./times-within.ts";

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

/** Called with each instance; false ends the walk. */
export type Visit = (local: Local) => boolean;

/** Why a walk ended: the rule or the range gave no more, the visitor had enough, or it was too much work. */
export type WalkEnd = "ended" | "stopped" | "overrun";

const MAX_STEPS = 1_000_000;

/** How many periods, and how many instances, a walk may look at. */
export const stepsAllowed = (options: WalkOptions): number => options.maxSteps ?? MAX_STEPS;

/** Where to begin computing: at the range's start, or at the series' if instances have to be counted. */
export const firstLookedAt = (rule: RecurrenceRule, start: Local, { from }: WalkOptions): Local =>
  rule.count !== undefined || from === undefined || from < start ? start : from;

/** The last reading that a walk looks at, inclusive. */
export function lastLookedAt(rule: RecurrenceRule, { to, zone, allDay }: WalkOptions): number {
  const last = (to === undefined || to > MAX_INSTANT ? MAX_INSTANT : to) - 1;
  return rule.until ? Math.min(last, untilLocal(rule.until, zone, allDay ?? false)) : last;
}

/** Whether no period can have as many instances as every position of BYSETPOS asks for. */
export const hasNoPosition = ({ bySetPos }: RecurrenceRule, most: number): boolean =>
  bySetPos !== undefined && bySetPos.every((position) => Math.abs(position) > most);

/** The last reading that UNTIL lets through, inclusive, on the series' own clock. */
export function untilLocal(until: RuleUntil, zone: Zone | undefined, allDay: boolean): Local {
  // Clients write a date for timed series and a time for whole days; either way the whole last day is meant.
  if (until.date || allDay) return asLocal(startOfDay(until.local) + DAY - 1);
  return until.utc && zone ? zone.toLocal(until.local) : until.local;
}

/** The state of one walk: what has been counted and where it must end. */
export class Walk {
  end: WalkEnd = "ended";
  #stepsLeft: number;
  /** the last reading looked at; what is not after it is of no more interest */
  #previous: number;
  readonly #last: number;
  /** how many instances COUNT leaves; negative if it is not there */
  #countLeft: number;
  /** the start, until the first instance is counted */
  #start: Local | undefined;
  readonly #visibleFrom: number;
  readonly #zone: Zone | undefined;
  readonly #positions: readonly number[] | undefined;
  readonly #visit: Visit;

  constructor(rule: RecurrenceRule, start: Local, options: WalkOptions, visit: Visit) {
    this.#stepsLeft = stepsAllowed(options);
    this.#previous = firstLookedAt(rule, start, options) - 1;
    this.#last = lastLookedAt(rule, options);
    this.#countLeft = rule.count ?? -1;
    this.#start = start;
    this.#visibleFrom = options.from ?? start;
    this.#zone = options.zone;
    this.#positions = rule.bySetPos;
    this.#visit = visit;
  }

  /** Counts a step of work; false if there have been too many. */
  step(): boolean {
    if (--this.#stepsLeft >= 0) return true;
    this.end = "overrun";
    return false;
  }

  /** Takes a period's instances: at each base (milliseconds, ascending) each of the times. False if the walk is over. */
  takePeriod(bases: readonly number[], times: TimesWithin): boolean {
    if (this.#positions) return this.#takePositions(this.#positions, bases, times);
    for (const base of bases) {
      if (base + times.last <= this.#previous) continue;
      for (let index = 0; index < times.length; index++)
        if (!this.#take(base + times.at(index))) return false;
    }
    return true;
  }

  #takePositions(positions: readonly number[], bases: readonly number[], times: TimesWithin): boolean {
    // Ascending: those counted from the end come first.
    let negative = 0;
    while ((positions[negative] as number) < 0) negative++;
    const picked: number[] = [];
    if (negative < positions.length) this.#pick(positions.slice(negative), 1, bases, times, picked);
    if (negative > 0) this.#pick(positions.slice(0, negative).reverse(), -1, bases, times, picked);
    if (this.end === "overrun") return false;
    if (picked.length > 1) picked.sort((a, b) => a - b);
    for (const time of picked) if (!this.#take(time)) return false;
    return true;
  }

  /** Adds the times at positions of one sign, from the nearest to the furthest, among those that the clocks show. */
  #pick(
    positions: readonly number[],
    sign: 1 | -1,
    bases: readonly number[],
    times: TimesWithin,
    picked: number[],
  ): void {
    const size = bases.length * times.length;
    let position = 0;
    let next = 0;
    for (let index = sign > 0 ? 0 : size - 1; index >= 0 && index < size && this.step(); index += sign) {
      const time = (bases[Math.floor(index / times.length)] as number) + times.at(index % times.length);
      if (!this.#exists(asLocal(time))) continue;
      position += sign;
      if (positions[next] !== position) continue;
      picked.push(time);
      if (++next === positions.length) return;
    }
  }

  /** A reading that the clocks skip is no instance and is not counted (RFC 5545 §3.3.10). */
  #exists(local: Local): boolean {
    return this.#zone === undefined || !this.#zone.skips(local);
  }

  #take(milliseconds: number): boolean {
    const local = asLocal(milliseconds);
    // SKIP=FORWARD can give a day that the next period gives again (RFC 7529 §4.1), and two positions can mean one time.
    if (local <= this.#previous) return true;
    if (local > this.#last || !this.step()) return false;
    this.#previous = local;
    if (!this.#exists(local)) return true;
    if (this.#countLeft >= 0 && !this.#count(local)) return false;
    if (local >= this.#visibleFrom && !this.#visit(local)) {
      this.end = "stopped";
      return false;
    }
    return this.#countLeft !== 0;
  }

  /** Counts an instance; false if it is one too many. */
  #count(local: Local): boolean {
    // The start is the first, whether the rule gives it or not.
    if (this.#start !== undefined && local !== this.#start) this.#countLeft--;
    this.#start = undefined;
    return --this.#countLeft >= 0;
  }
}
