import { failed, ok, type Result } from "../result.ts";
import { DAY } from "../time/instant.ts";
import { ianaZone } from "../time/zone.ts";
import { BOOKING_LIMITS } from "./limits.ts";
import type { BookingRules, CancelRule, HouseRules, Waitlist } from "./rules.ts";
import { JsonReader, type RuleProblem } from "./read/json-reader.ts";
import {
  optionalSpan,
  readChain,
  readCheckIn,
  readDraw,
  readLengths,
  readLimit,
  readOpens,
} from "./read/read-limits.ts";
import { readMaintenance, readNights, readOpenHours, readSlotPlan, time } from "./read/read-times.ts";
import { checkSense } from "./read/sense.ts";

const YEAR = 366 * DAY;

type Fields = Readonly<Record<string, unknown>>;
/** One field of the rules: read only where it is there. */
type FieldReader = (json: JsonReader, value: unknown, path: string) => unknown;

const list =
  <T>(most: number, read: (json: JsonReader, each: unknown, path: string) => T | undefined): FieldReader =>
  (json, value, path) =>
    json.list(value, path, most, (each, at) => read(json, each, at));
const choice =
  (...known: readonly (string | number)[]): FieldReader =>
  (json, value, path) =>
    json.choice(value, path, known);
const span =
  (most: number): FieldReader =>
  (json, value, path) =>
    json.span(value, path, most)?.text;

const { entries } = BOOKING_LIMITS;

const READERS: { readonly [K in keyof BookingRules]-?: FieldReader } = {
  mode: choice("slots", "free", "nights"),
  timeZone: (json, value, path) => json.as(value, path, "unknown-zone", ianaZone),
  cellMinutes: choice(5, 15, 60),
  units: (json, value, path) => json.whole(value, path, 1, BOOKING_LIMITS.units),
  almanac: choice("SE", "GB-ENG", "GB-SCT", "GB-NIR"),
  open: list(entries, readOpenHours),
  maintenance: list(entries, readMaintenance),
  slotPlans: list(entries, readSlotPlan),
  redDays: choice("asSunday", "asOwnDay", "closed"),
  lengths: readLengths,
  nights: readNights,
  gap: span(DAY),
  tail: span(DAY),
  opens: readOpens,
  measuredTo: choice("start", "end"),
  closesBefore: span(YEAR),
  limits: list(BOOKING_LIMITS.limits, readLimit),
  chain: readChain,
  recurring: choice("no", "managers", "skipTaken", "allOrNothing"),
  cancel: readCancel,
  confirmBy: span(YEAR),
  checkIn: readCheckIn,
  approval: choice("none", "always", "whenRuleBroken"),
  waitlist: readWaitlist,
  draw: readDraw,
  mayBook: readGroups,
  sees: choice("names", "household", "busy"),
  houseRules: readHouseRules,
};

const REQUIRED = ["mode", "timeZone", "cellMinutes", "units"] as const;

/** Rules out of JSON from outside, or everything that is wrong with it (at most a hundred problems). */
export function readRules(value: unknown): Result<BookingRules, readonly RuleProblem[]> {
  const json = new JsonReader();
  const fields = json.object(value, "", Object.keys(READERS));
  if (!fields) return failed(json.problems);
  for (const key of REQUIRED) if (fields[key] === undefined) json.fail("missing", key);
  const read = Object.entries(READERS).flatMap(([key, reader]) => {
    const given = fields[key];
    const made = given === undefined ? undefined : reader(json, given, key);
    return made === undefined ? [] : [[key, made] as const];
  });
  if (json.problems.length > 0) return failed(json.problems);
  // Every reader returns its field's type, or reports a problem.
  const rules = Object.fromEntries(read) as unknown as BookingRules;
  checkSense(json, rules);
  return json.problems.length > 0 ? failed(json.problems) : ok(rules);
}

function readCancel(json: JsonReader, value: unknown, path: string): CancelRule | undefined {
  const fields = json.object(value, path, ["until", "at", "regret"]);
  const until = fields && json.span(fields["until"], `${path}/until`, YEAR);
  if (!fields || !until) return undefined;
  const at = fields["at"] === undefined ? undefined : time(json, fields["at"], `${path}/at`);
  return {
    until: until.text,
    ...(at !== undefined && { at }),
    ...optionalSpan(json, fields, "regret", path),
  };
}

function readWaitlist(json: JsonReader, value: unknown, path: string): Waitlist | undefined {
  const fields = json.object(value, path, ["offerFor", "allAtOnceWithin", "quiet"]);
  const offerFor = fields && json.span(fields["offerFor"], `${path}/offerFor`, 7 * DAY);
  if (!fields || !offerFor) return undefined;
  const quiet = fields["quiet"] === undefined ? undefined : readQuiet(json, fields["quiet"], `${path}/quiet`);
  return {
    offerFor: offerFor.text,
    ...optionalSpan(json, fields, "allAtOnceWithin", path),
    ...(quiet && { quiet }),
  };
}

function readQuiet(json: JsonReader, value: unknown, path: string): Waitlist["quiet"] {
  const fields = json.object(value, path, ["from", "to"]);
  const from = fields && time(json, fields["from"], `${path}/from`);
  const to = fields && time(json, fields["to"], `${path}/to`);
  return from === undefined || to === undefined ? undefined : { from, to };
}

function readGroups(json: JsonReader, value: unknown, path: string): readonly string[] {
  const groups = json.list(value, path, BOOKING_LIMITS.groups, (each, at) => json.text(each, at));
  if (Array.isArray(value) && value.length === 0) json.fail("never-bookable", path);
  return groups;
}

function readHouseRules(json: JsonReader, value: unknown, path: string): HouseRules | undefined {
  const fields = json.object(value, path, ["text", "version", "mustAccept"]);
  const texts: Fields | undefined = fields && json.object(fields["text"], `${path}/text`, ["en", "sv"]);
  if (!fields || !texts) return undefined;
  const en = json.text(texts["en"], `${path}/text/en`, BOOKING_LIMITS.textLength);
  const sv = json.text(texts["sv"], `${path}/text/sv`, BOOKING_LIMITS.textLength);
  const version = json.whole(fields["version"], `${path}/version`, 1, 1_000_000);
  const mustAccept = json.flag(fields["mustAccept"], `${path}/mustAccept`);
  if (en === undefined || sv === undefined || version === undefined || mustAccept === undefined)
    return undefined;
  return { text: { en, sv }, version, mustAccept };
}
