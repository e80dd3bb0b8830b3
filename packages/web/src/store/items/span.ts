import type { JSEvent, JsonValue, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { DAY, MINUTE, type Instant } from "@snart/calendar/time/instant.ts";
import { addDays, dayOf, startOfDay } from "@snart/calendar/time/local.ts";
import { ianaZone, type Zone } from "@snart/calendar/time/zone.ts";
import { localDateTimeText } from "./local-text.ts";

/** A piece of time as the viewer sees it; of whole days the midnights of their zone, the end exclusive. */
export interface Span {
  readonly start: Instant;
  readonly end: Instant;
  readonly allDay: boolean;
}

/** The whole days, `count` of them, from the one that holds a moment. */
export function daysSpan(at: Instant, count: number, zone: Zone): Span {
  const first = startOfDay(zone.toLocal(at));
  return { start: zone.toInstant(first), end: zone.toInstant(addDays(first, count)), allDay: true };
}

/** How many days a span of whole days lasts. */
export const dayCount = (span: Span, zone: Zone): number =>
  Math.max(1, dayOf(zone.toLocal(span.end)) - dayOf(zone.toLocal(span.start)));

/** "PT1H30M", "P2D" */
export function durationText(span: Span, zone: Zone): string {
  if (span.allDay) return `P${dayCount(span, zone)}D`;
  const minutes = Math.max(0, Math.round((span.end - span.start) / MINUTE));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0 && rest === 0) return "PT0S";
  return `PT${hours > 0 ? `${hours}H` : ""}${rest > 0 ? `${rest}M` : ""}`;
}

/** The zone of an event's clock times; the viewer's zone if the event has none. */
export const zoneOfEvent = (event: Pick<JSEvent, "timeZone">, viewer: Zone): Zone =>
  (event.timeZone ? ianaZone(event.timeZone) : undefined) ?? viewer;

/**
 * Returns the patch that moves an event to another time. An unchanged length is not touched, so that "P1D" stays a
 * day where clocks change. The zone stays unless the event turns to whole days or back.
 */
export function timePatch(event: JSEvent, before: Span, after: Span, viewer: Zone): PatchObject {
  const patch: Record<string, JsonValue> = {};
  const turns = after.allDay !== before.allDay;
  if (turns || after.start !== before.start) patch["start"] = startText(turns ? {} : event, after, viewer);
  const keepsLength = !turns && lengthOf(before, viewer) === lengthOf(after, viewer);
  if (!keepsLength) patch["duration"] = durationText(after, viewer);
  if (turns) {
    patch["showWithoutTime"] = after.allDay ? true : null;
    patch["timeZone"] = after.allDay ? null : viewer.id;
  }
  return patch;
}

/** The start of a span as an event writes it: in the event's zone; for whole days in the viewer's. */
export function startText(event: Pick<JSEvent, "timeZone">, span: Span, viewer: Zone): string {
  if (span.allDay) return localDateTimeText(startOfDay(viewer.toLocal(span.start)));
  return localDateTimeText(zoneOfEvent(event, viewer).toLocal(span.start));
}

const lengthOf = (span: Span, viewer: Zone): number =>
  span.allDay ? dayCount(span, viewer) * DAY : span.end - span.start;

/** The time part of a new event. */
export function newEventTimes(
  span: Span,
  viewer: Zone,
): Pick<JSEvent, "start" | "duration" | "timeZone" | "showWithoutTime"> {
  const start = span.allDay ? startOfDay(viewer.toLocal(span.start)) : viewer.toLocal(span.start);
  const times = { start: localDateTimeText(start), duration: durationText(span, viewer) };
  return span.allDay
    ? { ...times, showWithoutTime: true, timeZone: null }
    : { ...times, timeZone: viewer.id };
}
