import { failed, ok, type Result } from "../../result.ts";
import type { Instant } from "../../time/instant.ts";
import { readDate } from "../clock.ts";
import { BOOKING_LIMITS } from "../limits.ts";
import { JsonReader, type RuleProblem } from "../read/json-reader.ts";
import type { Draw } from "../rules.ts";
import { MOST_LOTS, type DrawEntries, type DrawShare, type Sha256 } from "./draw.ts";

/** What a file of a result is called in itself; another number would be another way of drawing. */
export const DRAW_FORMAT = "snart-draw-1";

/** Bounds of a file of a result. */
export const DRAW_FILE_LIMITS = {
  /** octets of the file */
  octets: 8_000_000,
  applicants: 5_000,
  taken: 20_000,
  /** characters of a name */
  name: 300,
} as const;

/** A draw that has been made, with all that it takes to make it again (docs/draw.md). */
export interface DrawResult extends DrawEntries {
  readonly thing: string;
  readonly period: { readonly name?: string; readonly from: string; readonly to: string };
  readonly closed: Instant;
  readonly drawn: Instant;
  /** SHA-256 of the seed, which was shown while wishes were taken */
  readonly commitment: string;
  readonly seed: string;
  readonly weight: Draw["weight"];
  /** what the house calls each applicant, by number; of those alone that everybody may know */
  readonly labels: ReadonlyMap<number, string>;
  /** the numbers of the applicants as they choose */
  readonly order: readonly number[];
  readonly result: readonly DrawShare[];
}

type Json = Readonly<Record<string, unknown>>;

/** `2026-12-24T14:00Z`. */
const momentText = (at: Instant): string => `${new Date(at).toISOString().slice(0, 16)}Z`;

function momentOf(text: unknown): Instant | undefined {
  if (typeof text !== "string" || !/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isFinite(at) && momentText(at) === text ? at : undefined;
}

const timeJson = ({ start, end }: { readonly start: Instant; readonly end: Instant }) => ({
  start: momentText(start),
  end: momentText(end),
});

/** The file's content in the order of its fields, without what seals it. */
function bareJson(result: DrawResult): Json {
  const { thing, period, closed, drawn, commitment, seed, weight, units, gapMinutes, order } = result;
  const { name, from, to } = period;
  return {
    format: DRAW_FORMAT,
    thing,
    period: { ...(name !== undefined && { name }), from, to },
    closed: momentText(closed),
    drawn: momentText(drawn),
    commitment,
    seed,
    weight,
    units,
    gapMinutes,
    taken: result.taken.map((time) => ({ unit: time.unit, ...timeJson(time) })),
    applicants: result.applicants.map((one) => {
      const label = result.labels.get(one.number);
      return {
        number: one.number,
        ...(label !== undefined && { label }),
        weight: one.weight,
        wishes: one.wishes.map((wish) => ({ ...timeJson(wish), allowed: wish.isAllowed })),
      };
    }),
    order,
    result: result.result.map(({ number, wish, unit }) => ({ number, wish, unit })),
  };
}

/** The digest that is shown beside a result: of the file's JSON without it and without spaces. */
export const digestOf = (result: DrawResult, sha256: Sha256): string =>
  sha256(JSON.stringify(bareJson(result)));

/** The file of a result. */
export const drawFile = (result: DrawResult, sha256: Sha256): string =>
  `${JSON.stringify({ ...bareJson(result), digest: digestOf(result, sha256) }, null, 1)}\n`;

/** A result as it was read, with the digest that the file claims. */
export interface ReadDrawResult {
  readonly result: DrawResult;
  readonly digest: string;
}

const FIELDS = [
  "format",
  "thing",
  "period",
  "closed",
  "drawn",
  "commitment",
  "seed",
  "weight",
  "units",
  "gapMinutes",
  "taken",
  "applicants",
  "order",
  "result",
  "digest",
];

/** Reads a file of a result, or says where it is none. Whether the draw holds is not asked. */
export function readDrawFile(value: unknown): Result<ReadDrawResult, readonly RuleProblem[]> {
  const json = new JsonReader();
  const fields = json.object(value, "", FIELDS);
  if (!fields) return failed(json.problems);
  json.choice(fields["format"], "format", [DRAW_FORMAT]);
  const labels = new Map<number, string>();
  const result: DrawResult = {
    thing: name(json, fields["thing"], "thing"),
    period: period(json, fields["period"]),
    closed: moment(json, fields["closed"], "closed"),
    drawn: moment(json, fields["drawn"], "drawn"),
    commitment: hex(json, fields["commitment"], "commitment"),
    seed: hex(json, fields["seed"], "seed"),
    weight: json.choice(fields["weight"], "weight", ["equal", "yearsSinceLast"] as const) ?? "equal",
    units: whole(json, fields["units"], "units", 1, BOOKING_LIMITS.units),
    gapMinutes: whole(json, fields["gapMinutes"], "gapMinutes", 0, 1_440),
    taken: json.list(fields["taken"], "taken", DRAW_FILE_LIMITS.taken, taken),
    applicants: json.list(fields["applicants"], "applicants", DRAW_FILE_LIMITS.applicants, (each, path) =>
      applicant(json, each, path, labels),
    ),
    labels,
    order: json.list(fields["order"], "order", DRAW_FILE_LIMITS.applicants, (each, path) =>
      whole(json, each, path, 1, DRAW_FILE_LIMITS.applicants),
    ),
    result: json.list(fields["result"], "result", DRAW_FILE_LIMITS.applicants, share),
  };
  const digest = hex(json, fields["digest"], "digest");
  for (const key of ["taken", "applicants", "order", "result"])
    if (fields[key] === undefined) json.fail("missing", key);
  return json.problems.length > 0 ? failed(json.problems) : ok({ result, digest });

  function taken(each: unknown, path: string) {
    const given = json.object(each, path, ["unit", "start", "end"]);
    return {
      unit: whole(json, given?.["unit"], `${path}/unit`, 0, BOOKING_LIMITS.units - 1),
      ...time(json, given, path),
    };
  }
  function share(each: unknown, path: string): DrawShare {
    const given = json.object(each, path, ["number", "wish", "unit"]);
    const orNull = (key: string, least: number, most: number): number | null =>
      given?.[key] === null ? null : whole(json, given?.[key], `${path}/${key}`, least, most);
    return {
      number: whole(json, given?.["number"], `${path}/number`, 1, DRAW_FILE_LIMITS.applicants),
      wish: orNull("wish", 1, BOOKING_LIMITS.entries),
      unit: orNull("unit", 0, BOOKING_LIMITS.units - 1),
    };
  }
}

function applicant(json: JsonReader, each: unknown, path: string, labels: Map<number, string>) {
  const given = json.object(each, path, ["number", "label", "weight", "wishes"]);
  const number = whole(json, given?.["number"], `${path}/number`, 1, DRAW_FILE_LIMITS.applicants);
  if (given?.["label"] !== undefined) labels.set(number, name(json, given["label"], `${path}/label`));
  if (given?.["wishes"] === undefined) json.fail("missing", `${path}/wishes`);
  return {
    number,
    weight: whole(json, given?.["weight"], `${path}/weight`, 1, MOST_LOTS),
    wishes: json.list(given?.["wishes"], `${path}/wishes`, BOOKING_LIMITS.entries, (wish, at) => {
      const wished = json.object(wish, at, ["start", "end", "allowed"]);
      return {
        ...time(json, wished, at),
        isAllowed: json.flag(wished?.["allowed"], `${at}/allowed`) === true,
      };
    }),
  };
}

function period(json: JsonReader, value: unknown): DrawResult["period"] {
  const given = json.object(value, "period", ["name", "from", "to"]);
  const date = (key: string): string => json.as(given?.[key], `period/${key}`, "bad-date", readDate) ?? "";
  const named = given?.["name"] === undefined ? {} : { name: name(json, given["name"], "period/name") };
  return { ...named, from: date("from"), to: date("to") };
}

function time(json: JsonReader, given: Json | undefined, path: string) {
  const start = moment(json, given?.["start"], `${path}/start`);
  const end = moment(json, given?.["end"], `${path}/end`);
  if (end <= start) json.fail("ends-before-start", `${path}/end`);
  return { start, end };
}

const whole = (json: JsonReader, value: unknown, path: string, least: number, most: number): number =>
  json.whole(value, path, least, most) ?? least;

function moment(json: JsonReader, value: unknown, path: string): Instant {
  const at = momentOf(value);
  if (at === undefined) json.fail(value === undefined ? "missing" : "bad-time", path);
  return at ?? 0;
}

function hex(json: JsonReader, value: unknown, path: string): string {
  if (typeof value === "string" && /^[0-9a-f]{64}$/.test(value)) return value;
  json.fail(value === undefined ? "missing" : "unknown-value", path);
  return "";
}

/** Any name that there can be in a house: what it may be was asked when it was given. */
function name(json: JsonReader, value: unknown, path: string): string {
  if (typeof value === "string" && value.length <= DRAW_FILE_LIMITS.name && value.isWellFormed())
    return value;
  json.fail(typeof value === "string" ? "too-long" : "wrong-type", path, DRAW_FILE_LIMITS.name);
  return "";
}
