import { DAY_NAMES } from "../day-kinds.ts";
import { readDate, readDateTime, readTime } from "../clock.ts";
import { BOOKING_LIMITS } from "../limits.ts";
import type { DayKind, DayName, Maintenance, Nights, OpenHours, Pass, SlotPlan } from "../rules.ts";
import type { JsonReader } from "./json-reader.ts";

const DAY_KINDS: readonly DayKind[] = [...DAY_NAMES, "redDay", "eve", "squeezeDay"];

const time = (json: JsonReader, value: unknown, path: string): string | undefined =>
  json.as(value, path, "bad-time", readTime);
const endTime = (json: JsonReader, value: unknown, path: string): string | undefined =>
  json.as(value, path, "bad-time", (text) => readTime(text, true));
const date = (json: JsonReader, value: unknown, path: string): string | undefined =>
  json.as(value, path, "bad-date", readDate);
export const dateTime = (json: JsonReader, value: unknown, path: string): string | undefined =>
  json.as(value, path, "bad-date", readDateTime);
export { date, time };

/** Kinds of day, at least one and none twice. */
export function days<T extends DayKind>(
  json: JsonReader,
  value: unknown,
  path: string,
  known: readonly T[],
): readonly T[] {
  const read = json.list(value, path, DAY_KINDS.length, (each, at) => json.choice(each, at, known));
  if (value === undefined) json.fail("missing", path);
  else if (Array.isArray(value) && value.length === 0) json.fail("empty", path);
  if (new Set(read).size < read.length) json.fail("day-twice", path);
  return read;
}

export const readDayKinds = (json: JsonReader, value: unknown, path: string): readonly DayKind[] =>
  days(json, value, path, DAY_KINDS);

export function readSlotPlan(json: JsonReader, value: unknown, path: string): SlotPlan | undefined {
  const fields = json.object(value, path, ["days", "passes"]);
  if (!fields) return undefined;
  const passes = json.list(fields["passes"], `${path}/passes`, BOOKING_LIMITS.passesPerDay, (each, at) =>
    readPass(json, each, at),
  );
  if (passes.length === 0) json.fail("empty", `${path}/passes`);
  return { days: readDayKinds(json, fields["days"], `${path}/days`), passes };
}

function readPass(json: JsonReader, value: unknown, path: string): Pass | undefined {
  const fields = json.object(value, path, ["from", "to", "name"]);
  const from = fields && time(json, fields["from"], `${path}/from`);
  const to = fields && endTime(json, fields["to"], `${path}/to`);
  if (!fields || from === undefined || to === undefined) return undefined;
  const name = fields["name"] === undefined ? undefined : json.text(fields["name"], `${path}/name`);
  return { from, to, ...(name !== undefined && { name }) };
}

export function readOpenHours(json: JsonReader, value: unknown, path: string): OpenHours | undefined {
  const fields = json.object(value, path, ["days", "from", "to"]);
  const from = fields && time(json, fields["from"], `${path}/from`);
  const to = fields && endTime(json, fields["to"], `${path}/to`);
  if (!fields || from === undefined || to === undefined) return undefined;
  if (to <= from) json.fail("ends-before-start", `${path}/to`);
  return { days: readDayKinds(json, fields["days"], `${path}/days`), from, to };
}

export function readMaintenance(json: JsonReader, value: unknown, path: string): Maintenance | undefined {
  const fields = json.object(value, path, ["days", "from", "to", "start", "end", "reason"]);
  if (!fields) return undefined;
  const reason = json.text(fields["reason"], `${path}/reason`) ?? "";
  if (fields["start"] !== undefined) {
    const start = dateTime(json, fields["start"], `${path}/start`);
    const end = dateTime(json, fields["end"], `${path}/end`);
    if (start !== undefined && end !== undefined && end <= start)
      json.fail("ends-before-start", `${path}/end`);
    return start === undefined || end === undefined ? undefined : { start, end, reason };
  }
  const from = time(json, fields["from"], `${path}/from`);
  const to = endTime(json, fields["to"], `${path}/to`);
  const on = days(json, fields["days"], `${path}/days`, DAY_NAMES);
  return from === undefined || to === undefined ? undefined : { days: on, from, to, reason };
}

const someDays = (json: JsonReader, value: unknown, path: string): readonly DayName[] | undefined =>
  value === undefined ? undefined : days(json, value, path, DAY_NAMES);

export function readNights(json: JsonReader, value: unknown, path: string): Nights | undefined {
  const fields = json.object(value, path, ["checkIn", "checkOut", "arrivals", "departures", "exceptions"]);
  const checkIn = fields && time(json, fields["checkIn"], `${path}/checkIn`);
  const checkOut = fields && time(json, fields["checkOut"], `${path}/checkOut`);
  if (!fields || checkIn === undefined || checkOut === undefined) return undefined;
  if (checkOut > checkIn) json.fail("nights-overlap", `${path}/checkOut`);
  const exceptions = json.list(
    fields["exceptions"],
    `${path}/exceptions`,
    BOOKING_LIMITS.entries,
    (each, at) => readException(json, each, at),
  );
  return {
    checkIn,
    checkOut,
    ...arrivalDays(json, fields, path),
    ...(exceptions.length > 0 && { exceptions }),
  };
}

function arrivalDays(
  json: JsonReader,
  fields: Readonly<Record<string, unknown>>,
  path: string,
): Pick<Nights, "arrivals" | "departures"> {
  const arrivals = someDays(json, fields["arrivals"], `${path}/arrivals`);
  const departures = someDays(json, fields["departures"], `${path}/departures`);
  return { ...(arrivals && { arrivals }), ...(departures && { departures }) };
}

function readException(json: JsonReader, value: unknown, path: string) {
  const fields = json.object(value, path, ["from", "to", "arrivals", "departures"]);
  const from = fields && date(json, fields["from"], `${path}/from`);
  const to = fields && date(json, fields["to"], `${path}/to`);
  if (!fields || from === undefined || to === undefined) return undefined;
  if (to < from) json.fail("ends-before-start", `${path}/to`);
  return { from, to, ...arrivalDays(json, fields, path) };
}
