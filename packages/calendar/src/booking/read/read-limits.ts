import { DAY } from "../../time/instant.ts";
import { readTime } from "../clock.ts";
import { BOOKING_LIMITS } from "../limits.ts";
import type { Chain, CheckIn, Draw, DrawPeriod, Lengths, Limit, LimitPeriod, Opens } from "../rules.ts";
import { mostOf, readSpan } from "../span.ts";
import type { JsonReader } from "./json-reader.ts";
import { date, dateTime, readDayKinds, time } from "./read-times.ts";

const YEAR = 366 * DAY;

/** A span as text where there is one; nothing is longer than a year. */
export function optionalSpan<K extends string>(
  json: JsonReader,
  fields: Readonly<Record<string, unknown>>,
  key: K,
  path: string,
  most: number = YEAR,
): { readonly [P in K]?: string } {
  if (fields[key] === undefined) return {};
  const read = json.span(fields[key], `${path}/${key}`, most);
  return read ? ({ [key]: read.text } as { readonly [P in K]?: string }) : {};
}

function optionalWhole<K extends string>(
  json: JsonReader,
  fields: Readonly<Record<string, unknown>>,
  key: K,
  path: string,
  most: number,
): { readonly [P in K]?: number } {
  if (fields[key] === undefined) return {};
  const value = json.whole(fields[key], `${path}/${key}`, 1, most);
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: number });
}

export function readOpens(json: JsonReader, value: unknown, path: string): Opens | undefined {
  const fields = json.object(value, path, ["before", "at", "release", "day", "for"]);
  if (!fields) return undefined;
  if (fields["release"] !== undefined) {
    const release = json.choice(fields["release"], `${path}/release`, ["monthly"] as const);
    const day = json.whole(fields["day"], `${path}/day`, 1, 31);
    const at = time(json, fields["at"], `${path}/at`);
    const next = json.choice(fields["for"], `${path}/for`, ["nextMonth"] as const);
    return release && day !== undefined && at !== undefined && next
      ? { release, day, at, for: next }
      : undefined;
  }
  const before = json.span(fields["before"], `${path}/before`, 1e15);
  const at = fields["at"] === undefined ? undefined : time(json, fields["at"], `${path}/at`);
  if (!before) return undefined;
  if (mostOf(before.span) > BOOKING_LIMITS.horizonMonths * 31 * DAY)
    return json.fail("horizon-too-long", `${path}/before`, BOOKING_LIMITS.horizonMonths);
  return { before: before.text, ...(at !== undefined && { at }) };
}

const PERIODS = ["upcoming", "day", "week", "month", "year"] as const;

function readPeriod(json: JsonReader, value: unknown, path: string): LimitPeriod | undefined {
  if (typeof value !== "string" || !value.startsWith("rolling:")) return json.choice(value, path, PERIODS);
  const span = readSpan(value.slice("rolling:".length));
  if (!span || span.months > 0 || span.milliseconds > 0) return json.fail("bad-span", path);
  return span.days >= 1 && span.days <= BOOKING_LIMITS.rollingDays
    ? (value as LimitPeriod)
    : json.fail("out-of-range", path, BOOKING_LIMITS.rollingDays);
}

const LIMIT_FIELDS = [
  "max",
  "of",
  "per",
  "over",
  "dayPart",
  "exemptWithin",
  "countsLateCancelled",
  "countsNoShow",
];

export function readLimit(json: JsonReader, value: unknown, path: string): Limit | undefined {
  const fields = json.object(value, path, LIMIT_FIELDS);
  if (!fields) return undefined;
  if (fields["max"] === 0) json.fail("never-bookable", `${path}/max`, 1);
  const max =
    fields["max"] === 0 ? 0 : json.whole(fields["max"], `${path}/max`, 1, BOOKING_LIMITS.mostOfALimit);
  const of = json.choice(fields["of"], `${path}/of`, ["bookings", "minutes", "nights"] as const);
  const per = readPeriod(json, fields["per"], `${path}/per`);
  const over = json.text(fields["over"], `${path}/over`);
  const dayPart =
    fields["dayPart"] === undefined ? undefined : readDayPart(json, fields["dayPart"], `${path}/dayPart`);
  const flags = (["countsLateCancelled", "countsNoShow"] as const).filter((key) => fields[key] !== undefined);
  const counted = Object.fromEntries(
    flags.map((key) => [key, json.flag(fields[key], `${path}/${key}`) === true]),
  );
  if (max === undefined || !of || !per || over === undefined) return undefined;
  return {
    max,
    of,
    per,
    over,
    ...(dayPart && { dayPart }),
    ...optionalSpan(json, fields, "exemptWithin", path),
    ...counted,
  };
}

function readDayPart(json: JsonReader, value: unknown, path: string): Limit["dayPart"] {
  const fields = json.object(value, path, ["days", "from", "to"]);
  const from = fields && time(json, fields["from"], `${path}/from`);
  const to = fields && json.as(fields["to"], `${path}/to`, "bad-time", (text) => readTime(text, true));
  if (!fields || from === undefined || to === undefined) return undefined;
  if (to <= from) json.fail("ends-before-start", `${path}/to`);
  return { days: readDayKinds(json, fields["days"], `${path}/days`), from, to };
}

const LENGTHS = ["min", "max", "maxPasses", "minNights", "maxNights", "exemptWithin"];

export function readLengths(json: JsonReader, value: unknown, path: string): Lengths | undefined {
  const fields = json.object(value, path, LENGTHS);
  if (!fields) return undefined;
  const read: Lengths = {
    ...optionalSpan(json, fields, "min", path),
    ...optionalSpan(json, fields, "max", path),
    ...optionalWhole(json, fields, "maxPasses", path, BOOKING_LIMITS.passesPerDay),
    ...optionalWhole(json, fields, "minNights", path, 366),
    ...optionalWhole(json, fields, "maxNights", path, 366),
    ...optionalSpan(json, fields, "exemptWithin", path),
  };
  const length = (text: string | undefined): number | undefined => {
    const span = text === undefined ? undefined : readSpan(text);
    return span && mostOf(span);
  };
  const [min = 0, max = Infinity] = [length(read.min), length(read.max)];
  if (min > max || (read.minNights ?? 0) > (read.maxNights ?? Infinity)) json.fail("min-over-max", path);
  if (max === 0) json.fail("never-bookable", `${path}/max`);
  return read;
}

export function readChain(json: JsonReader, value: unknown, path: string): Chain | undefined {
  const fields = json.object(value, path, ["maxInRow", "minGapBetweenOwn", "notWhile"]);
  if (!fields) return undefined;
  const notWhile =
    fields["notWhile"] === undefined ? undefined : json.text(fields["notWhile"], `${path}/notWhile`);
  return {
    ...optionalWhole(json, fields, "maxInRow", path, 366),
    ...optionalSpan(json, fields, "minGapBetweenOwn", path),
    ...(notWhile !== undefined && { notWhile }),
  };
}

export function readCheckIn(json: JsonReader, value: unknown, path: string): CheckIn | undefined {
  const fields = json.object(value, path, ["from", "within", "by", "noShows"]);
  const from = fields && json.span(fields["from"], `${path}/from`, DAY);
  const within = fields && json.span(fields["within"], `${path}/within`, DAY);
  if (!fields || !from || !within) return undefined;
  const ways = ["door", "display", "phoneAtDoor", "app"] as const;
  const by = json.list(fields["by"], `${path}/by`, ways.length, (each, at) => json.choice(each, at, ways));
  if (by.length === 0) json.fail("empty", `${path}/by`);
  const noShows =
    fields["noShows"] === undefined ? undefined : readNoShows(json, fields["noShows"], `${path}/noShows`);
  return { from: from.text, within: within.text, by, ...(noShows && { noShows }) };
}

function readNoShows(json: JsonReader, value: unknown, path: string): CheckIn["noShows"] {
  const fields = json.object(value, path, ["max", "days", "pause"]);
  const max = fields && json.whole(fields["max"], `${path}/max`, 1, 100);
  const days = fields && json.whole(fields["days"], `${path}/days`, 1, BOOKING_LIMITS.rollingDays);
  const pause = fields && json.span(fields["pause"], `${path}/pause`, YEAR);
  return max === undefined || days === undefined || !pause ? undefined : { max, days, pause: pause.text };
}

export function readDraw(json: JsonReader, value: unknown, path: string): Draw | undefined {
  const fields = json.object(value, path, ["periods", "weight", "wishes"]);
  if (!fields) return undefined;
  const periods = json.list(fields["periods"], `${path}/periods`, BOOKING_LIMITS.entries, (each, at) =>
    readPeriodByLot(json, each, at),
  );
  if (periods.length === 0) json.fail("empty", `${path}/periods`);
  const weight = json.choice(fields["weight"], `${path}/weight`, ["yearsSinceLast", "equal"] as const);
  const wishes = json.whole(fields["wishes"], `${path}/wishes`, 1, BOOKING_LIMITS.entries);
  return weight && wishes !== undefined ? { periods, weight, wishes } : undefined;
}

function readPeriodByLot(json: JsonReader, value: unknown, path: string): DrawPeriod | undefined {
  const fields = json.object(value, path, ["name", "from", "to", "opens", "closes"]);
  const from = fields && date(json, fields["from"], `${path}/from`);
  const to = fields && date(json, fields["to"], `${path}/to`);
  const opens = fields && dateTime(json, fields["opens"], `${path}/opens`);
  const closes = fields && dateTime(json, fields["closes"], `${path}/closes`);
  if (from === undefined || to === undefined || opens === undefined || closes === undefined) return undefined;
  if (to <= from) json.fail("ends-before-start", `${path}/to`);
  if (closes <= opens) json.fail("ends-before-start", `${path}/closes`);
  // What has begun by then could be given to nobody.
  if (closes.slice(0, from.length) > from) json.fail("never-bookable", `${path}/closes`);
  const name = fields?.["name"] === undefined ? undefined : json.text(fields["name"], `${path}/name`);
  return { ...(name !== undefined && { name }), from, to, opens, closes };
}
