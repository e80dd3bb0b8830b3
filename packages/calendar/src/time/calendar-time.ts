import type { Instant } from "./instant.ts";
import type { Local } from "./local.ts";
import { UTC, type Zone } from "./zone.ts";

/** A time as calendars write it: a whole day, a wall-clock time in any zone, or a time in a certain zone. */
export type CalendarTime = AllDayTime | FloatingTime | TimedTime;

interface AllDayTime {
  readonly kind: "allDay";
  /** midnight of the day */
  readonly date: Local;
}
interface FloatingTime {
  readonly kind: "floating";
  readonly local: Local;
}
interface TimedTime {
  readonly kind: "timed";
  readonly local: Local;
  readonly zone: Zone;
  /** the TZID as written; null for UTC written with Z */
  readonly tzid: string | null;
}

export const allDay = (date: Local): AllDayTime => ({ kind: "allDay", date });
export const floating = (local: Local): FloatingTime => ({ kind: "floating", local });
export const timed = (local: Local, zone: Zone, tzid: string | null = zone.id): TimedTime => ({
  kind: "timed",
  local,
  zone,
  tzid,
});

/**
 * The reading of a zone's clocks at an instant. In the second run of a repeated hour the reading would mean the first
 * (RFC 5545 §3.3.5), so that time is given in UTC.
 */
export function timedAt(instant: Instant, zone: Zone, tzid: string | null): TimedTime {
  const local = zone.toLocal(instant);
  return zone.toInstant(local) === instant
    ? timed(local, zone, tzid)
    : timed(UTC.toLocal(instant), UTC, null);
}

/** The moment that a time means in `viewer`'s zone; an all-day time means its midnight. */
export function instantOf(time: CalendarTime, viewer: Zone): Instant {
  switch (time.kind) {
    case "allDay":
      return viewer.toInstant(time.date);
    case "floating":
      return viewer.toInstant(time.local);
    case "timed":
      return time.zone.toInstant(time.local);
  }
}

/** The reading of a clock in `viewer`'s zone at a time. */
export function localOf(time: CalendarTime, viewer: Zone): Local {
  switch (time.kind) {
    case "allDay":
      return time.date;
    case "floating":
      return time.local;
    case "timed":
      return viewer.toLocal(time.zone.toInstant(time.local));
  }
}

/** The wall-clock reading as written, in the time's own zone. */
export const ownLocal = (time: CalendarTime): Local => (time.kind === "allDay" ? time.date : time.local);

/** A time of the same kind and zone with another reading. */
export const withLocal = (time: CalendarTime, local: Local): CalendarTime =>
  time.kind === "allDay" ? { ...time, date: local } : { ...time, local };
