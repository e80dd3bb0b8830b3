import { areRealFields, fieldsOfLocal, localFromFields } from "../time/local.ts";
import type { Local } from "../time/local.ts";
import type { Instant } from "../time/instant.ts";
import { UTC } from "../time/zone.ts";
import type { LocalDateTime, UTCDateTime } from "./types.ts";

const GRAMMAR = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.\d*[1-9])?$/;

/** Reads a LocalDateTime (RFC 8984 §1.4.4); fractions of a second are dropped. Undefined if it is none. */
export function parseLocalDateTime(text: LocalDateTime): Local | undefined {
  const match = GRAMMAR.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  if (!areRealFields({ year, month, day, hour, minute, second })) return undefined;
  return localFromFields(year, month, day, hour, minute, Math.min(second, 59));
}

const digits = (value: number, width = 2): string => String(value).padStart(width, "0");

/** Writes a LocalDateTime. */
export function formatLocalDateTime(local: Local): LocalDateTime {
  const { year, month, day, hour, minute, second } = fieldsOfLocal(local);
  return `${digits(year, 4)}-${digits(month)}-${digits(day)}T${digits(hour)}:${digits(minute)}:${digits(second)}`;
}

/** Reads a UTCDateTime; undefined if it is none. */
export function parseUtcDateTime(text: UTCDateTime): Instant | undefined {
  const local = text.endsWith("Z") ? parseLocalDateTime(text.slice(0, -1)) : undefined;
  return local === undefined ? undefined : UTC.toInstant(local);
}

/** Writes a UTCDateTime. */
export const formatUtcDateTime = (instant: Instant): UTCDateTime =>
  `${formatLocalDateTime(UTC.toLocal(instant))}Z`;
