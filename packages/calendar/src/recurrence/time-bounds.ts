import type { CalendarObject, CalendarObjectType } from "../icalendar/calendar-object.ts";
import { firstProperty, type Component } from "../icalendar/component.ts";
import { readTime, type ZoneLookup } from "../icalendar/time-property.ts";
import { instantOf, ownLocal, type CalendarTime } from "../time/calendar-time.ts";
import { DAY, HOUR, MAX_INSTANT, MIN_INSTANT, type Instant } from "../time/instant.ts";
import type { Local } from "../time/local.ts";
import { UTC } from "../time/zone.ts";
import { readComponentTimes } from "./component-times.ts";
import { walkRule } from "./iterate.ts";
import { zonesOf } from "./resolve-zone.ts";
import type { RecurrenceRule } from "./rule.ts";
import { SeriesClock } from "./series-clock.ts";
import { seriesOfObject, type Series } from "./series.ts";
import { untilLocal } from "./walk/walk.ts";

/** From inclusive, to exclusive; a null end means endless. */
export interface TimeBounds {
  readonly start: Instant;
  readonly end: Instant | null;
}

const EVERYTHING: TimeBounds = { start: MIN_INSTANT, end: null };

/** No zone has been further from UTC since 1900. */
const FURTHEST_OFFSET = 16 * HOUR;
/** How far a change of clocks, or of an override's zone, can move a time that was computed on the clock. */
const SLACK = 2 * DAY;
/** Counting out a COUNT may take this much work; beyond it, the series counts as endless. */
const MAX_COUNTING_STEPS = 20_000;

/**
 * Outer bounds of everything that a time-range filter could find (RFC 4791 §9.9), for viewers in any zone: loose,
 * never too narrow. An object that can't be understood, or has no times, has the widest bounds.
 */
export function timeBounds(object: CalendarObject): TimeBounds {
  // Availability has no limits unless it gives them; there are few such objects.
  if (object.type === "VAVAILABILITY") return EVERYTHING;
  const components = [...(object.main ? [object.main] : []), ...object.overrides];
  const zones = zonesOf(object);
  const bounds = components.map((component) => boundsOfComponent(component, object.type, zones));
  const series = seriesOfObject(object);
  if (series.ok && object.main) bounds.push(boundsOfSeries(series.value));
  else if (!series.ok && components.some((component) => hasRecurrence(component))) return EVERYTHING;
  return bounds.length === 0 ? EVERYTHING : bounds.reduce(union);
}

const hasRecurrence = (component: Component): boolean =>
  ["RRULE", "RDATE"].some((name) => firstProperty(component, name) !== undefined);

const union = (a: TimeBounds, b: TimeBounds): TimeBounds => ({
  start: Math.min(a.start, b.start),
  end: a.end === null || b.end === null ? null : Math.max(a.end, b.end),
});

/** The earliest and latest moment that a time can mean to viewers anywhere. */
function reach(time: CalendarTime): { earliest: Instant; latest: Instant } {
  const instant = instantOf(time, UTC);
  const margin = time.kind === "timed" ? 0 : FURTHEST_OFFSET;
  return { earliest: instant - margin, latest: instant + margin };
}

/** The bounds of a single component, without recurrence. */
function boundsOfComponent(component: Component, type: CalendarObjectType, zones: ZoneLookup): TimeBounds {
  const times = readComponentTimes(component, type, zones);
  if (!times.ok) return EVERYTHING;
  if (times.value) {
    const { start, end } = times.value;
    // A filter finds an event without length by its start, and a task by its exact end: one more millisecond includes
    // both.
    return {
      start: Math.min(reach(start).earliest, reach(end).earliest),
      end: Math.max(reach(start).latest, reach(end).latest) + 1,
    };
  }
  return type === "VTODO" ? boundsOfUndatedTask(component) : EVERYTHING;
}

/** The last rows of the table for VTODO: only COMPLETED and CREATED are left, both in UTC. */
function boundsOfUndatedTask(component: Component): TimeBounds {
  const read = (name: string): Instant | undefined => {
    const property = firstProperty(component, name);
    const time = property && readTime(property, () => undefined);
    return time && instantOf(time, UTC);
  };
  const completed = read("COMPLETED");
  const created = read("CREATED");
  if (completed === undefined) return created === undefined ? EVERYTHING : { start: created, end: null };
  return {
    start: Math.min(completed, created ?? completed),
    end: Math.max(completed, created ?? completed) + 1,
  };
}

function boundsOfSeries<T>(series: Series<T>): TimeBounds {
  const { start, duration, overrides } = series;
  const turns = overrides.filter(({ thisAndFuture }) => thisAndFuture);
  const clock = new SeriesClock(start, UTC);
  const shifts = turns.map((turn) => ownLocal(turn.start) - clock.reading(turn.recurrenceId));
  const lengths = turns.map((turn) => ownLocal(turn.end) - ownLocal(turn.start));
  const slack = series.rules.length + series.recurrenceDates.length + turns.length > 0 ? SLACK : 0;
  const earlier = Math.min(0, ...shifts) - slack;
  const longest = Math.max(duration.days * DAY + duration.milliseconds, ...lengths) + slack;
  const later = Math.max(0, ...shifts) + longest;
  let { earliest, latest } = reach(start);
  for (const date of series.recurrenceDates) {
    // As in the expansion, an instance has the form of the series, however its RDATE was written.
    const instance = reach(clock.timeAt(clock.reading(date.start)));
    earliest = Math.min(earliest, instance.earliest);
    latest = Math.max(latest, instance.latest, date.end ? reach(date.end).latest - later : latest);
  }
  for (const rule of series.rules) {
    const last = lastReading(rule, start);
    if (last === undefined) return { start: earliest + earlier, end: null };
    const margin = start.kind === "timed" ? 0 : FURTHEST_OFFSET;
    latest = Math.max(latest, (start.kind === "timed" ? start.zone.toInstant(last) : last) + margin);
  }
  return { start: earliest + earlier, end: latest + later + 1 };
}

/**
 * A reading after the last instance of the rule; undefined if there is none before the end of the supported range.
 */
export function lastReading(rule: RecurrenceRule, start: CalendarTime): Local | undefined {
  const zone = start.kind === "timed" ? start.zone : undefined;
  const allDay = start.kind === "allDay";
  if (rule.until) {
    const until = untilLocal(rule.until, zone, allDay);
    return until >= MAX_INSTANT ? undefined : until;
  }
  if (rule.count === undefined) return undefined;
  let last = ownLocal(start);
  const options = { allDay, maxSteps: MAX_COUNTING_STEPS, ...(zone && { zone }) };
  const walked = walkRule(rule, last, options, (local) => {
    last = local;
    return true;
  });
  return walked.ok ? last : undefined;
}
