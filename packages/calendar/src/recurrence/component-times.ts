import type { CalendarObjectType } from "../icalendar/calendar-object.ts";
import { firstProperty, type Component } from "../icalendar/component.ts";
import { readTime, type ZoneLookup } from "../icalendar/time-property.ts";
import type { CalendarProblem } from "../problems.ts";
import { failed, ok, type Result } from "../result.ts";
import { instantOf, ownLocal, timedAt, type CalendarTime } from "../time/calendar-time.ts";
import { addToTime, exactMilliseconds, nominalDays, parseDuration } from "../time/duration.ts";
import { DAY } from "../time/instant.ts";
import { UTC, type Zone } from "../time/zone.ts";

/**
 * How long each occurrence lasts: first `days` on the clock (nominal), then `milliseconds` of elapsed time (exact).
 * DTEND gives timed series an exact duration, DURATION may give a nominal one (RFC 5545 §3.8.5.3).
 */
export interface SeriesDuration {
  readonly days: number;
  readonly milliseconds: number;
  /** the zone of the ends, if it differs from that of the start */
  readonly endZone?: { readonly zone: Zone; readonly tzid: string | null };
}

/** When a component starts and how long it lasts. */
export interface ComponentTimes {
  readonly start: CalendarTime;
  readonly end: CalendarTime;
  readonly duration: SeriesDuration;
}

/**
 * Reads DTSTART with DTEND, DUE or DURATION. Without any of the three, a date lasts one day and a time has no length
 * (RFC 5545 §3.6.1), and an all-day event always lasts at least one day; a task without DTSTART is at its DUE.
 * Undefined if the component has no time.
 */
export function readComponentTimes(
  component: Component,
  type: CalendarObjectType,
  zones: ZoneLookup,
): Result<ComponentTimes | undefined, CalendarProblem> {
  const endName = type === "VTODO" ? "DUE" : "DTEND";
  const written = optionalTime(component, "DTSTART", zones);
  if (!written.ok) return written;
  // An end that is no time, or a length that is none, is as good as none: it must not cost the event.
  const endProperty = type === "VJOURNAL" ? undefined : firstProperty(component, endName);
  const end = endProperty && readTime(endProperty, zones);
  const start = written.value ?? (type === "VTODO" ? end : undefined);
  if (!start) return ok(undefined);
  if (end) return ok(atLeastADay(type, withEnd(start, end)));
  const duration = readDuration(component, start);
  const { days, milliseconds } = duration;
  return ok(atLeastADay(type, { start, end: addToTime(start, days, milliseconds), duration }));
}

/**
 * An all-day event takes whole days and at least one (RFC 5545 §3.6.1), even if a client ends it on the day on which
 * it starts.
 */
function atLeastADay(type: CalendarObjectType, times: ComponentTimes): ComponentTimes {
  const { start, duration } = times;
  if (start.kind !== "allDay" || type !== "VEVENT") return times;
  const days = Math.max(1, duration.days + Math.trunc(duration.milliseconds / DAY));
  return { start, end: addToTime(start, days, 0), duration: { days, milliseconds: 0 } };
}

/** The time of an optional property; one that can't be read is a problem. */
export function optionalTime(
  component: Component,
  name: string,
  zones: ZoneLookup,
): Result<CalendarTime | undefined, CalendarProblem> {
  const property = firstProperty(component, name);
  if (!property) return ok(undefined);
  const time = readTime(property, zones);
  if (time) return ok(time);
  return failed({
    code: "invalid-property",
    property: name,
    line: property.line,
    detail: property.value.slice(0, 80),
  });
}

/** DURATION; one that is negative is no length, as an end before the start. */
function readDuration(component: Component, start: CalendarTime): SeriesDuration {
  const property = firstProperty(component, "DURATION");
  const duration = property && parseDuration(property.value);
  if (!duration) return { days: start.kind === "allDay" ? 1 : 0, milliseconds: 0 };
  return duration.sign < 0
    ? { days: 0, milliseconds: 0 }
    : { days: nominalDays(duration), milliseconds: exactMilliseconds(duration) };
}

/** An end before the start counts as zero length: some clients write it for events without an end. */
function withEnd(start: CalendarTime, end: CalendarTime): ComponentTimes {
  const duration = durationBetween(start, end);
  return duration.days < 0 || duration.milliseconds < 0
    ? { start, end: start, duration: { days: 0, milliseconds: 0 } }
    : { start, end, duration };
}

/** The duration that DTEND gives: whole days for dates, exact otherwise, and the end's own zone if it has one. */
export function durationBetween(start: CalendarTime, end: CalendarTime): SeriesDuration {
  if (start.kind === "allDay")
    return { days: Math.floor((ownLocal(end) - start.date) / DAY), milliseconds: 0 };
  if (start.kind === "timed" && end.kind === "timed") {
    const milliseconds = instantOf(end, UTC) - instantOf(start, UTC);
    return end.tzid === start.tzid
      ? { days: 0, milliseconds }
      : { days: 0, milliseconds, endZone: { zone: end.zone, tzid: end.tzid } };
  }
  return { days: 0, milliseconds: ownLocal(end) - ownLocal(start) };
}

/** The end of what begins at a time and lasts that long. */
export function endOf(start: CalendarTime, { days, milliseconds, endZone }: SeriesDuration): CalendarTime {
  const end = addToTime(start, days, milliseconds);
  if (!endZone || end.kind !== "timed") return end;
  return timedAt(end.zone.toInstant(end.local), endZone.zone, endZone.tzid);
}
