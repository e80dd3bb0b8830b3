import { asLocal, type Local } from "./local.ts";
import { DAY, HOUR, MINUTE, SECOND } from "./instant.ts";
import { ownLocal, timedAt, withLocal, type CalendarTime } from "./calendar-time.ts";

/** A length of time as calendars write it (RFC 5545 §3.3.6): weeks and days are nominal, the rest is exact. */
export interface Duration {
  readonly sign: 1 | -1;
  readonly weeks: number;
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

// RFC 5545 forbids weeks next to days, and hours and seconds without minutes between; ISO 8601 and clients allow
// them, so any subset is read.
const GRAMMAR =
  /^([+-]?)P(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/i;

/** Reads a DURATION such as `-PT15M` or `P1DT2H`; undefined if the text isn't one. */
export function parseDuration(text: string): Duration | undefined {
  const match = GRAMMAR.exec(text.trim());
  if (!match || !/\d/.test(text)) return undefined;
  const [weeks, days, hours, minutes, seconds] = match.slice(2).map((digits) => Number(digits ?? 0));
  return {
    sign: match[1] === "-" ? -1 : 1,
    weeks: weeks ?? 0,
    days: days ?? 0,
    hours: hours ?? 0,
    minutes: minutes ?? 0,
    seconds: seconds ?? 0,
  };
}

/** Writes a DURATION. Weeks next to other units are written as days, since RFC 5545 requires them to stand alone. */
export function formatDuration(duration: Duration): string {
  const { hours, minutes, seconds } = duration;
  const sign = duration.sign < 0 ? "-" : "";
  const hasTime = hours + minutes + seconds > 0;
  if (duration.weeks > 0 && duration.days === 0 && !hasTime) return `${sign}P${duration.weeks}W`;
  const days = duration.weeks * 7 + duration.days;
  const date = days > 0 ? `${days}D` : "";
  const time = `${hours > 0 ? `${hours}H` : ""}${
    minutes > 0 || (hours > 0 && seconds > 0) ? `${minutes}M` : ""
  }${seconds > 0 ? `${seconds}S` : ""}`;
  return `${sign}P${date}${hasTime ? `T${time}` : date === "" ? "T0S" : ""}`;
}

/** The nominal part: whole days, negative for a negative duration. */
export const nominalDays = (duration: Duration): number =>
  duration.sign * (duration.weeks * 7 + duration.days) || 0;

/** The exact part: milliseconds, negative for a negative duration. */
export const exactMilliseconds = (duration: Duration): number =>
  duration.sign * (duration.hours * HOUR + duration.minutes * MINUTE + duration.seconds * SECOND) || 0;

/** The duration of a number of milliseconds in exact units, fractions of a second dropped. */
export function durationOf(milliseconds: number): Duration {
  const size = Math.abs(milliseconds);
  return {
    sign: milliseconds < 0 ? -1 : 1,
    weeks: 0,
    days: 0,
    hours: Math.floor(size / HOUR),
    minutes: Math.floor((size % HOUR) / MINUTE),
    seconds: Math.floor((size % MINUTE) / SECOND),
  };
}

/**
 * A time `days` later on the clock and then `milliseconds` later in elapsed time; all-day times only add whole days.
 */
export function addToTime(time: CalendarTime, days: number, milliseconds: number): CalendarTime {
  const later = asLocal((days === 0 ? ownLocal(time) : shownLocal(time)) + days * DAY);
  if (milliseconds === 0) return withLocal(time, later);
  switch (time.kind) {
    case "allDay":
      return withLocal(time, asLocal(later + Math.trunc(milliseconds / DAY) * DAY));
    case "floating":
      return withLocal(time, asLocal(later + milliseconds));
    case "timed":
      return timedAt(time.zone.toInstant(later) + milliseconds, time.zone, time.tzid);
  }
}

/** The reading that the clock shows: a skipped reading stands for a later one (RFC 5545 §3.3.5). */
const shownLocal = (time: CalendarTime): Local =>
  time.kind === "timed" ? time.zone.toLocal(time.zone.toInstant(time.local)) : ownLocal(time);

/** A time plus a duration: days and weeks on the clock, hours and less as elapsed time (RFC 5545 §3.3.6). */
export const addDuration = (time: CalendarTime, duration: Duration): CalendarTime =>
  addToTime(time, nominalDays(duration), exactMilliseconds(duration));
