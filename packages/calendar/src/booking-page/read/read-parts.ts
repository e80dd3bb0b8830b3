import type { JsonReader } from "../../booking/read/json-reader.ts";
import { date, time } from "../../booking/read/read-times.ts";
import type { SpanText } from "../../booking/rules.ts";
import { mostOf } from "../../booking/span.ts";
import { DAY, MINUTE } from "../../time/instant.ts";
import type {
  ChangeWindow,
  EventType,
  Horizon,
  Host,
  PageLimit,
  PageNights,
  Place,
  Question,
  Words,
} from "../event-type.ts";
import { PAGE_LIMITS } from "../page-limits.ts";

/** Bounds of an exact length, in minutes, and what it is a multiple of. */
export interface MinuteBounds {
  readonly least: number;
  readonly most: number;
  readonly step: number;
}

/** An exact length, `PT45M`: days and months depend on the calendar, so they are none. */
export function exactSpan(
  json: JsonReader,
  value: unknown,
  path: string,
  { least, most, step }: MinuteBounds,
): SpanText | undefined {
  const read = json.span(value, path, Number.MAX_SAFE_INTEGER);
  if (!read) return undefined;
  if (read.span.months > 0 || read.span.days > 0) return json.fail("bad-span", path);
  const minutes = read.span.milliseconds / MINUTE;
  if (minutes < least || minutes > most)
    return json.fail("out-of-range", path, minutes < least ? least : most);
  return minutes % step === 0 ? read.text : json.fail("off-cell", path, step);
}

export function readStart(json: JsonReader, value: unknown, path: string): EventType["start"] | undefined {
  const fields = json.object(value, path, ["every"]);
  if (!fields) return undefined;
  const { leastEveryMinutes: least, mostEveryMinutes: most, rasterMinutes: step } = PAGE_LIMITS;
  const every = exactSpan(json, fields["every"], `${path}/every`, { least, most, step });
  return every === undefined ? undefined : { every };
}

export function readHorizon(json: JsonReader, value: unknown, path: string): Horizon | undefined {
  const fields = json.object(value, path, ["within", "from", "until"]);
  if (!fields) return undefined;
  if (fields["within"] !== undefined) {
    for (const key of ["from", "until"])
      if (fields[key] !== undefined) json.fail("not-in-this-mode", `${path}/${key}`);
    const within = json.span(fields["within"], `${path}/within`, Number.MAX_SAFE_INTEGER);
    if (!within) return undefined;
    const { horizonMonths } = PAGE_LIMITS;
    return mostOf(within.span) <= horizonMonths * 31 * DAY
      ? { within: within.text }
      : json.fail("horizon-too-long", `${path}/within`, horizonMonths);
  }
  const from = date(json, fields["from"], `${path}/from`);
  const until = date(json, fields["until"], `${path}/until`);
  return from === undefined || until === undefined ? undefined : { from, until };
}

export function readPageLimit(json: JsonReader, value: unknown, path: string): PageLimit | undefined {
  const fields = json.object(value, path, ["max", "of", "per"]);
  if (!fields) return undefined;
  if (fields["max"] === 0) json.fail("never-bookable", `${path}/max`, 1);
  const max = fields["max"] === 0 ? 0 : json.whole(fields["max"], `${path}/max`, 1, PAGE_LIMITS.mostOfALimit);
  const of = json.choice(fields["of"], `${path}/of`, ["type", "page", "host"] as const);
  const per = json.choice(fields["per"], `${path}/per`, ["day", "week", "month"] as const);
  return max === undefined || !of || !per ? undefined : { max, of, per };
}

export function readHost(json: JsonReader, value: unknown, path: string): Host | undefined {
  const fields = json.object(value, path, ["id", "role", "weight"]);
  const id = fields && json.text(fields["id"], `${path}/id`);
  if (!fields || id === undefined) return undefined;
  const known = ["required", "pool"] as const;
  const role = fields["role"] === undefined ? undefined : json.choice(fields["role"], `${path}/role`, known);
  const weight =
    fields["weight"] === undefined
      ? undefined
      : json.whole(fields["weight"], `${path}/weight`, 1, PAGE_LIMITS.weight);
  return { id, ...(role && { role }), ...(weight !== undefined && { weight }) };
}

export function readPageNights(json: JsonReader, value: unknown, path: string): PageNights | undefined {
  const fields = json.object(value, path, ["checkIn", "checkOut", "least", "most"]);
  if (!fields) return undefined;
  const checkIn = time(json, fields["checkIn"], `${path}/checkIn`);
  const checkOut = time(json, fields["checkOut"], `${path}/checkOut`);
  const least = json.whole(fields["least"], `${path}/least`, 1, PAGE_LIMITS.nights);
  const most = json.whole(fields["most"], `${path}/most`, 1, PAGE_LIMITS.nights);
  if (checkIn === undefined || checkOut === undefined || least === undefined || most === undefined)
    return undefined;
  if (most < least) return json.fail("out-of-range", `${path}/most`, least);
  const isRight = checkOut <= checkIn;
  return isRight ? { checkIn, checkOut, least, most } : json.fail("hours-overlap", `${path}/checkOut`);
}

export function readRooms(json: JsonReader, value: unknown, path: string): EventType["rooms"] {
  const fields = json.object(value, path, ["anyOf", "required"]);
  if (!fields) return undefined;
  const anyOf = json.list(fields["anyOf"], `${path}/anyOf`, PAGE_LIMITS.rooms, (each, at) =>
    json.text(each, at),
  );
  if (anyOf.length === 0) json.fail("empty", `${path}/anyOf`);
  if (new Set(anyOf).size < anyOf.length) json.fail("twice", `${path}/anyOf`);
  const required = json.flag(fields["required"], `${path}/required`);
  return required === undefined ? undefined : { anyOf, required };
}

function readWords(json: JsonReader, value: unknown, path: string): Words | undefined {
  const fields = json.object(value, path, ["en", "sv"]);
  if (!fields) return undefined;
  const texts = (["en", "sv"] as const).filter((key) => fields[key] !== undefined);
  if (texts.length === 0) return json.fail("empty", path);
  return Object.fromEntries(texts.map((key) => [key, json.text(fields[key], `${path}/${key}`) ?? ""]));
}

export function readQuestion(json: JsonReader, value: unknown, path: string): Question | undefined {
  const fields = json.object(value, path, ["kind", "label", "required", "choices"]);
  if (!fields) return undefined;
  const kind = json.choice(fields["kind"], `${path}/kind`, ["text", "choice", "phone", "tick"] as const);
  const label = readWords(json, fields["label"], `${path}/label`);
  const required = json.flag(fields["required"], `${path}/required`);
  const at = `${path}/choices`;
  const choices = json.list(fields["choices"], at, PAGE_LIMITS.choices, (each, where) =>
    readWords(json, each, where),
  );
  if (kind !== undefined && kind !== "choice" && fields["choices"] !== undefined)
    json.fail("not-in-this-mode", at);
  if (kind === "choice" && choices.length < 2) json.fail("out-of-range", at, 2);
  if (!kind || !label || required === undefined) return undefined;
  return kind === "choice" ? { kind, label, required, choices } : { kind, label, required };
}

/** An address that a browser opens; a page must not make one of anything else. */
const VIDEO = /^https:\/\/[^\s<>"'\\]+$/;

export function readPlace(json: JsonReader, value: unknown, path: string): Place | undefined {
  const fields = json.object(value, path, ["kind", "address", "url"]);
  if (!fields) return undefined;
  const known = ["address", "phone", "video", "askGuest"] as const;
  const kind = json.choice(fields["kind"], `${path}/kind`, known);
  if (!kind) return undefined;
  if (kind !== "address" && fields["address"] !== undefined) json.fail("not-in-this-mode", `${path}/address`);
  if (kind !== "video" && fields["url"] !== undefined) json.fail("not-in-this-mode", `${path}/url`);
  if (kind === "address") {
    const address = json.text(fields["address"], `${path}/address`);
    return address === undefined ? undefined : { kind, address };
  }
  if (kind !== "video") return { kind };
  const url = json.text(fields["url"], `${path}/url`, PAGE_LIMITS.urlLength);
  if (url === undefined) return undefined;
  const isAddress = VIDEO.test(url) && !/[{}]/.test(url.replaceAll("{booking}", ""));
  return isAddress ? { kind, url } : json.fail("bad-address", `${path}/url`);
}

export function readChange(json: JsonReader, value: unknown, path: string): ChangeWindow | undefined {
  const fields = json.object(value, path, ["moveUntil", "cancelUntil"]);
  if (!fields) return undefined;
  const keys = (["moveUntil", "cancelUntil"] as const).filter((key) => fields[key] !== undefined);
  return Object.fromEntries(
    keys.map((key) => [
      key,
      json.span(fields[key], `${path}/${key}`, PAGE_LIMITS.noticeDays * DAY)?.text ?? "",
    ]),
  );
}
