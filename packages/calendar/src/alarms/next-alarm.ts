import { alarmInstants, alarmSpan } from "../icalendar/alarm-trigger.ts";
import type { CalendarObject } from "../icalendar/calendar-object.ts";
import type { Component } from "../icalendar/component.ts";
import type { CalendarProblem } from "../problems.ts";
import { expand, type Occurrence, type Window } from "../recurrence/expand.ts";
import { seriesOfObject, type Series } from "../recurrence/series.ts";
import { timeBounds } from "../recurrence/time-bounds.ts";
import { failed, ok, type Result } from "../result.ts";
import { floating } from "../time/calendar-time.ts";
import { DAY, MAX_INSTANT, type Instant } from "../time/instant.ts";
import { asLocal } from "../time/local.ts";
import type { Zone } from "../time/zone.ts";
import { alarmsOf, type Alarm, type DefaultAlarms } from "./alarms-of.ts";
import { lookAhead } from "./look-ahead.ts";

/** One ring of an alarm. */
export interface Ring {
  readonly at: Instant;
  /** the VALARM */
  readonly alarm: Component;
  /**
   * the occurrence that it rings for. For an absolute alarm: the one in progress or next at that moment, or else the
   * last. Undefined for a task without times.
   */
  readonly occurrence: Occurrence<Component> | undefined;
  /** UID of the alarm that this one snoozes (RFC 9074 §7) */
  readonly snoozes: string | undefined;
}

/** The data from which the rings of an object are computed; made once for each question. */
interface Ringing {
  /** undefined for an object without times, where only absolute alarms ring */
  readonly series: Series<Component> | undefined;
  readonly bounds: { readonly start: Instant; readonly end: Instant };
  readonly zone: Zone;
  /** the alarms of a component, for an all-day or for a timed occurrence */
  readonly alarms: (component: Component, isAllDay: boolean) => readonly Alarm[];
  /** the furthest that alarms may ring from a start or end */
  readonly earliest: number;
  readonly latest: number;
  /** alarms at a moment, each with the component that has it */
  readonly absolute: readonly (readonly [Component, Alarm])[];
  /** nothing rings at or before this */
  readonly quietUntil: Instant;
}

function ringingOf(
  object: CalendarObject,
  zone: Zone,
  defaults: DefaultAlarms | undefined,
): Ringing | undefined {
  const components = [...(object.main ? [object.main] : []), ...object.overrides];
  const read = new Map(
    components.map((component) => {
      const [allDay, timed] = [true, false].map((isAllDay) => alarmsOf(component, defaults, isAllDay));
      return [component, { allDay: allDay ?? [], timed: timed ?? [] }] as const;
    }),
  );
  const all = [...read.values()].flatMap(({ allDay, timed }) => [...allDay, ...timed]);
  if (all.length === 0) return undefined;
  const series = seriesOfObject(object);
  const spans = all.flatMap(({ times }) => alarmSpan(times) ?? []);
  const bounds = timeBounds(object);
  return {
    series: series.ok ? series.value : undefined,
    bounds: { start: bounds.start, end: Math.min(bounds.end ?? MAX_INSTANT, MAX_INSTANT) },
    zone,
    alarms: (component, isAllDay) => read.get(component)?.[isAllDay ? "allDay" : "timed"] ?? [],
    earliest: spans.reduce((least, span) => Math.min(least, span.earliest), Infinity),
    latest: spans.reduce((most, span) => Math.max(most, span.latest), -Infinity),
    absolute: [...read].flatMap(([component, { timed }]) =>
      timed.filter(isAbsolute).map((alarm) => [component, alarm] as const),
    ),
    quietUntil: all.reduce((least, one) => Math.min(least, one.acknowledged ?? -Infinity), Infinity),
  };
}

const isAbsolute = ({ times }: Alarm): boolean => times.trigger.kind === "absolute";

/** An alarm and the occurrence that it may ring for. */
type Pair = readonly [Alarm, Occurrence<Component> | undefined];

/** An absolute alarm doesn't depend on these times. */
const NO_TIMES = { start: floating(asLocal(0)), end: floating(asLocal(0)) };

/**
 * When an alarm first rings for an occurrence; undefined if that ring was acknowledged, and with it its repetitions.
 */
function firstRing([{ times, acknowledged }, occurrence]: Pair, zone: Zone): Instant | undefined {
  const [first] = alarmInstants({ ...times, repeats: 0 }, occurrence ?? NO_TIMES, zone);
  return first === undefined || first <= (acknowledged ?? -Infinity) ? undefined : first;
}

const ringAt = (at: Instant, [{ component, snoozes }, occurrence]: Pair): Ring => ({
  at,
  alarm: component,
  occurrence,
  snoozes,
});

/** The next ring of an alarm for its occurrence, without going through its repetitions. */
function nextOf(pair: Pair, after: Instant, zone: Zone): Ring | undefined {
  const [{ times }] = pair;
  const { repeats, interval } = times;
  const first = firstRing(pair, zone);
  if (first === undefined) return undefined;
  if (first > after) return ringAt(first, pair);
  const turn = interval > 0 ? Math.floor((after - first) / interval) + 1 : Infinity;
  return turn <= repeats ? ringAt(first + turn * interval, pair) : undefined;
}

/** All rings of an alarm for its occurrence within a window. */
function ringsOf(pair: Pair, { from, to }: Window, zone: Zone): Ring[] {
  if (firstRing(pair, zone) === undefined) return [];
  const [{ times }, occurrence] = pair;
  return alarmInstants(times, occurrence ?? NO_TIMES, zone)
    .filter((at) => from <= at && at < to)
    .map((at) => ringAt(at, pair));
}

/** Alarms that ring relative to the start or end of these occurrences. */
const relativePairs = (occurrences: readonly Occurrence<Component>[], { alarms }: Ringing): Pair[] =>
  occurrences.flatMap((occurrence) =>
    alarms(occurrence.source, occurrence.start.kind === "allDay")
      .filter((alarm) => !isAbsolute(alarm))
      .map((alarm) => [alarm, occurrence] as const),
  );

/** Alarms that ring at moments of their own: each once, however often its event recurs. */
const absolutePairs = ({ series, bounds, zone, absolute }: Ringing): Pair[] =>
  absolute.flatMap(([component, alarm]): Pair[] => {
    const { trigger } = alarm.times;
    if (trigger.kind !== "absolute") return [];
    if (!series) return [[alarm, undefined]];
    const found = occurrenceAround(component, trigger.at, series, { bounds, zone });
    // No occurrence is left that the alarm could ring for.
    return found ? [[alarm, found]] : [];
  });

/** The occurrence of a component that is in progress or next at an instant; if there is none, the last one before. */
function occurrenceAround(
  component: Component,
  at: Instant,
  series: Series<Component>,
  { bounds, zone }: Pick<Ringing, "bounds" | "zone">,
): Occurrence<Component> | undefined {
  const isOwn = ({ source }: Occurrence<Component>): boolean => source === component;
  for (const { occurrences } of lookAhead(series, Math.max(at, bounds.start), bounds.end, zone)) {
    const found = occurrences.find(isOwn);
    if (found) return found;
  }
  let to = Math.min(at, bounds.end);
  for (let stretch = DAY; to > bounds.start; stretch *= 2) {
    const from = Math.max(bounds.start, to - stretch);
    const found = expand(series, { from, to }, zone);
    const last = found.ok ? found.value.findLast(isOwn) : undefined;
    if (last || !found.ok) return last;
    to = from;
  }
  return undefined;
}

const earlier = (a: Ring | undefined, b: Ring | undefined): Ring | undefined =>
  a && b ? (b.at < a.at ? b : a) : (a ?? b);

/** At most this many pairs of alarm and occurrence are tried; the earliest ring found by then counts. */
const MAX_PAIRS = 500_000;

/**
 * The next time that an alarm of an object rings, strictly after an instant; undefined if none rings for an
 * occurrence before 2200. Cancelled occurrences, completed tasks and acknowledged alarms (RFC 9074 §6) are silent.
 * All-day and floating times are read in `zone`. `defaults` ring for components that ask for them.
 */
export function nextAlarm(
  object: CalendarObject,
  after: Instant,
  zone: Zone,
  defaults?: DefaultAlarms,
): Ring | undefined {
  const ringing = ringingOf(object, zone, defaults);
  if (!ringing) return undefined;
  const { series, bounds, earliest, latest, quietUntil } = ringing;
  const next = (best: Ring | undefined, pair: Pair) => earlier(best, nextOf(pair, after, zone));
  let best = absolutePairs(ringing).reduce(next, undefined);
  let looked = 0;
  const from = Math.max(bounds.start, Math.max(after, quietUntil) - latest);
  for (const { occurrences, until } of series ? lookAhead(series, from, bounds.end, zone) : []) {
    const pairs = relativePairs(occurrences, ringing);
    best = pairs.reduce(next, best);
    looked += pairs.length;
    // All further occurrences start later, and their alarms ring at most this much before them.
    if ((best && best.at <= until + earliest) || looked > MAX_PAIRS) break;
  }
  return best;
}

/**
 * Every ring of an object from an instant (inclusive) to another (exclusive), by time; the same alarms as
 * `nextAlarm`.
 * @returns `too-many-occurrences` if there are more than `maxRings` (10 000) rings or occurrences to look at
 */
export function ringsBetween(
  object: CalendarObject,
  { from, to }: Window,
  zone: Zone,
  { defaults, maxRings = 10_000 }: { readonly defaults?: DefaultAlarms; readonly maxRings?: number } = {},
): Result<readonly Ring[], CalendarProblem> {
  const ringing = ringingOf(object, zone, defaults);
  if (!ringing) return ok([]);
  const { series, bounds, earliest, latest } = ringing;
  const window = {
    from: Math.max(bounds.start, from - latest),
    to: Math.min(bounds.end, to - earliest),
  };
  const found =
    series && window.from < window.to ? expand(series, window, zone, { maxOccurrences: maxRings }) : ok([]);
  if (!found.ok) return found;
  const rings: Ring[] = [];
  for (const [index, pair] of [...absolutePairs(ringing), ...relativePairs(found.value, ringing)].entries()) {
    rings.push(...ringsOf(pair, { from, to }, zone));
    if (rings.length > maxRings || index > MAX_PAIRS)
      return failed({ code: "too-many-occurrences", limit: maxRings });
  }
  return ok(rings.toSorted((a, b) => a.at - b.at));
}
