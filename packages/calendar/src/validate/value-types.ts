import { parseTimeValue } from "../icalendar/time-property.ts";
import { parseDuration } from "../time/duration.ts";
import { ruleProblem } from "./rule-syntax.ts";
import { quoted } from "./violation.ts";

/** The value types of RFC 5545 §3.3 and RFC 9253 §6. */
export type ValueType =
  | "BINARY"
  | "BOOLEAN"
  | "CAL-ADDRESS"
  | "DATE"
  | "DATE-TIME"
  | "DURATION"
  | "FLOAT"
  | "INTEGER"
  | "PERIOD"
  | "RECUR"
  | "TEXT"
  | "TIME"
  | "UID"
  | "URI"
  | "UTC-OFFSET"
  | "XML-REFERENCE";

interface Syntax {
  readonly section: string;
  /** a description of valid values, for people */
  readonly wanted: string;
  readonly fits: (value: string) => boolean;
}

const matching =
  (pattern: RegExp) =>
  (value: string): boolean =>
    pattern.test(value);

const isTime = (value: string, isDate: boolean): boolean =>
  value.length === value.trim().length && parseTimeValue(value)?.isDate === isDate;

// Weeks stand alone, and no unit between two others may be missing (RFC 5545 §3.3.6); time/duration.ts is the
// tolerant reader.
const TIME_PART = String.raw`T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S)`;
const DURATION = new RegExp(String.raw`^[+-]?P(?:\d+W|\d+D(?:${TIME_PART})?|${TIME_PART})$`, "i");

/** Whether a DURATION is well-formed. */
export const isDuration = (value: string): boolean =>
  DURATION.test(value) && parseDuration(value) !== undefined;

function isPeriod(value: string): boolean {
  const [start = "", end = "", more] = value.split("/", 3);
  if (more !== undefined || !isTime(start, false)) return false;
  if (isDuration(end)) return !end.startsWith("-");
  const [from, to] = [parseTimeValue(start), parseTimeValue(end)];
  return isTime(end, false) && !!from && !!to && from.isUtc === to.isUtc && from.local < to.local;
}

function isUtcOffset(value: string): boolean {
  const match = /^[+-](\d{2})([0-5]\d)([0-5]\d)?$/.exec(value);
  return match !== null && Number(match[1]) < 24 && !/^-0+$/.test(value);
}

function isInteger(value: string): boolean {
  const number = /^[+-]?\d{1,12}$/.test(value) ? Number(value) : NaN;
  return number >= -2_147_483_648 && number <= 2_147_483_647;
}

/** A scheme and a colon, followed by no character that a URI must percent-encode (RFC 3986 §2). */
const isUri = matching(/^[A-Za-z][A-Za-z0-9+.-]*:[^\s\p{Cc}<>"{}|\\^`]*$/u);

/** RFC 5545 §3.3.11: every backslash, semicolon and comma in a TEXT is escaped. */
const isText = matching(/^(?:[^\\;,]|\\[\\;,nN])*$/);

const SYNTAXES: Readonly<Record<ValueType, Syntax>> = {
  BINARY: {
    section: "5545 3.3.1",
    wanted: "BASE64",
    fits: (value) => value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value),
  },
  BOOLEAN: { section: "5545 3.3.2", wanted: "TRUE or FALSE", fits: matching(/^(?:TRUE|FALSE)$/i) },
  "CAL-ADDRESS": { section: "5545 3.3.3", wanted: "a URI such as mailto:name@example.com", fits: isUri },
  DATE: { section: "5545 3.3.4", wanted: "a real date as YYYYMMDD", fits: (value) => isTime(value, true) },
  "DATE-TIME": {
    section: "5545 3.3.5",
    wanted: "a real time as YYYYMMDDTHHMMSS, with Z if in UTC",
    fits: (value) => isTime(value, false),
  },
  DURATION: { section: "5545 3.3.6", wanted: "a duration such as PT15M, P1DT2H or P2W", fits: isDuration },
  FLOAT: { section: "5545 3.3.7", wanted: "a number such as 1.5", fits: matching(/^[+-]?\d+(?:\.\d+)?$/) },
  INTEGER: { section: "5545 3.3.8", wanted: "a whole number of 32 bits", fits: isInteger },
  PERIOD: {
    section: "5545 3.3.9",
    wanted: "a time and, behind a slash, a later one or a duration",
    fits: isPeriod,
  },
  RECUR: {
    section: "5545 3.3.10",
    wanted: "a recurrence rule",
    fits: (value) => ruleProblem(value) === undefined,
  },
  TEXT: { section: "5545 3.3.11", wanted: "text with ; , and \\ behind a backslash", fits: isText },
  TIME: {
    section: "5545 3.3.12",
    wanted: "a time of day as HHMMSS",
    fits: matching(/^(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d|60)Z?$/i),
  },
  UID: {
    section: "9253 7",
    wanted: "the UID of a component",
    fits: (value) => value !== "" && isText(value),
  },
  URI: { section: "5545 3.3.13", wanted: "a URI", fits: isUri },
  "UTC-OFFSET": {
    section: "5545 3.3.14",
    wanted: "an offset such as +0100 (and never -0000)",
    fits: isUtcOffset,
  },
  "XML-REFERENCE": { section: "9253 7", wanted: "a URI with an XPointer", fits: isUri },
};

/** Whether a name is that of a value type. */
export const isValueType = (name: string): name is ValueType => Object.hasOwn(SYNTAXES, name);

export const VALUE_TYPES = Object.keys(SYNTAXES).filter(isValueType);

/** The problem of one value of a type and the section that says so; undefined if there is none. */
export function valueProblem(
  type: ValueType,
  value: string,
): { readonly detail: string; readonly section: string } | undefined {
  const { section, wanted, fits } = SYNTAXES[type];
  if (fits(value)) return undefined;
  const rule = type === "RECUR" ? ruleProblem(value) : undefined;
  if (rule) return rule;
  return { detail: `${quoted(value)} is not ${wanted}`, section };
}

/** The values of a list, split at commas; an escaped comma in TEXT splits nothing. */
export function valuesOfList(type: ValueType, value: string): readonly string[] {
  if (type !== "TEXT" || !value.includes("\\")) return value.split(",");
  const values: string[] = [];
  let start = 0;
  for (let index = 0; index < value.length; index++) {
    if (value[index] === "\\") index++;
    else if (value[index] === ",") {
      values.push(value.slice(start, index));
      start = index + 1;
    }
  }
  return [...values, value.slice(start)];
}
