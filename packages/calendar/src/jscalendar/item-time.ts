import { allDay, floating, instantOf, timed, type CalendarTime } from "../time/calendar-time.ts";
import { exactMilliseconds, nominalDays, parseDuration } from "../time/duration.ts";
import { DAY, SECOND, type Instant } from "../time/instant.ts";
import { asLocal, startOfDay, timeOfDay, type Local } from "../time/local.ts";
import { ianaZone, UTC, type Zone } from "../time/zone.ts";
import { formatLocalDateTime, parseLocalDateTime } from "./date-time-text.ts";
import type { Duration, Item, LocalDateTime } from "./types.ts";

/** JSCalendar's name for UTC. */
export const UTC_NAME = "Etc/UTC";

/** The IANA name of a zone; undefined if only a VTIMEZONE describes it. */
export function zoneName(zone: Zone): string | undefined {
  if (zone.id === UTC.id) return UTC_NAME;
  return ianaZone(zone.id) === undefined ? undefined : zone.id;
}

/** A time in JSCalendar's terms. A zone without an IANA name is replaced by UTC. */
interface SpokenTime {
  readonly local: Local;
  readonly timeZone?: string;
}

/** Converts a time to JSCalendar's terms. */
export function spokenTime(time: CalendarTime): SpokenTime {
  if (time.kind === "allDay") return { local: time.date };
  if (time.kind === "floating") return { local: time.local };
  const name = zoneName(time.zone);
  if (name !== undefined) return { local: time.local, timeZone: name };
  return { local: UTC.toLocal(time.zone.toInstant(time.local)), timeZone: UTC_NAME };
}

/**
 * Start, zone and duration of a piece of time. A reading that the clocks repeat means its first time in iCalendar (RFC 5545 §3.3.5): the
 * second one is told in UTC.
 * @param timeZone IANA name; one that is unknown is UTC
 * @param end exclusive
 */
export function zonedTimes(timeZone: string, start: Instant, end: Instant) {
  const zone = ianaZone(timeZone) ?? UTC;
  const local = zone.toLocal(start);
  const isPlain = zone.toInstant(local) === start;
  return {
    start: formatLocalDateTime(isPlain ? local : UTC.toLocal(start)),
    timeZone: isPlain ? zone.id : UTC_NAME,
    duration: `PT${Math.round((end - start) / SECOND)}S`,
  };
}

/** The frame in which a LocalDateTime of an item is read. */
export interface TimeFrame {
  readonly timeZone?: string | null;
  readonly allDay: boolean;
}

/**
 * The time that a LocalDateTime stands for; undefined if the text or the zone can't be read. Keeps zone and TZID of
 * `like` if the zone is the same, so that a client's own TZID (such as Outlook's Windows names) stays in use.
 */
export function timeFrom(
  text: LocalDateTime,
  frame: TimeFrame,
  like?: CalendarTime,
): CalendarTime | undefined {
  const local = parseLocalDateTime(text);
  if (local === undefined) return undefined;
  if (frame.allDay) return allDay(startOfDay(local));
  if (!frame.timeZone) return floating(local);
  if (like?.kind === "timed") {
    const name = zoneName(like.zone);
    if (name === frame.timeZone) return timed(local, like.zone, like.tzid);
    if (name === undefined && frame.timeZone === UTC_NAME) {
      return timed(like.zone.toLocal(UTC.toInstant(local)), like.zone, like.tzid);
    }
  }
  const zone = ianaZone(frame.timeZone);
  return zone && timed(local, zone, zone === UTC ? null : zone.id);
}

/** The number of days, if the duration consists of whole days. */
export function wholeDays(text: Duration): number | undefined {
  const duration = parseDuration(text);
  if (!duration) return undefined;
  const days = nominalDays(duration) + exactMilliseconds(duration) / DAY;
  return Number.isInteger(days) ? days : undefined;
}

/** Whether an item is written with dates: without time and zone, from midnight, for whole days. */
export function isAllDay(item: Item): boolean {
  if (!item.showWithoutTime || item.timeZone) return false;
  const texts = [item.start, item.due].filter((text) => text !== undefined);
  const midnights = texts.every((text) => timeOfDay(parseLocalDateTime(text) ?? asLocal(1)) === 0);
  return midnights && wholeDays(item.duration ?? "P0D") !== undefined;
}

/** Whether two times would be written the same way. */
export function sameTime(a: CalendarTime, b: CalendarTime): boolean {
  if (a.kind === "allDay") return b.kind === "allDay" && a.date === b.date;
  if (a.kind === "floating") return b.kind === "floating" && a.local === b.local;
  return b.kind === "timed" && a.local === b.local && a.tzid === b.tzid && a.zone.id === b.zone.id;
}

/** Milliseconds from one time to another: elapsed, or by the clock if either has no zone. */
export const timeBetween = (from: CalendarTime, to: CalendarTime): number =>
  instantOf(to, UTC) - instantOf(from, UTC);

/**
 * The key of an occurrence in `recurrenceOverrides`: its original start in the zone of the series. A RECURRENCE-ID of
 * another type than DTSTART (some clients write dates for timed series) is converted to the type of the series.
 */
export function recurrenceKey(id: CalendarTime, start: CalendarTime): LocalDateTime {
  return formatLocalDateTime(keyLocal(id, start));
}

function keyLocal(id: CalendarTime, start: CalendarTime): Local {
  if (start.kind === "allDay") return startOfDay(spokenTime(id).local);
  const own = spokenTime(start);
  if (id.kind === "allDay") return asLocal(id.date + timeOfDay(own.local));
  if (id.kind === "floating" || start.kind === "floating") return spokenTime(id).local;
  // Through the instant, as the expansion does: a reading that the clocks skip stands for another moment.
  const instant = id.zone.toInstant(id.local);
  if (instant === start.zone.toInstant(start.local)) return own.local;
  return (own.timeZone === UTC_NAME ? UTC : start.zone).toLocal(instant);
}
