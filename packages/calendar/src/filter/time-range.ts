import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { firstProperty, propertiesNamed, type Component } from "../icalendar/component.ts";
import { alarmInstants, alarmReach, readAlarmTimes } from "../icalendar/alarm-trigger.ts";
import { readTime, readTimes, type ZoneLookup } from "../icalendar/time-property.ts";
import type { Occurrence } from "../recurrence/expand.ts";
import { zonesOf } from "../recurrence/resolve-zone.ts";
import { seriesOfObject } from "../recurrence/series.ts";
import { timeBounds } from "../recurrence/time-bounds.ts";
import { floating, instantOf } from "../time/calendar-time.ts";
import { exactMilliseconds, nominalDays, parseDuration } from "../time/duration.ts";
import { DAY, MAX_INSTANT, MIN_INSTANT, type Instant } from "../time/instant.ts";
import { asLocal } from "../time/local.ts";
import type { Zone } from "../time/zone.ts";
import type { TimeRange } from "./caldav-filter.ts";
import { someOccurrence, type Scan } from "./scan-occurrences.ts";

/** A range with its open ends closed. */
interface Span {
  readonly from: Instant;
  readonly to: Instant;
}
const spanOf = ({ from, to }: TimeRange): Span => ({
  from: from ?? MIN_INSTANT - DAY,
  to: to ?? MAX_INSTANT + DAY,
});

/** An object prepared for time questions; the costly work is done once. */
export interface TimedObject {
  readonly object: CalendarObject;
  readonly zones: ZoneLookup;
  /** undefined if it can't be understood, or has no times */
  readonly scan: Scan<Component> | undefined;
  readonly zone: Zone;
}

/** Prepares an object; all-day and floating times are read in `zone`. */
export function timedObject(object: CalendarObject, zone: Zone): TimedObject {
  const series = seriesOfObject(object);
  const scan = series.ok ? { series: series.value, bounds: timeBounds(object), zone } : undefined;
  return { object, zones: zonesOf(object), scan, zone };
}

/** The moment of a component's property, if it has one that can be read. */
function instantOfProperty(
  component: Component,
  name: string,
  { zones, zone }: TimedObject,
): Instant | undefined {
  const property = firstProperty(component, name);
  const time = property && readTime(property, zones);
  return time && instantOf(time, zone);
}

/** The rows for VTODO that have DTSTART or DUE (RFC 4791 §9.9). */
function isTaskWithin(
  { startInstant, endInstant, source }: Occurrence<Component>,
  { from, to }: Span,
): boolean {
  const hasStart = firstProperty(source, "DTSTART") !== undefined;
  const hasDue = firstProperty(source, "DUE") !== undefined;
  if (!hasStart && hasDue) return from < endInstant && to >= endInstant;
  // An instance without times of its own has the start and end that its series gives it.
  if (hasDue || !hasStart)
    return (from < endInstant || from <= startInstant) && (to > startInstant || to >= endInstant);
  if (firstProperty(source, "DURATION")) return from <= endInstant && (to > startInstant || to >= endInstant);
  return from <= startInstant && to > startInstant;
}

/** The rows for VTODO that have neither. */
function isUndatedTaskWithin(component: Component, { from, to }: Span, timed: TimedObject): boolean {
  const completed = instantOfProperty(component, "COMPLETED", timed);
  const created = instantOfProperty(component, "CREATED", timed);
  if (completed !== undefined && created !== undefined) {
    return (from <= created || from <= completed) && (to >= created || to >= completed);
  }
  if (completed !== undefined) return from <= completed && to >= completed;
  return created === undefined || to > created;
}

/** An instance has the times of its series if it has none of its own. */
const hasTimes = (component: Component): boolean =>
  ["DTSTART", "DUE", "RECURRENCE-ID"].some((name) => firstProperty(component, name) !== undefined);

/** The rows for VFREEBUSY: its own time, or else any of its FREEBUSY periods. */
export function isFreeBusyWithin(component: Component, range: TimeRange, timed: TimedObject): boolean {
  const { from, to } = spanOf(range);
  const start = instantOfProperty(component, "DTSTART", timed);
  const end = instantOfProperty(component, "DTEND", timed);
  if (start !== undefined && end !== undefined) return from <= end && to > start;
  const { zones, zone } = timed;
  return propertiesNamed(component, "FREEBUSY")
    .flatMap((property) => readTimes(property, zones) ?? [])
    .some((time) => time.end && from < instantOf(time.end, zone) && to > instantOf(time.start, zone));
}

/**
 * Whether a main or instance component of the object overlaps a range, including the recurrences that it describes.
 */
export function isComponentWithin(component: Component, range: TimeRange, timed: TimedObject): boolean {
  const span = spanOf(range);
  const { object, scan } = timed;
  if (object.type === "VTODO" && !hasTimes(component)) return isUndatedTaskWithin(component, span, timed);
  if (object.type === "VJOURNAL" && !hasTimes(component)) return false;
  if (object.type === "VAVAILABILITY") return isAvailabilityWithin(component, span, timed);
  if (!scan) return true;
  if (object.type !== "VTODO") return someOccurrence(scan, range, ({ source }) => source === component);
  // Tasks also count at their exact end, which an ordinary overlap leaves out: search a little wider, then compare
  // exactly.
  const wider = { from: span.from - 1, to: span.to + 1 };
  return someOccurrence(scan, wider, (task) => task.source === component && isTaskWithin(task, span));
}

/**
 * The rows for VAVAILABILITY (RFC 7953 §7.2.2): without a start it has always applied, without an end it always will.
 */
function isAvailabilityWithin(component: Component, { from, to }: Span, timed: TimedObject): boolean {
  const start = instantOfProperty(component, "DTSTART", timed);
  const end = instantOfProperty(component, "DTEND", timed);
  const duration = firstProperty(component, "DURATION");
  const written = duration && parseDuration(duration.value);
  const last =
    end ??
    (start !== undefined && written
      ? start + nominalDays(written) * DAY + exactMilliseconds(written)
      : undefined);
  return (start === undefined || to > start) && (last === undefined || from < last);
}

const NEVER = floating(asLocal(0));

/** Whether an alarm of a component rings within a range, for any of its occurrences. */
export function isAlarmWithin(
  alarm: Component,
  owner: Component,
  range: TimeRange,
  { scan, zone }: TimedObject,
): boolean {
  const times = readAlarmTimes(alarm);
  if (!times) return false;
  const { from, to } = spanOf(range);
  const rings = (occurrence: Pick<Occurrence<Component>, "start" | "end">): boolean =>
    alarmInstants(times, occurrence, zone).some((at) => from <= at && to > at);
  // An absolute trigger doesn't depend on when, or whether, its event takes place.
  if (times.trigger.kind === "absolute") return rings({ start: NEVER, end: NEVER });
  if (!scan) return false;
  const reach = alarmReach(times);
  return someOccurrence(
    scan,
    { from: from - reach, to: to + reach },
    (occurrence) => occurrence.source === owner && rings(occurrence),
  );
}

/**
 * Whether any part of an object overlaps a time range, by the tables of RFC 4791 §9.9 for its kind (VEVENT, VTODO,
 * VJOURNAL), recurrences included. All-day and floating times are read in `floatingZone`. An object that can't be
 * understood matches: a filter must not hide it.
 */
export function matchesTimeRange(object: CalendarObject, range: TimeRange, floatingZone: Zone): boolean {
  const timed = timedObject(object, floatingZone);
  const components = [...(object.main ? [object.main] : []), ...object.overrides];
  return components.some((component) => isComponentWithin(component, range, timed));
}
