import type { CalendarProblem } from "../problems.ts";
import { failed, ok, type Result } from "../result.ts";
import { instantOf, ownLocal, withLocal, type CalendarTime } from "../time/calendar-time.ts";
import { DAY } from "../time/instant.ts";
import { asLocal, type Local } from "../time/local.ts";
import type { Zone } from "../time/zone.ts";
import { durationBetween, endOf } from "./component-times.ts";
import { expandPlain, isPlain } from "./expand-plain.ts";
import { walkRule } from "./iterate.ts";
import type { Occurrence, Window } from "./occurrence.ts";
import type { RecurrenceRule } from "./rule.ts";
import { SeriesClock } from "./series-clock.ts";
import { isRecurring, type Override, type Series, type SeriesDuration } from "./series.ts";

export type { Occurrence, Window };

export interface ExpandLimits {
  readonly maxOccurrences: number;
  /** of more occurrences than that the first, instead of a problem; of a rule that needs too much work, what it has given */
  readonly isCut?: boolean;
}

const DEFAULT_LIMITS: ExpandLimits = { maxOccurrences: 10_000 };

/**
 * The occurrences that overlap the window, by start. One without length overlaps if it starts inside. All-day and
 * floating times use the viewer's zone. More than `maxOccurrences` (10 000) is a problem, as is a rule that needs too
 * much work.
 */
export function expand<T>(
  series: Series<T>,
  window: Window,
  viewer: Zone,
  limits?: Partial<ExpandLimits>,
): Result<readonly Occurrence<T>[], CalendarProblem> {
  const { maxOccurrences = DEFAULT_LIMITS.maxOccurrences, isCut = false } = limits ?? DEFAULT_LIMITS;
  if (!isCut && isPlain(series)) return expandPlain(series, window, viewer, maxOccurrences);
  const expansion = new Expansion(series, window, viewer, { maxOccurrences, isCut });
  const readings = expansion.readings();
  if (!readings.ok) return readings;
  const excluded = expansion.exclusions();
  if (!excluded.ok) return excluded;
  const occurrences: Occurrence<T>[] = [];
  for (const reading of readings.value) {
    if (excluded.value.has(reading)) continue;
    const occurrence = expansion.instance(reading);
    if (occurrence && overlaps(occurrence, window)) occurrences.push(occurrence);
  }
  for (const override of series.overrides) {
    const occurrence = expansion.overridden(override);
    if (!override.excluded && overlaps(occurrence, window)) occurrences.push(occurrence);
  }
  if (occurrences.length > maxOccurrences && !isCut) return tooMany(maxOccurrences);
  if (series.overrides.length > 0) occurrences.sort((a, b) => a.startInstant - b.startInstant);
  return ok(isCut ? occurrences.slice(0, maxOccurrences) : occurrences);
}

const tooMany = (limit: number) => failed({ code: "too-many-occurrences", limit } as const);

/** Whether an occurrence overlaps a window; one without length must start inside. */
export const overlaps = ({ startInstant, endInstant }: Occurrence<unknown>, { from, to }: Window): boolean =>
  startInstant < to && (endInstant > from || (endInstant === startInstant && startInstant >= from));

/** An override with RANGE=THISANDFUTURE: later instances without an override follow it. */
interface Turn<T> {
  readonly from: Local;
  /** how far the readings move */
  readonly shift: number;
  readonly duration: SeriesDuration;
  readonly override: Override<T>;
}

/** One expansion of a series; instances are named by their reading on the series' clock. */
class Expansion<T> {
  readonly #series: Series<T>;
  readonly #viewer: Zone;
  readonly #clock: SeriesClock;
  readonly #turns: readonly Turn<T>[];
  readonly #window: Window;
  readonly #isCut: boolean;
  readonly #maxReadings: number;
  readonly #range: { readonly from: Local; readonly to: Local };
  readonly #periodEnds = new Map<Local, CalendarTime>();

  constructor(
    series: Series<T>,
    window: Window,
    viewer: Zone,
    { maxOccurrences, isCut }: Required<ExpandLimits>,
  ) {
    this.#window = window;
    this.#isCut = isCut;
    this.#series = series;
    this.#viewer = viewer;
    this.#clock = new SeriesClock(series.start, viewer);
    this.#turns = turnsOf(series, this.#clock);
    this.#maxReadings = maxOccurrences + series.exceptionDates.length + series.overrides.length;
    this.#range = this.#readingRange(window);
  }

  /**
   * The range of readings whose instances could overlap the window, with room for changes of clocks and for overrides
   * in other zones.
   */
  #readingRange({ from, to }: Window): { from: Local; to: Local } {
    const { zone } = this.#clock;
    const room = this.#turns.length > 0 ? 2 * DAY : DAY;
    const changes = [{ shift: 0, duration: this.#series.duration }, ...this.#turns];
    const before = changes.map(({ shift, duration }) => shift + duration.days * DAY + duration.milliseconds);
    const after = changes.map(({ shift }) => shift);
    return {
      from: asLocal(zone.toLocal(from) - Math.max(...before) - room),
      to: asLocal(zone.toLocal(to) - Math.min(...after) + room),
    };
  }

  /** The readings of DTSTART, RRULE and RDATE in range, ascending, each once. */
  readings(): Result<readonly Local[], CalendarProblem> {
    const { rules, recurrenceDates } = this.#series;
    const readings: Local[] = this.#isInRange(this.#clock.first) ? [this.#clock.first] : [];
    for (const rule of rules) {
      const problem = this.#walk(rule, (reading) => readings.push(reading));
      if (problem) return failed(problem);
    }
    for (const { start, end } of recurrenceDates) {
      const reading = this.#clock.reading(start);
      if (end) this.#periodEnds.set(reading, end);
      if (end || this.#isInRange(reading)) readings.push(reading);
    }
    const isOrdered = recurrenceDates.length === 0 && rules.length < 2;
    if (!isOrdered) readings.sort((a, b) => a - b);
    return ok(readings.filter((reading, index) => index === 0 || reading !== readings[index - 1]));
  }

  /** The readings that EXDATE, EXRULE and overrides remove from the series. */
  exclusions(): Result<ReadonlySet<Local>, CalendarProblem> {
    const { exceptionDates, exclusionRules, overrides } = this.#series;
    const excluded = new Set<Local>();
    for (const time of exceptionDates) excluded.add(this.#clock.reading(time));
    for (const { recurrenceId } of overrides) excluded.add(this.#clock.reading(recurrenceId));
    for (const rule of exclusionRules) {
      const problem = this.#walk(rule, (reading) => excluded.add(reading));
      if (problem) return failed(problem);
    }
    return ok(excluded);
  }

  #walk(rule: RecurrenceRule, take: (reading: Local) => void): CalendarProblem | undefined {
    const { start } = this.#series;
    let left = this.#maxReadings;
    const options = {
      ...this.#range,
      allDay: start.kind === "allDay",
      ...(start.kind === "timed" && { zone: start.zone }),
    };
    const walked = walkRule(rule, ownLocal(start), options, (reading) => {
      // The readings in the room before the window would use up the limit.
      if (this.#isCut && !this.#isInWindow(reading)) return true;
      take(reading);
      return left-- > 0;
    });
    if (this.#isCut && (walked.ok || walked.problem.code === "too-many-occurrences")) return undefined;
    if (!walked.ok) return walked.problem;
    return left < 0 ? { code: "too-many-occurrences", limit: this.#maxReadings } : undefined;
  }

  #isInWindow(reading: Local): boolean {
    const instance = this.instance(reading);
    return instance !== undefined && overlaps(instance, this.#window);
  }

  #isInRange(reading: Local): boolean {
    return reading >= this.#range.from && reading < this.#range.to;
  }

  /** The instance that the series itself gives at a reading; undefined if the series ended before it. */
  instance(reading: Local): Occurrence<T> | undefined {
    const series = this.#series;
    const turn = this.#turnAt(reading);
    if (turn?.override.excluded) return undefined;
    const own = this.#clock.timeAt(reading);
    const start = turn ? withLocal(turn.override.start, asLocal(reading + turn.shift)) : own;
    const end = this.#periodEnds.get(reading) ?? endOf(start, turn?.duration ?? series.duration);
    return this.#occurrence(
      isRecurring(series) ? own : null,
      start,
      end,
      turn?.override.source ?? series.source,
      false,
    );
  }

  overridden(override: Override<T>): Occurrence<T> {
    const recurrenceId = this.#clock.timeAt(this.#clock.reading(override.recurrenceId));
    return this.#occurrence(recurrenceId, override.start, override.end, override.source, true);
  }

  #occurrence(
    recurrenceId: CalendarTime | null,
    start: CalendarTime,
    end: CalendarTime,
    source: T,
    isOverride: boolean,
  ): Occurrence<T> {
    const startInstant = instantOf(start, this.#viewer);
    const endInstant = Math.max(startInstant, instantOf(end, this.#viewer));
    return { recurrenceId, start, end, startInstant, endInstant, isOverride, source };
  }

  #turnAt(reading: Local): Turn<T> | undefined {
    return this.#turns.length === 0 ? undefined : this.#turns.findLast(({ from }) => from <= reading);
  }
}

function turnsOf<T>(series: Series<T>, clock: SeriesClock): Turn<T>[] {
  return series.overrides
    .filter(({ thisAndFuture }) => thisAndFuture)
    .map((override) => {
      const from = clock.reading(override.recurrenceId);
      return {
        from,
        shift: ownLocal(override.start) - from,
        duration: durationBetween(override.start, override.end),
        override,
      };
    })
    .sort((a, b) => a.from - b.from);
}
