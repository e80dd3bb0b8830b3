import { allDay, floating, timed, timedAt, type CalendarTime } from "../time/calendar-time.ts";
import { addDuration, parseDuration } from "../time/duration.ts";
import { areRealFields, fieldsOfLocal, localFromFields, startOfDay, type Local } from "../time/local.ts";
import { UTC, type Zone } from "../time/zone.ts";
import { makeProperty, parameterValue, type ParameterValues, type Property } from "./component.ts";

/** Finds the zone of a TZID; if undefined, the time is read as floating. */
export type ZoneLookup = (tzid: string) => Zone | undefined;

/** A PERIOD value, or a date or time without an end. */
export interface TimeOrPeriod {
  readonly start: CalendarTime;
  readonly end?: CalendarTime;
}

/** A DATE or DATE-TIME value as written, before its zone is known. */
export interface WrittenTime {
  readonly local: Local;
  readonly isDate: boolean;
  readonly isUtc: boolean;
}

/** `YYYYMMDD` with or without `THHMMSS`, the latter with or without `Z`. */
const DATE_LENGTH = 8;
const TIME_LENGTH = 15;
const UPPER_CASE = ~0x20;
const T = 84;
const Z = 90;

/** The number written in the decimal digits from `from` to `to`; NaN if one of them is not a digit. */
function numberAt(text: string, from: number, to: number): number {
  let number = 0;
  for (let index = from; index < to; index++) {
    const digit = text.charCodeAt(index) - 48;
    if (!(digit >= 0 && digit <= 9)) return NaN;
    number = number * 10 + digit;
  }
  return number;
}

/** Reads a DATE or DATE-TIME value (RFC 5545 §3.3.4, §3.3.5); a leap second counts as the one before it. */
export function parseTimeValue(value: string): WrittenTime | undefined {
  const text = value.trim();
  const isDate = text.length === DATE_LENGTH;
  const isUtc = text.length === TIME_LENGTH + 1 && (text.charCodeAt(TIME_LENGTH) & UPPER_CASE) === Z;
  if (
    !isDate &&
    ((text.length !== TIME_LENGTH && !isUtc) || (text.charCodeAt(DATE_LENGTH) & UPPER_CASE) !== T)
  )
    return undefined;
  const year = numberAt(text, 0, 4);
  const month = numberAt(text, 4, 6);
  const day = numberAt(text, 6, 8);
  const hour = isDate ? 0 : numberAt(text, 9, 11);
  const minute = isDate ? 0 : numberAt(text, 11, 13);
  const second = isDate ? 0 : numberAt(text, 13, 15);
  // A number that could not be read fails every range check.
  if (Number.isNaN(year) || !areRealFields({ year, month, day, hour, minute, second })) return undefined;
  return { local: localFromFields(year, month, day, hour, minute, Math.min(second, 59)), isDate, isUtc };
}

const digits = (value: number, width: number): string => String(value).padStart(width, "0");

/** Writes a DATE value. */
export function formatDateValue(local: Local): string {
  const { year, month, day } = fieldsOfLocal(local);
  return `${digits(year, 4)}${digits(month, 2)}${digits(day, 2)}`;
}

/** Writes a DATE-TIME value without Z. */
export function formatLocalValue(local: Local): string {
  const { hour, minute, second } = fieldsOfLocal(local);
  return `${formatDateValue(local)}T${digits(hour, 2)}${digits(minute, 2)}${digits(second, 2)}`;
}

/** What the property's parameters say about its values. */
interface ValueContext {
  readonly isDate: boolean;
  readonly tzid: string | undefined;
  readonly zones: ZoneLookup;
}

const contextOf = (property: Property, zones: ZoneLookup): ValueContext => ({
  isDate: parameterValue(property, "VALUE")?.toUpperCase() === "DATE",
  tzid: parameterValue(property, "TZID")?.trim(),
  zones,
});

function toTime(value: string, { isDate, tzid, zones }: ValueContext): CalendarTime | undefined {
  const written = parseTimeValue(value);
  if (!written) return undefined;
  // Clients leave VALUE=DATE out, or put it before a time at midnight: either makes the value a date.
  if (written.isDate || isDate) return allDay(startOfDay(written.local));
  const zone = tzid ? zones(tzid) : undefined;
  // A zone beside a time in UTC is not allowed: the moment holds, and a series stays on the zone's clocks.
  if (written.isUtc)
    return zone && tzid ? timedAt(written.local, zone, tzid) : timed(written.local, UTC, null);
  return zone && tzid ? timed(written.local, zone, tzid) : floating(written.local);
}

function toPeriod(value: string, context: ValueContext): TimeOrPeriod | undefined {
  const [first = "", second] = value.split("/");
  const start = toTime(first, context);
  if (!start || second === undefined) return start && { start };
  const duration = parseDuration(second);
  const end = duration ? addDuration(start, duration) : toTime(second, context);
  return end && { start, end };
}

/** Reads a DATE or DATE-TIME property such as DTSTART; undefined if it is neither. */
export const readTime = (property: Property, zones: ZoneLookup): CalendarTime | undefined =>
  toTime(property.value, contextOf(property, zones));

/** Reads a list property such as EXDATE or RDATE, PERIOD included; undefined if any item is unreadable. */
export function readTimes(property: Property, zones: ZoneLookup): readonly TimeOrPeriod[] | undefined {
  const context = contextOf(property, zones);
  const times: TimeOrPeriod[] = [];
  for (const item of property.value.split(",")) {
    if (item.trim() === "") continue;
    const time = toPeriod(item, context);
    if (!time) return undefined;
    times.push(time);
  }
  return times;
}

/** Writes only the value of a time, without its parameters. */
export function formatTimeValue(time: CalendarTime): string {
  if (time.kind === "allDay") return formatDateValue(time.date);
  if (time.kind === "floating" || time.tzid !== null) return formatLocalValue(time.local);
  return `${formatLocalValue(UTC.toLocal(time.zone.toInstant(time.local)))}Z`;
}

function parametersOf(time: CalendarTime): ParameterValues {
  if (time.kind === "allDay") return { VALUE: "DATE" };
  return time.kind === "timed" && time.tzid !== null ? { TZID: time.tzid } : {};
}

/** Writes a DATE or DATE-TIME property. `parameters` come after TZID or VALUE. */
export const writeTime = (name: string, time: CalendarTime, parameters: ParameterValues = {}): Property =>
  makeProperty(name, formatTimeValue(time), { ...parametersOf(time), ...parameters });

/**
 * Writes a list such as EXDATE; the times must be of one kind and zone, that of the first. Throws on an empty list.
 */
export function writeTimes(name: string, times: readonly CalendarTime[]): Property {
  const first = times[0];
  if (!first) throw new RangeError(`${name} without times`);
  return makeProperty(name, times.map(formatTimeValue).join(","), parametersOf(first));
}
