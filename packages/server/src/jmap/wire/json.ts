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
const MAX_DEPTH = 64;

/**
 * Why parsed JSON is unacceptable before its meaning is read: nesting beyond 64, lone surrogates (not I-JSON, RFC
 * 7493 §2.1) and members called `__proto__`
 * or of one name in the same object. Walks without recursion.
 * @param text the JSON from which it was parsed
 * @returns why it is refused, or undefined
 */
export function jsonObjection(root: Json, text: string): string | undefined {
  let members = 0;
  const stack: { readonly value: Json; readonly depth: number }[] = [{ value: root, depth: 0 }];
  for (let item = stack.pop(); item; item = stack.pop()) {
    const { value, depth } = item;
    if (typeof value === "string" && !value.isWellFormed()) return "a text contains half a character";
    if (typeof value !== "object" || value === null) continue;
    if (depth >= MAX_DEPTH) return `nested deeper than ${MAX_DEPTH}`;
    const names = Array.isArray(value) ? [] : Object.keys(value);
    members += names.length;
    for (const name of names) {
      if (name === "__proto__") return "a member is called __proto__";
      if (!name.isWellFormed()) return "a name contains half a character";
    }
    for (const child of Object.values(value)) stack.push({ value: child, depth: depth + 1 });
  }
  return colonsIn(text) === members ? undefined : "an object has two members of one name";
}

/**
 * The colons of a JSON text outside its strings: one for each member, also for one that a later member of the same
 * name has replaced (RFC 7493 §2.3).
 */
function colonsIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length;) {
    const quote = text.indexOf('"', at);
    const end = quote === -1 ? text.length : quote;
    for (let i = at; i < end; i++) if (text.charCodeAt(i) === COLON) count++;
    at = quote === -1 ? end : endOfString(text, quote + 1);
  }
  return count;
}

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
