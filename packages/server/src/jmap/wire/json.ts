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
 * 7493 §2.1) and members called `__proto__`. Walks without recursion.
 * @returns why it is refused, or undefined
 */
export function jsonObjection(root: Json): string | undefined {
  const stack: { readonly value: Json; readonly depth: number }[] = [{ value: root, depth: 0 }];
  for (let item = stack.pop(); item; item = stack.pop()) {
    const { value, depth } = item;
    if (typeof value === "string" && !value.isWellFormed()) return "a text contains half a character";
    if (typeof value !== "object" || value === null) continue;
    if (depth >= MAX_DEPTH) return `nested deeper than ${MAX_DEPTH}`;
    const names = Array.isArray(value) ? [] : Object.keys(value);
    for (const name of names) {
      if (name === "__proto__") return "a member is called __proto__";
      if (!name.isWellFormed()) return "a name contains half a character";
    }
    for (const child of Object.values(value)) stack.push({ value: child, depth: depth + 1 });
  }
  return undefined;
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
