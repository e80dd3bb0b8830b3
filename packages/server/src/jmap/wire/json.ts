/** Any JSON value from the wire: not trusted, and never written to. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** Whether the value is a JSON object: not null, not an array. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Own properties only, so that `constructor` and the like are never found. */
export const member = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** No request of ours nests deeper than a dozen; deeper ones attack recursive code. */
export const MAX_DEPTH = 64;

/** The values or characters that are looked at between two turns. */
const VALUES_A_STEP = 1_000;
const LETTERS_A_STEP = 64 * 1024;

/**
 * Why parsed JSON is unacceptable before its meaning is read: lone surrogates (not I-JSON, RFC 7493 §2.1) and members called
 * `__proto__` or of one name in the same object. Walks without recursion, and step by step.
 * @param told the members that stand in the text from which it was parsed
 * @returns why it is refused, or undefined
 */
export function* jsonObjection(root: Json, told: number): Generator<undefined, string | undefined> {
  let members = 0;
  let looked = 0;
  const stack: Json[] = [root];
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (++looked % VALUES_A_STEP === 0) yield undefined;
    if (typeof value === "string" && !value.isWellFormed()) return "a text contains half a character";
    if (typeof value !== "object" || value === null) continue;
    const names = Array.isArray(value) ? [] : Object.keys(value);
    members += names.length;
    for (const name of names) {
      if (name === "__proto__") return "a member is called __proto__";
      if (!name.isWellFormed()) return "a name contains half a character";
    }
    for (const child of Object.values(value)) stack.push(child);
  }
  return told === members ? undefined : "an object has two members of one name";
}

interface Counted {
  /** At least as many as there are: an empty list counts for two. */
  readonly values: number;
  /** The members of objects, also those that a later member of the same name replaces (RFC 7493 §2.3). */
  readonly members: number;
  readonly isTooDeep: boolean;
}

/** What a JSON text holds, by the marks outside of its strings; one that is no JSON is for the parser to refuse. Reads no further than `most`. */
export function* countJson(text: string, most: number): Generator<undefined, Counted> {
  let values = 1;
  let members = 0;
  let depth = 0;
  let step = LETTERS_A_STEP;
  for (let at = 0; at < text.length; at++) {
    const mark = text.charCodeAt(at);
    if (mark === QUOTE) at = endOfString(text, at + 1) - 1;
    else if (mark === COLON) members++;
    else if (mark === COMMA) values++;
    else if (mark === LIST || mark === OBJECT) {
      values++;
      depth++;
    } else if (mark === LIST_END || mark === OBJECT_END) depth--;
    if (depth > MAX_DEPTH || values > most) break;
    if (at < step) continue;
    step = at + LETTERS_A_STEP;
    yield undefined;
  }
  return { values, members, isTooDeep: depth > MAX_DEPTH };
}

const QUOTE = 34;
const COMMA = 44;
const LIST = 91;
const LIST_END = 93;
const OBJECT = 123;
const OBJECT_END = 125;
const COLON = 58;

/** The place after the quotation mark that ends a string; a mark after an odd number of backslashes does not. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (text[quote - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

/**
 * The approximate length of a value as JSON, with shared parts counted each time they appear. `known` caches the
 * parts, so that values built from one another cost no more than their distinct parts.
 */
export function jsonWeight(value: Json, known: WeakMap<object, number>): number {
  if (typeof value === "string") return value.length + 3;
  if (typeof value !== "object" || value === null) return 6;
  const seen = known.get(value);
  if (seen !== undefined) return seen;
  let weight = 2;
  if (Array.isArray(value)) for (const child of value) weight += jsonWeight(child, known);
  else
    for (const [name, child] of Object.entries(value)) weight += name.length + 4 + jsonWeight(child, known);
  known.set(value, weight);
  return weight;
}
