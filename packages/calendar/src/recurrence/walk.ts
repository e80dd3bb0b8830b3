import { DAY, MAX_INSTANT } from "../time/instant.ts";
import { asLocal, startOfDay } from "../time/local.ts";
import type { Local } from "../time/local.ts";
import type { Zone } from "../time/zone.ts";
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

/** The last reading that UNTIL lets through, inclusive, on the series' own clock. */
export function untilLocal(until: RuleUntil, zone: Zone | undefined, allDay: boolean): Local {
  // Clients write a date for timed series and a time for whole days; either way the whole last day is meant.
  if (until.date || allDay) return asLocal(startOfDay(until.local) + DAY - 1);
  return until.utc && zone ? zone.toLocal(until.local) : until.local;
}

/** The state of one walk: what has been counted and where it must end. */
export class Walk {
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
