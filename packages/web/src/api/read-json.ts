import type { RecordTypes } from "@snart/calendar/jmap/record-types.ts";
import type { UTCDateTime } from "@snart/calendar/jscalendar/types.ts";

/** A JSON object with unknown members. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Whether a value from outside is an object with names. */
export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the value if it is an object, else an empty object. */
export const record = (value: unknown): JsonRecord => (isRecord(value) ? value : {});

/** Returns the value if it is a text, else an empty text. */
export const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Returns the list in the answer of a `/get` (RFC 8620 §5.1), with the server's record types; empty if there is none. */
export const listOf = <T extends keyof RecordTypes>({ list }: JsonRecord): readonly RecordTypes[T][] =>
  Array.isArray(list) ? (list as RecordTypes[T][]) : [];

/** Returns ms UTC of an optional time. */
export const instantOrNull = (date: UTCDateTime | null): number | null =>
  date === null ? null : Date.parse(date);
