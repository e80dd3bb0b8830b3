import { DAY, MAX_INSTANT } from "../../time/instant.ts";
import { asLocal, startOfDay, type Local } from "../../time/local.ts";
import type { Zone } from "../../time/zone.ts";
import type { RuleUntil } from "../rule.ts";
import type { TimesWithin } from "./times-within.ts";

export interface WalkOptions {
  /** nothing earlier is visited, and without COUNT nothing earlier is computed */
  readonly from?: Local;
  /** exclusive; the end of the year 2199 by default */
  readonly to?: Local;
  /** the zone of a timed series: skipped readings are not instances, and a UNTIL in UTC can be read */
  readonly zone?: Zone;
  /** whether the zone skips the rule's times of day on no day, so that nobody need look; false if absent */
  readonly isNeverSkipped?: boolean;
  /** whether the series is of whole days */
  readonly allDay?: boolean;
  /** the most periods and instances to look at; a million by default */
  readonly maxSteps?: number;
}

/** Called with each instance; false ends the walk. */
export type Visit = (local: Local) => boolean;

/** Why a walk ended: the rule or the range ended, the visitor stopped it, or it was too much work. */
export type WalkEnd = "ended" | "stopped" | "overrun";

export const MAX_STEPS = 1_000_000;

/** The most periods, and the most instances, that a walk may look at. */
export const stepsAllowed = (options: WalkOptions): number => options.maxSteps ?? MAX_STEPS;

/** The parts of a rule that limit it and that select within a period. */
export interface Limits {
  readonly start: Local;
  readonly count: number | undefined;
  readonly until: RuleUntil | undefined;
  readonly positions: Positions | undefined;
}

/** BYSETPOS: positions from the start of a period, and from its end, each from the nearest on; all positive. */
export interface Positions {
  readonly fromStart: readonly number[];
  readonly fromEnd: readonly number[];
}

/** Where to begin: at the range's start, or at the series' start if instances must be counted. */
export const firstLookedAt = ({ start, count }: Limits, { from }: WalkOptions): Local =>
  count !== undefined || from === undefined || from < start ? start : from;

/** The last reading that a walk looks at, inclusive. */
export function lastLookedAt({ until }: Limits, { to, zone, allDay }: WalkOptions): number {
  const last = (to === undefined || to > MAX_INSTANT ? MAX_INSTANT : to) - 1;
  return until ? Math.min(last, untilLocal(until, zone, allDay ?? false)) : last;
}

/** The last reading that UNTIL permits, inclusive, on the series' own clock. */
export function untilLocal(until: RuleUntil, zone: Zone | undefined, allDay: boolean): Local {
  // Clients write a date for timed series and a time for all-day ones; either way the whole last day is included.
  if (until.date || allDay) return asLocal(startOfDay(until.local) + DAY - 1);
  return until.utc && zone ? zone.toLocal(until.local) : until.local;
}

/** The readings of a period from which positions are counted: each of the times at each base, in units of so many milliseconds. */
interface Candidates {
  readonly bases: readonly number[];
  readonly unit: number;
  readonly times: TimesWithin;
}

/**
 * The state of one walk: its count and its limits. One is made for each week that has instances, and fields named with # would make that
 * a tenth slower.
 */
export class Walk {
  end: WalkEnd = "ended";
  private stepsLeft: number;
  /** the last reading that was handled; later ones only are of interest */
  private previous: number;
  private readonly last: number;
  /** how many instances COUNT leaves; negative without COUNT */
  private countLeft: number;
  /** the start, until the first instance has been counted */
  private start: Local | undefined;
  private readonly visibleFrom: number;
  private readonly zone: Zone | undefined;
  private readonly positions: Positions | undefined;
  private readonly visit: Visit;

  constructor(limits: Limits, options: WalkOptions, visit: Visit) {
    this.stepsLeft = stepsAllowed(options);
    this.previous = firstLookedAt(limits, options) - 1;
    this.last = lastLookedAt(limits, options);
    this.countLeft = limits.count ?? -1;
    this.start = limits.start;
    this.visibleFrom = options.from ?? limits.start;
    this.zone = options.isNeverSkipped === true ? undefined : options.zone;
    this.positions = limits.positions;
    this.visit = visit;
  }

  /** Counts a step of work; false if there have been too many. */
  step(): boolean {
    if (--this.stepsLeft >= 0) return true;
    this.end = "overrun";
    return false;
  }

  /**
   * Handles a period's instances: each of the times at each base (ascending; in units of so many milliseconds). False if
   * the walk is over.
   */
  takePeriod(bases: readonly number[], unit: number, times: TimesWithin): boolean {
    if (this.positions) return this.takePositions(this.positions, { bases, unit, times });
    for (let at = 0; at < bases.length; at++) {
      const base = (bases[at] as number) * unit;
      if (base + times.last <= this.previous) continue;
      for (let index = 0; index < times.length; index++) if (!this.take(base + times.at(index))) return false;
    }
    return true;
  }

  private takePositions({ fromStart, fromEnd }: Positions, candidates: Candidates): boolean {
    const picked: number[] = [];
    if (fromStart.length > 0) this.pick(fromStart, 1, candidates, picked);
    if (fromEnd.length > 0) this.pick(fromEnd, -1, candidates, picked);
    if (this.end === "overrun") return false;
    if (picked.length > 1) picked.sort((a, b) => a - b);
    for (const time of picked) if (!this.take(time)) return false;
    return true;
  }

  /** Adds the times at positions counted in one direction, among the existing readings. */
  private pick(
    positions: readonly number[],
    direction: 1 | -1,
    candidates: Candidates,
    picked: number[],
  ): void {
    const size = candidates.bases.length * candidates.times.length;
    let position = 0;
    let next = 0;
    for (let index = direction > 0 ? 0 : size - 1; index >= 0 && index < size; index += direction) {
      if (!this.step()) return;
      const time = timeIn(candidates, index);
      if (!this.exists(asLocal(time)) || ++position !== positions[next]) continue;
      picked.push(time);
      if (++next === positions.length) return;
    }
  }

  /** A skipped reading is not an instance and is not counted (RFC 5545 §3.3.10). */
  private exists(local: Local): boolean {
    return this.zone === undefined || !this.zone.skips(local);
  }

  private take(milliseconds: number): boolean {
    const local = asLocal(milliseconds);
    // SKIP=FORWARD can give a day that the next period gives again (RFC 7529 §4.1), and two positions can give the
    // same time.
    if (local <= this.previous) return true;
    if (local > this.last || !this.step()) return false;
    this.previous = local;
    if (!this.exists(local)) return true;
    if (this.countLeft >= 0 && !this.count(local)) return false;
    if (local >= this.visibleFrom && !this.visit(local)) {
      this.end = "stopped";
      return false;
    }
    return this.countLeft !== 0;
  }

  /** Counts an instance; false if it exceeds COUNT. */
  private count(local: Local): boolean {
    // The start is the first, whether or not the rule gives it.
    if (this.start !== undefined && local !== this.start) this.countLeft--;
    this.start = undefined;
    return --this.countLeft >= 0;
  }
}

function timeIn({ bases, unit, times }: Candidates, index: number): number {
  if (times.length === 1) return (bases[index] as number) * unit + times.last;
  return (bases[Math.floor(index / times.length)] as number) * unit + times.at(index % times.length);
}
