import type { RecordTypes } from "@snart/calendar/jmap/record-types.ts";
import type { UTCDateTime } from "@snart/calendar/jscalendar/types.ts";

/** A JSON object with unknown members. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Whether a value from outside is an object with names. */
export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The object that a value is, or else an empty one. */
export const record = (value: unknown): JsonRecord => (isRecord(value) ? value : {});

/** The text that a value is, or else an empty one. */
export const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** The list of a `/get`, with the server's record types; empty if there is none. */
export const listOf = <T extends keyof RecordTypes>({ list }: JsonRecord): readonly RecordTypes[T][] =>
  Array.isArray(list) ? (list as RecordTypes[T][]) : [];

/** ms UTC of a time that need not be there. */
export const instantOrNull = (date: UTCDateTime | null): number | null =>
  date === null ? null : Date.parse(date);
