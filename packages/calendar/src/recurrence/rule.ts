import { formatDateValue, formatLocalValue, parseTimeValue } from "../icalendar/time-property.ts";
import { ownCopy } from "../icalendar/own-copy.ts";
import type { CalendarProblem } from "../problems.ts";
import { failed, ok, type Result } from "../result.ts";
import type { Local } from "../time/local.ts";

const FREQUENCIES = ["SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;
export type Frequency = (typeof FREQUENCIES)[number];

const SKIPS = ["OMIT", "BACKWARD", "FORWARD"] as const;
/** How a rule treats a date that a month does not have (RFC 7529 §4.1). */
export type Skip = (typeof SKIPS)[number];

/** iCalendar's weekdays; the index plus one is the weekday's number, 1 Monday … 7 Sunday. */
export const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

/** A weekday of a rule; `nth` counts within the month or year, from the end if negative. */
export interface RuleDay {
  /** 1 Monday … 7 Sunday */
  readonly day: number;
  readonly nth?: number;
}

/** The last moment of a rule, inclusive. */
export interface RuleUntil {
  /** as written: in UTC if `utc`, else in the series' own zone */
  readonly local: Local;
  readonly utc: boolean;
  /** written as a date: the whole day is included */
  readonly date: boolean;
}

/** A recurrence rule (RFC 5545 §3.3.10, RFC 7529). Lists are ascending and without duplicates. */
export interface RecurrenceRule {
  readonly freq: Frequency;
  readonly interval: number;
  readonly count?: number;
  readonly until?: RuleUntil;
  /** 1–12 */
  readonly byMonth?: readonly number[];
  readonly byMonthDay?: readonly number[];
  readonly byYearDay?: readonly number[];
  readonly byWeekNo?: readonly number[];
  readonly byDay?: readonly RuleDay[];
  readonly byHour?: readonly number[];
  readonly byMinute?: readonly number[];
  readonly bySecond?: readonly number[];
  readonly bySetPos?: readonly number[];
  /** first day of the week, 1 Monday … 7 Sunday */
  readonly wkst: number;
  /** calendar of RFC 7529, upper case; absent for the Gregorian */
  readonly rscale?: string;
  readonly skip?: Skip;
  /** parts that these RFCs don't define, as written */
  readonly unknown?: readonly string[];
}

const MAX_TEXT = 16_384;
const MAX_NUMBER = 1_000_000_000;

type NumberListKey =
  | "byMonth"
  | "byMonthDay"
  | "byYearDay"
  | "byWeekNo"
  | "byHour"
  | "byMinute"
  | "bySecond"
  | "bySetPos";

/** The list parts: smallest and largest value, and whether negative values count from the end. */
const LISTS: Readonly<
  Record<string, readonly [key: NumberListKey, min: number, max: number, signed: boolean]>
> = {
  BYSECOND: ["bySecond", 0, 60, false],
  BYMINUTE: ["byMinute", 0, 59, false],
  BYHOUR: ["byHour", 0, 23, false],
  BYMONTHDAY: ["byMonthDay", 1, 31, true],
  BYYEARDAY: ["byYearDay", 1, 366, true],
  BYWEEKNO: ["byWeekNo", 1, 53, true],
  BYMONTH: ["byMonth", 1, 12, false],
  BYSETPOS: ["bySetPos", 1, 366, true],
};

type Draft = { -readonly [K in keyof RecurrenceRule]?: RecurrenceRule[K] } & {
  /** parts that only exist in other calendars than the Gregorian */
  foreign?: string[];
};

/**
 * Rules by their text: a server reads the same few over and over, and their plans (iterate.ts) are looked up by
 * identity.
 */
const remembered = new Map<string, Result<RecurrenceRule, CalendarProblem>>();
const MAX_REMEMBERED = 500;
const MAX_REMEMBERED_LENGTH = 200;

/**
 * Reads an RRULE value. Accepts any order and letter case; refuses repeated parts and parts out of range. Equal texts
 * may give the identical rule.
 */
export function parseRule(text: string): Result<RecurrenceRule, CalendarProblem> {
  if (text.length > MAX_TEXT) return invalid("longer than any sensible rule");
  if (text.length > MAX_REMEMBERED_LENGTH) return readRule(text);
  const known = remembered.get(text);
  if (known) return known;
  const own = ownCopy(text);
  const rule = readRule(own);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(own, rule);
  return rule;
}

/** `RRULE:RRULE:FREQ=DAILY` */
const REPEATED_NAME = /^(?:(?:RRULE|EXRULE):)+/i;

/** Whether the value of an RRULE is empty, as Fantastical and feeds of holidays write it: there is no rule. */
export const isNoRule = (value: string): boolean => /^[\s;]*$/.test(value);

/** Whether a rule says no more than it means: no number that stands for nothing, and its name once. */
export const saysItsOwn = (value: string): boolean =>
  !REPEATED_NAME.test(value.trim()) &&
  !value
    .split(";")
    .some(
      (part) =>
        /^\s*(?:COUNT|INTERVAL)=/i.test(part) && saysNothing(part.slice(part.indexOf("=") + 1).trim()),
    );

function readRule(text: string): Result<RecurrenceRule, CalendarProblem> {
  const draft: Draft = {};
  const seen = new Set<string>();
  for (const part of text.trim().replace(REPEATED_NAME, "").split(";")) {
    if (part.trim() === "") continue;
    const equals = part.indexOf("=");
    const name = part.slice(0, equals).trim().toUpperCase();
    if (equals < 1) return invalid(`${part} is not a rule part`);
    if (seen.has(name)) return invalid(`${name} comes twice`);
    seen.add(name);
    if (
      !readPart(
        draft,
        name,
        part
          .slice(equals + 1)
          .trim()
          .toUpperCase(),
        part,
      )
    )
      return invalid(`${part} cannot be read`);
  }
  const { freq, interval = 1, wkst = 1, foreign, ...rest } = draft;
  if (!freq) return invalid("no FREQ");
  if (!foreign) return ok({ ...rest, freq, interval, wkst });
  if (rest.rscale === undefined) return invalid(`${foreign.join(", ")} cannot be read`);
  return ok({ ...rest, freq, interval, wkst, unknown: [...foreign, ...(rest.unknown ?? [])] });
}

/** Puts one part into the draft; false if its value is invalid. */
function readPart(draft: Draft, name: string, value: string, part: string): boolean {
  const list = LISTS[name];
  if (list) return readNumberList(draft, list, value) || keepForeign(draft, value, part);
  switch (name) {
    case "FREQ":
      return assign(
        draft,
        "freq",
        FREQUENCIES.find((frequency) => frequency === value),
      );
    case "INTERVAL":
      return saysNothing(value) || assign(draft, "interval", wholeNumber(value, 1, MAX_NUMBER));
    case "COUNT":
      return saysNothing(value) || assign(draft, "count", wholeNumber(value, 1, MAX_NUMBER));
    case "WKST":
      return assign(draft, "wkst", weekdayNumber(value));
    case "UNTIL":
      return readUntil(draft, value);
    case "BYDAY":
      return readDays(draft, value);
    case "RSCALE":
      if (value !== "GREGORIAN") draft.rscale = value;
      return /^[A-Z][A-Z0-9-]*$/.test(value);
    case "SKIP":
      return assign(
        draft,
        "skip",
        SKIPS.find((skip) => skip === value),
      );
    default:
      draft.unknown = [...(draft.unknown ?? []), part];
      return true;
  }
}

/** Java libraries write COUNT=-1 for a rule without an end, and some apps INTERVAL=0. */
const saysNothing = (value: string): boolean => /^(?:0+|-\d{1,10})$/.test(value);

/** Returns false, and assigns nothing, if there is no value. */
function assign<K extends keyof RecurrenceRule>(draft: Draft, key: K, value: Draft[K] | undefined): boolean {
  if (value === undefined) return false;
  draft[key] = value;
  return true;
}

function wholeNumber(text: string, min: number, max: number): number | undefined {
  const value = /^[+-]?\d{1,10}$/.test(text) ? Number(text) : NaN;
  return value >= min && value <= max ? value : undefined;
}

const weekdayNumber = (text: string): number | undefined =>
  WEEKDAYS.findIndex((name) => name === text) + 1 || undefined;

function readNumberList(
  draft: Draft,
  [key, min, max, signed]: readonly [NumberListKey, number, number, boolean],
  value: string,
): boolean {
  const numbers = new Set<number>();
  for (const item of value.split(",")) {
    const number = wholeNumber(item.trim(), signed ? -max : min, max);
    if (number === undefined || (signed && number === 0)) return false;
    // A leap second counts as the second before it (RFC 5545 §3.3.12).
    numbers.add(key === "bySecond" ? Math.min(number, 59) : number);
  }
  draft[key] = [...numbers].sort((a, b) => a - b);
  return true;
}

/**
 * Other calendars have leap months such as `5L`, more months and longer years (RFC 7529 §4.2): these are kept without
 * being understood.
 */
function keepForeign(draft: Draft, value: string, part: string): boolean {
  draft.foreign = [...(draft.foreign ?? []), part];
  return /^[+-]?\d{1,3}L?(,[+-]?\d{1,3}L?)*$/.test(value);
}

function readUntil(draft: Draft, value: string): boolean {
  const time = parseTimeValue(value);
  if (time) draft.until = { local: time.local, utc: time.isUtc, date: time.isDate };
  return time !== undefined;
}

function readDays(draft: Draft, value: string): boolean {
  const days = new Map<string, RuleDay>();
  for (const item of value.split(",")) {
    const match = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/.exec(item.trim());
    const day = match?.[2] === undefined ? undefined : weekdayNumber(match[2]);
    if (!match || day === undefined) return false;
    const nth = match[1] === undefined ? undefined : Number(match[1]);
    if (nth !== undefined && (nth === 0 || Math.abs(nth) > 53)) return false;
    days.set(`${nth ?? ""}${day}`, nth === undefined ? { day } : { day, nth });
  }
  draft.byDay = [...days.values()];
  return true;
}

const invalid = (detail: string) => failed({ code: "invalid-recurrence-rule", detail } as const);

/** Writes an RRULE value: FREQ first, then the parts in the order of RFC 5545; INTERVAL=1 and WKST=MO are left out. */
export function formatRule(rule: RecurrenceRule): string {
  const parts: [name: string, value: string | number | readonly number[] | undefined][] = [
    ["FREQ", rule.freq],
    ["RSCALE", rule.rscale ?? (rule.skip && "GREGORIAN")],
    ["UNTIL", rule.until && formatUntil(rule.until)],
    ["COUNT", rule.count],
    ["INTERVAL", rule.interval === 1 ? undefined : rule.interval],
    ["BYSECOND", rule.bySecond],
    ["BYMINUTE", rule.byMinute],
    ["BYHOUR", rule.byHour],
    ["BYDAY", rule.byDay?.map(formatDay).join(",")],
    ["BYMONTHDAY", rule.byMonthDay],
    ["BYYEARDAY", rule.byYearDay],
    ["BYWEEKNO", rule.byWeekNo],
    ["BYMONTH", rule.byMonth],
    ["BYSETPOS", rule.bySetPos],
    ["WKST", rule.wkst === 1 ? undefined : WEEKDAYS[rule.wkst - 1]],
    ["SKIP", rule.skip],
  ];
  const written = parts.flatMap(([name, value]) => (value === undefined ? [] : `${name}=${String(value)}`));
  return [...written, ...(rule.unknown ?? [])].join(";");
}

const formatDay = ({ day, nth }: RuleDay): string => `${nth ?? ""}${WEEKDAYS[day - 1]}`;

const formatUntil = ({ local, utc, date }: RuleUntil): string =>
  date ? formatDateValue(local) : `${formatLocalValue(local)}${utc ? "Z" : ""}`;
