import {
  formatLocalDateTime,
  formatUtcDateTime,
  parseUtcDateTime,
} from "@snart/calendar/jscalendar/date-time-text.ts";
import { isAllDay, timeFrom, UTC_NAME } from "@snart/calendar/jscalendar/item-time.ts";
import type { JSEvent, LocalDateTime } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { instantOf, type CalendarTime } from "@snart/calendar/time/calendar-time.ts";
import { addDuration, durationOf, formatDuration, parseDuration } from "@snart/calendar/time/duration.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import { ianaZone, UTC, type Zone } from "@snart/calendar/time/zone.ts";
import { invalidProperties, type SetError } from "../../wire/errors.ts";
import type { JsonObject } from "../../wire/json.ts";

type Times = Pick<JSEvent, "start" | "timeZone" | "duration" | "showWithoutTime">;

/** The start and end of an event, or of the first occurrence of a series; floating times are read in `viewer`. */
export function utcTimes(
  event: JSEvent,
  viewer: Zone,
): { readonly start: Instant; readonly end: Instant } | undefined {
  const start = timeOf(event, event.start);
  if (!start) return undefined;
  const duration = parseDuration(event.duration ?? "PT0S") ?? durationOf(0);
  return { start: instantOf(start, viewer), end: instantOf(addDuration(start, duration), viewer) };
}

/** The time that a local time of an event, its start or a recurrence id, stands for. */
export function timeOf(event: Times, local: LocalDateTime): CalendarTime | undefined {
  return timeFrom(local, { timeZone: event.timeZone ?? null, allDay: isAllDay(event) });
}

/** `utcStart` and `utcEnd` for an answer. */
export function utcProperties(
  event: JSEvent,
  viewer: Zone,
): { readonly utcStart?: string; readonly utcEnd?: string } {
  const times = utcTimes(event, viewer);
  return times ? { utcStart: formatUtcDateTime(times.start), utcEnd: formatUtcDateTime(times.end) } : {};
}

const setsUtc = (given: JsonObject): boolean =>
  Object.hasOwn(given, "utcStart") || Object.hasOwn(given, "utcEnd");

/**
 * Replaces a client's `utcStart` and `utcEnd` by `start`, `timeZone` and `duration` (JMAP Calendars,
 * CalendarEvent/set). `current` is the existing event, if any; `calendarZone` replaces a missing zone.
 */
export function withLocalTimes(
  given: JsonObject,
  current: JSEvent | undefined,
  calendarZone: string | null,
): Result<JsonObject, SetError> {
  if (!setsUtc(given)) return ok(given);
  const { utcStart, utcEnd, ...others } = given;
  const wrong = doubled(given, "utcStart", "start") ?? doubled(given, "utcEnd", "duration");
  if (wrong) return failed(wrong);
  const zoneName = textOf(given.timeZone) ?? current?.timeZone ?? null;
  const name = zoneName ?? calendarZone ?? UTC_NAME;
  const zone = ianaZone(name) ?? UTC;
  const start = utcStart === undefined ? undefined : instantFrom(utcStart);
  const end = utcEnd === undefined ? undefined : instantFrom(utcEnd);
  if (start === null || end === null) {
    return failed(invalidProperties(start === null ? ["utcStart"] : ["utcEnd"], "must be a UTCDateTime"));
  }
  const moved =
    start === undefined
      ? {}
      : { start: formatLocalDateTime(zone.toLocal(start)), ...(zoneName === null && { timeZone: name }) };
  if (end === undefined) return ok({ ...others, ...moved });
  const from = start ?? startOf(others, current, zone);
  if (from === undefined || end < from)
    return failed(invalidProperties(["utcEnd"], "must not be before the start"));
  return ok({ ...others, ...moved, duration: formatDuration(durationOf(end - from)) });
}

function doubled(given: JsonObject, utc: string, local: string): SetError | undefined {
  const isDoubled = Object.hasOwn(given, utc) && Object.hasOwn(given, local);
  return isDoubled
    ? invalidProperties([utc, local], `${utc} and ${local} cannot be set together`)
    : undefined;
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

const instantFrom = (value: unknown): Instant | null =>
  (typeof value === "string" ? parseUtcDateTime(value) : undefined) ?? null;

function startOf(given: JsonObject, current: JSEvent | undefined, zone: Zone): Instant | undefined {
  const start = textOf(given.start) ?? current?.start;
  const time = start === undefined ? undefined : timeOf({ ...current, start, timeZone: zone.id }, start);
  return time && instantOf(time, zone);
}
