import { areRealFields, fieldsOfLocal, localFromFields, type Local } from "../time/local.ts";
import type { Instant } from "../time/instant.ts";
import { UTC } from "../time/zone.ts";
import type { LocalDateTime, UTCDateTime } from "./types.ts";

const GRAMMAR = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d*[1-9])?$/;

/** The number that two digits of a text write; every override's key is read this way, so no substrings are made. */
const twoDigits = (text: string, at: number): number =>
  text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 11 * 48;

/** Reads a LocalDateTime (RFC 8984 §1.4.4); fractions of a second are dropped. Undefined if the text isn't one. */
export function parseLocalDateTime(text: LocalDateTime): Local | undefined {
  if (!GRAMMAR.test(text)) return undefined;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const [month, day] = [twoDigits(text, 5), twoDigits(text, 8)];
  const [hour, minute, second] = [twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17)];
  if (!areRealFields({ year, month, day, hour, minute, second })) return undefined;
  return localFromFields(year, month, day, hour, minute, Math.min(second, 59));
}

const digits = (value: number, width = 2): string => String(value).padStart(width, "0");

/** Writes a LocalDateTime. */
export function formatLocalDateTime(local: Local): LocalDateTime {
  const { year, month, day, hour, minute, second } = fieldsOfLocal(local);
  return `${digits(year, 4)}-${digits(month)}-${digits(day)}T${digits(hour)}:${digits(minute)}:${digits(second)}`;
}

/** Reads a UTCDateTime; undefined if the text isn't one. */
export function parseUtcDateTime(text: UTCDateTime): Instant | undefined {
  const local = text.endsWith("Z") ? parseLocalDateTime(text.slice(0, -1)) : undefined;
  return local === undefined ? undefined : UTC.toInstant(local);
}

/** Writes a UTCDateTime. */
export const formatUtcDateTime = (instant: Instant): UTCDateTime =>
  `${formatLocalDateTime(UTC.toLocal(instant))}Z`;
