import type { Result } from "../result.ts";
import { DAY } from "../time/instant.ts";
import { list, readObject, type FieldReader } from "./read/read-object.ts";
import { ianaZone } from "../time/zone.ts";
import { BOOKING_LIMITS } from "./limits.ts";
import type { BookingRules, CancelRule, HouseRules, Waitlist } from "./rules.ts";
import type { JsonReader, RuleProblem } from "./read/json-reader.ts";
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

/** Rules out of JSON from outside, or everything that is wrong with them (at most a hundred problems). */
export const readRules = (value: unknown): Result<BookingRules, readonly RuleProblem[]> =>
  readObject(value, { readers: READERS, required: REQUIRED, checkSense });

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
