import { ok } from "@snart/calendar/result.ts";
import { refused, type Scim } from "../problem.ts";

/** A JSON object of a directory: not trusted. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const MOST_DEPTH = 16;
const MOST_VALUES = 50_000;

/** Reads the body of a request, which is one JSON object. @returns `invalidSyntax` */
export function readJson(text: string): Scim<JsonObject> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return refused("invalidSyntax", "The body is no JSON.");
  }
  if (!isObject(parsed)) return refused("invalidSyntax", "The body is no JSON object.");
  const objection = objectionTo(parsed);
  return objection === undefined ? ok(parsed) : refused("invalidSyntax", objection);
}

/** Walks without recursion: nesting is the sender's to choose. */
function objectionTo(root: JsonObject): string | undefined {
  const stack: [unknown, number][] = [[root, 1]];
  for (let looked = 0, next = stack.pop(); next; next = stack.pop()) {
    const [value, depth] = next;
    if (++looked > MOST_VALUES) return "The body has too many values.";
    if (typeof value === "string" && !value.isWellFormed()) return "A text contains half a character.";
    if (typeof value !== "object" || value === null) continue;
    if (depth > MOST_DEPTH) return "The body is nested too deeply.";
    if (Object.hasOwn(value, "__proto__")) return "A member is called __proto__.";
    for (const child of Object.values(value) as unknown[]) stack.push([child, depth + 1]);
  }
  return undefined;
}

/** A member, whose name counts without its case (RFC 7643 §2.1). */
export function member(object: JsonObject, name: string): unknown {
  const key = name.toLowerCase();
  for (const [given, value] of Object.entries(object)) if (given.toLowerCase() === key) return value;
  return undefined;
}

/** Whether the `schemas` of a message name this one. */
export function speaks(body: JsonObject, schema: string): boolean {
  const schemas = member(body, "schemas");
  return (
    Array.isArray(schemas) &&
    schemas.some((one) => typeof one === "string" && one.toLowerCase() === schema.toLowerCase())
  );
}
