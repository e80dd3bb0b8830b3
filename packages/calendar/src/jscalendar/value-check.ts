import { escapePathToken, type JsonObject } from "./patch.ts";
import type { JsonValue } from "./types.ts";

/** What is wrong with a value: where (a JSON pointer without leading `/`), and why, in English for developers. */
export interface Finding {
  readonly pointer: string;
  readonly reason: string;
}

/** The most findings reported for one object; further ones show up after these are fixed. */
export const MAX_FINDINGS = 50;

/** Collects findings up to the limit. */
export interface Findings {
  readonly all: Finding[];
  readonly add: (pointer: string, reason: string) => void;
}

export function noFindings(): Findings {
  const all: Finding[] = [];
  return { all, add: (pointer, reason) => void (all.length < MAX_FINDINGS && all.push({ pointer, reason })) };
}

/** Checks the value at a pointer, and adds its findings. */
export type Check = (value: JsonValue, pointer: string, findings: Findings) => void;

export const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A check that a value is of one kind. */
export const must =
  (reason: string, isRight: (value: JsonValue) => boolean): Check =>
  (value, pointer, findings) => {
    if (!isRight(value)) findings.add(pointer, reason);
  };

/** Calendar text holds no U+0000, and databases reject it. */
export const isText = (value: JsonValue): value is string =>
  typeof value === "string" && !value.includes("\0");

export const text = must("must be a text", isText);
export const flag = must("must be true or false", (value) => typeof value === "boolean");

/** A vendor's own value: a domain name, a colon and a name (jscalendarbis §1.7.5). */
const VENDOR = /^[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?:[^\p{Cc}"/~]+$/u;
const TOKEN = /^[a-z][A-Za-z0-9-]*$/;

/** Whether a text may be a value of an open list: a defined one in its own case, or one registered later, or a vendor's. */
export const isWord = (value: string, words: readonly string[]): boolean =>
  words.includes(value) ||
  (!words.includes(value.toLowerCase()) && (TOKEN.test(value) || VENDOR.test(value)));

/** A value of a list that others may extend (jscalendarbis §1.7.4). */
export const word = (...words: readonly string[]): Check =>
  must(
    `must be one of ${words.join(", ")}, a registered value or a vendor's own`,
    (value) => typeof value === "string" && isWord(value, words),
  );

export const oneOf = (...words: readonly string[]): Check =>
  must(`must be one of ${words.join(", ")}`, (value) => typeof value === "string" && words.includes(value));

/** An integer in a range, both ends included. */
export const integer = (min: number, max: number): Check =>
  must(
    `must be a whole number from ${min} to ${max}`,
    (value) => typeof value === "number" && Number.isInteger(value) && value >= min && value <= max,
  );

/** An integer other than 0, up to a size in either direction. */
export const signed = (max: number): Check =>
  must(
    `must be a whole number from 1 to ${max} or from -${max} to -1`,
    (value) => typeof value === "number" && Number.isInteger(value) && value !== 0 && Math.abs(value) <= max,
  );

/** A list may have somewhat more entries than a year has days. */
const MAX_LENGTH = 400;

export const listOf =
  (check: Check): Check =>
  (value, pointer, findings) => {
    if (!Array.isArray(value) || value.length > MAX_LENGTH)
      return findings.add(pointer, `must be a list of at most ${MAX_LENGTH}`);
    value.forEach((item: JsonValue, i) => check(item, `${pointer}/${i}`, findings));
  };

export const mapOf =
  (keyReason: string, isKey: (name: string) => boolean, check: Check): Check =>
  (value, pointer, findings) => {
    if (!isJsonObject(value)) return findings.add(pointer, "must be an object");
    for (const [name, item] of Object.entries(value)) {
      const at = `${pointer}/${escapePathToken(name)}`;
      if (isKey(name)) check(item, at, findings);
      else findings.add(at, keyReason);
    }
  };

/** The members that an object of a kind may hold; unnamed members may hold anything. */
interface Shape {
  readonly type?: string;
  readonly members: Readonly<Record<string, Check>>;
  readonly required?: readonly string[];
  /** Names of RFC 8984 that are obsolete or reserved here, with what is written instead; null: nothing is. */
  readonly retired?: Readonly<Record<string, string | null>> | undefined;
}

const NO_RETIRED: Shape["retired"] = { extra: null };

/**
 * A check of the names of an object's members (draft-ietf-calext-jscalendarbis §1.7). Obsolete and reserved names are
 * refused, as are those that differ from a defined one in case only. Other unknown names may stand for anything.
 */
export function nameCheck({ members, retired }: Pick<Shape, "members" | "retired">): Check {
  const gone = { ...NO_RETIRED, ...retired };
  const defined = ["@type", ...Object.keys(members), ...Object.keys(gone)];
  const byLowerCase = new Map(defined.map((name) => [name.toLowerCase(), name]));
  return (value, pointer, findings) => {
    if (!isJsonObject(value)) return;
    for (const [name, item] of Object.entries(value)) {
      const right = item === null ? undefined : byLowerCase.get(name.toLowerCase());
      if (right === undefined) continue;
      const at = pointer === "" ? escapePathToken(name) : `${pointer}/${escapePathToken(name)}`;
      if (right !== name) findings.add(at, `must be written ${right}`);
      else if (Object.hasOwn(gone, name)) findings.add(at, reasonOf(gone[name] ?? null));
    }
  };
}

const reasonOf = (instead: string | null): string =>
  instead === null
    ? "must not be there: JSCalendar 2.0 does not have it"
    : `must not be there: JSCalendar 2.0 has ${instead}`;

export function shape({ type, members, required = [], retired }: Shape): Check {
  const names = nameCheck({ members, retired });
  return (value, pointer, findings) => {
    if (!isJsonObject(value)) return findings.add(pointer, "must be an object");
    for (const name of required)
      if (!Object.hasOwn(value, name)) findings.add(`${pointer}/${name}`, "must be there");
    if (type !== undefined && Object.hasOwn(value, "@type") && value["@type"] !== type)
      findings.add(`${pointer}/@type`, `must be ${type}`);
    names(value, pointer, findings);
    for (const [name, item] of Object.entries(value))
      if (Object.hasOwn(members, name)) members[name]?.(item, `${pointer}/${name}`, findings);
  };
}
