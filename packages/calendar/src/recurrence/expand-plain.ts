import type { CalendarProblem } from "../problems.ts";
import { failed, ok, type Result } from "../result.ts";
import { ownLocal, type CalendarTime } from "../time/calendar-time.ts";
import { DAY, type Instant } from "../time/instant.ts";
import { asLocal, timeOfDay, type Local } from "../time/local.ts";
import type { Zone } from "../time/zone.ts";
import { endOf } from "./component-times.ts";
import { walkRule } from "./iterate.ts";
import type { Occurrence, Window } from "./occurrence.ts";
import type { RecurrenceRule } from "./rule.ts";
import { SeriesClock } from "./series-clock.ts";
import type { Series } from "./series.ts";
import type { WalkOptions } from "./walk/walk.ts";

/**
 * Whether all of a series follows from its start and at most one rule, but for single dates that are left out: nearly
 * all are so.
 */
export const isPlain = ({
  rules,
  exclusionRules,
  recurrenceDates,
  overrides,
  duration,
  start,
}: Series<unknown>) =>
  rules.length < 2 &&
  exclusionRules.length === 0 &&
  recurrenceDates.length === 0 &&
  overrides.length === 0 &&
  (start.kind !== "timed" || duration.days === 0 || duration.milliseconds === 0);

/** What a rule is walked for; the zone is that in which it skips readings. */
type ReadingRange = WalkOptions & { from: Local; to: Local };

/**
 * What one expansion finds. A plan has one for all its expansions, none of which runs inside another: most weeks have no occurrence,
 * and nothing is allocated for them.
 */
class Gathering<T> {
  found: Occurrence<T>[] | undefined;
  /** how many readings may still be taken */
  left = 0;
  readonly #plan: PlainPlan<T>;
  #from: Instant = 0;
  #to: Instant = 0;

  constructor(plan: PlainPlan<T>) {
    this.#plan = plan;
  }

  begin(from: Instant, to: Instant, limit: number): void {
    this.found = undefined;
    this.left = limit;
    this.#from = from;
    this.#to = to;
  }

  /** @returns what was found, which is not kept: a series lives as long as its plan */
  end(): Occurrence<T>[] | undefined {
    const { found } = this;
    this.found = undefined;
    return found;
  }

  /** Takes the instance with this reading, if it overlaps the window; false if there were too many. */
  readonly take = (reading: Local): boolean => {
    const plan = this.#plan;
    const start = plan.zone.toInstant(reading);
    if (start < this.#to && !plan.excluded?.has(reading)) {
      const end = plan.endAfter(reading, start);
      if (end > this.#from || (end === start && start >= this.#from))
        (this.found ??= []).push(new PlainOccurrence(plan, reading, start, end));
    }
    return this.left-- > 0;
  };

  /** The same, but for the start: it is an instance whether the rule gives it or not, and has been taken. */
  readonly takeLater = (reading: Local): boolean => reading === this.#plan.first || this.take(reading);
}

/** A plain series, read once for all expansions in a viewer's zone. */
class PlainPlan<T> {
  readonly series: Series<T>;
  readonly viewer: Zone;
  readonly zone: Zone;
  readonly first: Local;
  readonly rule: RecurrenceRule | undefined;
  readonly allDay: boolean;
  readonly excluded: ReadonlySet<Local> | undefined;
  /** of the clock's reading to the end; null: elapsed time */
  readonly clockSpan: number | null;
  readonly elapsed: number;
  readonly reach: number;
  /** of the present expansion */
  readonly range: ReadingRange;
  readonly gathering: Gathering<T>;

  constructor(series: Series<T>, viewer: Zone) {
    const { start, duration, exceptionDates } = series;
    const clock = new SeriesClock(start, viewer);
    const { days, milliseconds } = duration;
    this.series = series;
    this.viewer = viewer;
    this.zone = clock.zone;
    this.first = clock.first;
    this.rule = series.rules[0];
    this.allDay = start.kind === "allDay";
    this.excluded =
      exceptionDates.length > 0 ? new Set(exceptionDates.map((time) => clock.reading(time))) : undefined;
    this.elapsed = milliseconds;
    this.reach = days * DAY + milliseconds;
    const ofClock = this.allDay ? Math.trunc(milliseconds / DAY) * DAY : milliseconds;
    this.clockSpan = start.kind === "timed" && days === 0 ? null : days * DAY + ofClock;
    const range = { from: this.first, to: this.first };
    const isNeverSkipped = this.rule !== undefined && keepsTime(this.rule) && !this.isSkipped(start);
    this.range =
      start.kind === "timed"
        ? { ...range, zone: start.zone, isNeverSkipped }
        : { ...range, allDay: this.allDay };
    this.gathering = new Gathering(this);
  }

  /** Whether the clocks skip the time of day at which it starts on some day. */
  private isSkipped(start: CalendarTime): boolean {
    return start.kind === "timed" && start.zone.skipsTimeOfDay(timeOfDay(this.first));
  }

  timeAt(reading: Local): CalendarTime {
    const { start } = this.series;
    if (reading === this.first) return start;
    if (start.kind === "timed") return { kind: "timed", local: reading, zone: start.zone, tzid: start.tzid };
    return start.kind === "allDay" ? { kind: "allDay", date: reading } : { kind: "floating", local: reading };
  }

  /** never before the start */
  endAfter(reading: Local, startInstant: Instant): Instant {
    const { clockSpan } = this;
    const end =
      clockSpan === null ? startInstant + this.elapsed : this.zone.toInstant(asLocal(reading + clockSpan));
    return end > startInstant ? end : startInstant;
  }
}

/** Whether all instances of a rule are at the time of day of its start. */
const keepsTime = ({ freq, byHour, byMinute, bySecond }: RecurrenceRule): boolean =>
  !byHour && !byMinute && !bySecond && freq !== "HOURLY" && freq !== "MINUTELY" && freq !== "SECONDLY";

const plans = new WeakMap<Series<unknown>, PlainPlan<unknown>>();
/** The plan used last: a series is often expanded window after window. */
let last: PlainPlan<unknown> | undefined;

function planOf<T>(series: Series<T>, viewer: Zone): PlainPlan<T> {
  const isLast = last !== undefined && last.series === series && last.viewer === viewer;
  const plan = isLast ? (last as PlainPlan<T>) : rememberedPlan(series, viewer);
  last = plan;
  return plan;
}

function rememberedPlan<T>(series: Series<T>, viewer: Zone): PlainPlan<T> {
  const known = plans.get(series) as PlainPlan<T> | undefined;
  if (known?.viewer === viewer) return known;
  const plan = new PlainPlan(series, viewer);
  plans.set(series, plan);
  return plan;
}

/** An occurrence of a plain series: its times are made when they are asked for, as most need only the instants. Fields named with # would cost a tenth. */
class PlainOccurrence<T> implements Occurrence<T> {
  readonly startInstant: Instant;
  readonly endInstant: Instant;
  private readonly plan: PlainPlan<T>;
  private readonly reading: Local;

  constructor(plan: PlainPlan<T>, reading: Local, startInstant: Instant, endInstant: Instant) {
    this.startInstant = startInstant;
    this.endInstant = endInstant;
    this.plan = plan;
    this.reading = reading;
  }

  get recurrenceId(): CalendarTime | null {
    return this.plan.rule ? this.start : null;
  }
  get start(): CalendarTime {
    return this.plan.timeAt(this.reading);
  }
  get end(): CalendarTime {
    return endOf(this.start, this.plan.series.duration);
  }
  get isOverride(): boolean {
    return false;
  }
  get source(): T {
    return this.plan.series.source;
  }
}

/** The occurrences of a plain series that overlap a window, in one pass; as `expand`. */
export function expandPlain<T>(
  series: Series<T>,
  { from, to }: Window,
  viewer: Zone,
  maxOccurrences: number,
): Result<readonly Occurrence<T>[], CalendarProblem> {
  const plan = planOf(series, viewer);
  const { zone, first, rule, reach, range, gathering } = plan;
  // Where the clocks do not change nearby, readings are as far apart as instants.
  const room = zone.offsetAt(from - reach - 2 * DAY) === zone.offsetAt(to + 2 * DAY) ? 0 : DAY;
  const earliest = asLocal(zone.toLocal(from) - reach - room);
  const latest = asLocal(zone.toLocal(to) + room);
  gathering.begin(from, to, maxOccurrences + series.exceptionDates.length);
  if (first >= earliest && first < latest) gathering.take(first);
  if (rule) {
    range.from = earliest;
    range.to = latest;
    const visit = first < earliest ? gathering.take : gathering.takeLater;
    const walked = walkRule(rule, ownLocal(series.start), range, visit);
    if (!walked.ok) {
      gathering.end();
      return walked;
    }
  }
  const { left } = gathering;
  const found = gathering.end();
  if (!found) return NOTHING;
  const isTooMany = left < 0 || found.length > maxOccurrences;
  return isTooMany ? failed({ code: "too-many-occurrences", limit: maxOccurrences }) : ok(found);
}

const NOTHING = ok([]);
