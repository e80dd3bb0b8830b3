import { timeZonesOf, type CalendarObject } from "../icalendar/calendar-object.ts";
import { firstProperty, type Component } from "../icalendar/component.ts";
import { textValue } from "../icalendar/text.ts";
import type { ZoneLookup } from "../icalendar/time-property.ts";
import type { CalendarProblem } from "../problems.ts";
import { optionalTime } from "../recurrence/component-times.ts";
import { expand, type Window } from "../recurrence/expand.ts";
import { zonesOf } from "../recurrence/resolve-zone.ts";
import { seriesOfObject, type Series } from "../recurrence/series.ts";
import { failed, ok, type Result } from "../result.ts";
import { instantOf, type CalendarTime } from "../time/calendar-time.ts";
import { addDuration, parseDuration } from "../time/duration.ts";
import type { Zone } from "../time/zone.ts";
import {
  mergeBusyPeriods,
  withoutStretches,
  type BusyPeriod,
  type BusyType,
  type Stretch,
} from "./merge-busy-periods.ts";

/**
 * One VAVAILABILITY: a span in which somebody is unavailable except at the times of its AVAILABLE parts (RFC 7953
 * §3.1).
 */
export interface Availability {
  /** undefined: no beginning */
  readonly start: CalendarTime | undefined;
  /** undefined: no end */
  readonly end: CalendarTime | undefined;
  readonly busyType: BusyType;
  /** 1 is the highest, 9 the lowest, 0 below that */
  readonly priority: number;
  readonly available: readonly Series<Component>[];
}

/** The most VAVAILABILITY components of one object, and the most AVAILABLE ones in all; more is a problem. */
const MAX_COMPONENTS = 50;
const MAX_AVAILABLE = 300;

/**
 * Reads the VAVAILABILITY components of a VCALENDAR (RFC 7953 §3.1). It is a problem if there are none, if times
 * can't be read, if an AVAILABLE has no UID or DTSTART, or if there are more than 300 of them in all.
 */
export function readAvailability(calendar: Component): Result<readonly Availability[], CalendarProblem> {
  const components = calendar.components.filter(({ name }) => name === "VAVAILABILITY");
  const parts = components.flatMap((component) => component.components);
  if (components.length === 0 || components.length > MAX_COMPONENTS)
    return invalid(`${components.length} VAVAILABILITY components, where 1 to ${MAX_COMPONENTS} may be`);
  if (parts.length > MAX_AVAILABLE) return invalid(`more than ${MAX_AVAILABLE} components in VAVAILABILITY`);
  const timeZones = timeZonesOf(calendar);
  const zones = zonesOf({ timeZones });
  const found: Availability[] = [];
  for (const component of components) {
    const read = readComponent(component, { calendar, timeZones }, zones);
    if (!read.ok) return read;
    found.push(read.value);
  }
  return ok(found);
}

const invalid = (detail: string) => failed({ code: "invalid-calendar-object", detail } as const);

type Surroundings = Pick<CalendarObject, "calendar" | "timeZones">;

function readComponent(
  component: Component,
  surroundings: Surroundings,
  zones: ZoneLookup,
): Result<Availability, CalendarProblem> {
  const start = optionalTime(component, "DTSTART", zones);
  if (!start.ok) return start;
  const end = readEnd(component, start.value, zones);
  if (!end.ok) return end;
  const available = readAvailable(component, surroundings);
  if (!available.ok) return available;
  return ok({
    start: start.value,
    end: end.value,
    busyType: busyTypeIn(component),
    priority: priorityOf(component),
    available: available.value,
  });
}

const BUSY_TYPES: readonly BusyType[] = ["BUSY", "BUSY-UNAVAILABLE", "BUSY-TENTATIVE"];

/** BUSY-UNAVAILABLE if the type is absent or unknown (RFC 7953 §3.2). */
function busyTypeIn(component: Component): BusyType {
  const written = firstProperty(component, "BUSYTYPE")?.value.trim().toUpperCase();
  return BUSY_TYPES.find((type) => type === written) ?? "BUSY-UNAVAILABLE";
}

function priorityOf(component: Component): number {
  const written = firstProperty(component, "PRIORITY")?.value.trim() ?? "0";
  return /^[0-9]$/.test(written) ? Number(written) : 0;
}

function readEnd(
  component: Component,
  start: CalendarTime | undefined,
  zones: ZoneLookup,
): Result<CalendarTime | undefined, CalendarProblem> {
  const end = optionalTime(component, "DTEND", zones);
  const property = firstProperty(component, "DURATION");
  if (!end.ok || end.value || !property) return end;
  const duration = parseDuration(property.value);
  if (duration && start) return ok(addDuration(start, duration));
  const detail = start ? property.value.slice(0, 80) : "DURATION without DTSTART";
  return failed({ code: "invalid-property", property: "DURATION", line: property.line, detail });
}

/** The AVAILABLE parts as series, one for each UID; parts with a RECURRENCE-ID are their overrides. */
function readAvailable(
  component: Component,
  surroundings: Surroundings,
): Result<readonly Series<Component>[], CalendarProblem> {
  const byUid = Map.groupBy(
    component.components.filter(({ name }) => name === "AVAILABLE"),
    (part) => textValue(part, "UID")?.trim() ?? "",
  );
  const found: Series<Component>[] = [];
  for (const [uid, parts] of byUid) {
    if (uid === "") return invalid("AVAILABLE without UID");
    const mains = parts.filter((part) => !firstProperty(part, "RECURRENCE-ID"));
    if (parts.some((part) => !firstProperty(part, "DTSTART"))) return invalid("AVAILABLE without DTSTART");
    const overrides = parts.filter((part) => firstProperty(part, "RECURRENCE-ID"));
    // Some clients give all their hours the same UID: each is then a series of its own, and only the first can have
    // overrides.
    const groups = mains.length === 0 ? [[undefined, overrides] as const] : mains.map(asGroup(overrides));
    for (const [main, instances] of groups) {
      const series = seriesOfObject({ ...surroundings, uid, type: "VEVENT", main, overrides: instances });
      if (!series.ok) return series;
      found.push(series.value);
    }
  }
  return ok(found);
}

const asGroup =
  (overrides: readonly Component[]) =>
  (main: Component, index: number): readonly [Component, readonly Component[]] => [
    main,
    index === 0 ? overrides : [],
  ];

/**
 * When availability makes somebody busy within a window, by start and without overlaps (RFC 7953 §4, §5). Each
 * VAVAILABILITY makes its span busy except at its AVAILABLE times, and replaces those of lower priority. Those of
 * equal priority are combined: the stronger busy type counts, and a time that one of them makes available is free.
 * All-day and floating times are read in `zone`. Fails with more than `maxOccurrences` (10 000) instances of one
 * AVAILABLE.
 */
export function unavailablePeriods(
  availability: readonly Availability[],
  window: Window,
  zone: Zone,
  maxOccurrences = 10_000,
): Result<readonly BusyPeriod[], CalendarProblem> {
  const levels = Map.groupBy(availability, ({ priority }) => (priority === 0 ? 10 : priority));
  let busy: readonly BusyPeriod[] = [];
  for (const [, level] of [...levels].toSorted(([a], [b]) => b - a)) {
    const spans = level.map((one) => ({ one, ...spanOf(one, window, zone) }));
    const free: Stretch[] = [];
    for (const { one, from, to } of spans) {
      const times = from < to ? availableTimes(one, { from, to }, zone, maxOccurrences) : ok([]);
      if (!times.ok) return times;
      free.push(...times.value);
    }
    const filled = spans.map(({ one, from, to }) => ({ from, to, type: one.busyType }));
    busy = [...withoutStretches(busy, spans), ...withoutStretches(filled, free)];
  }
  const merged = mergeBusyPeriods(busy);
  return merged.length > maxOccurrences
    ? failed({ code: "too-many-occurrences", limit: maxOccurrences })
    : ok(merged);
}

/** Every AVAILABLE time within a window, of whichever priority, in no order. Fails as `unavailablePeriods` does. */
export function availableStretches(
  availability: readonly Availability[],
  window: Window,
  zone: Zone,
  maxOccurrences = 10_000,
): Result<readonly Stretch[], CalendarProblem> {
  const all: Stretch[] = [];
  for (const one of availability) {
    const span = spanOf(one, window, zone);
    const times = span.from < span.to ? availableTimes(one, span, zone, maxOccurrences) : ok([]);
    if (!times.ok) return times;
    all.push(...times.value);
  }
  return ok(all.filter(({ from, to }) => from < to));
}

/** The part of the window that a VAVAILABILITY covers; empty if `from` is not before `to`. */
function spanOf({ start, end }: Availability, window: Window, zone: Zone): Stretch {
  const from = start ? Math.max(window.from, instantOf(start, zone)) : window.from;
  const to = end ? Math.min(window.to, instantOf(end, zone)) : window.to;
  return { from, to: Math.max(from, to) };
}

function availableTimes(
  { available }: Availability,
  span: Stretch,
  zone: Zone,
  maxOccurrences: number,
): Result<readonly Stretch[], CalendarProblem> {
  const times: Stretch[] = [];
  for (const series of available) {
    const found = expand(series, span, zone, { maxOccurrences });
    if (!found.ok) return found;
    for (const { startInstant, endInstant } of found.value)
      times.push({ from: Math.max(startInstant, span.from), to: Math.min(endInstant, span.to) });
    if (times.length > 10 * maxOccurrences)
      return failed({ code: "too-many-occurrences", limit: maxOccurrences });
  }
  return ok(times);
}
