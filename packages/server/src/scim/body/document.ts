import { ok } from "@snart/calendar/result.ts";
import { refused, type Scim } from "../problem.ts";
import { attributeNamed, type Attribute, type Schema } from "../schemas.ts";
import { isObject, member, speaks, type JsonObject } from "./json.ts";

/** What a directory has said of a resource, by the names of the schema and without what is not stored. */
export type Document = Record<string, unknown>;

const LONGEST_TEXT = 1_000;
const MOST_VALUES = 10_000;

/** Reads a whole resource. What is unknown, and what only the server sets, is left out (RFC 7644 §3.3). */
export function readDocument(schema: Schema, body: JsonObject): Scim<Document> {
  if (member(body, "schemas") !== undefined && !speaks(body, schema.id))
    return refused("invalidSyntax", `schemas does not name ${schema.id}.`);
  return readParts(schema.attributes, body);
}

function readParts(attributes: readonly Attribute[], given: JsonObject): Scim<Document> {
  const document: Document = {};
  for (const [name, value] of Object.entries(given)) {
    const attribute = attributeNamed(attributes, name);
    if (!attribute || attribute.mutability === "readOnly" || value === null) continue;
    if (document[attribute.name] !== undefined)
      return refused("invalidSyntax", `${attribute.name} is there twice.`);
    const read = readValue(attribute, value);
    if (!read.ok) return read;
    document[attribute.name] = read.value;
  }
  return ok(document);
}

/** Reads the value of an attribute; of one with many values all of them. */
export function readValue(attribute: Attribute, value: unknown): Scim<unknown> {
  if (!attribute.multiValued) return readOne(attribute, value);
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (given.length > MOST_VALUES)
    return refused("invalidValue", `${attribute.name}: at most ${MOST_VALUES} values`);
  const all: unknown[] = [];
  for (const one of given) {
    const read = readOne(attribute, one);
    if (!read.ok) return read;
    all.push(read.value);
  }
  return ok(withOnePrimary(all));
}

/** Reads one value. */
export function readOne(attribute: Attribute, value: unknown): Scim<unknown> {
  if (attribute.type === "complex") {
    if (isObject(value)) return readParts(attribute.subAttributes ?? [], value);
    return refused("invalidValue", `${attribute.name}: an object is expected`);
  }
  if (attribute.type === "boolean") {
    const said = typeof value === "string" ? value.toLowerCase() : value;
    // Entra ID writes "False" and "True".
    if (said === true || said === "true") return ok(true);
    if (said === false || said === "false") return ok(false);
    return refused("invalidValue", `${attribute.name}: true or false is expected`);
  }
  if (typeof value !== "string") return refused("invalidValue", `${attribute.name}: a text is expected`);
  if (value.length > LONGEST_TEXT)
    return refused("invalidValue", `${attribute.name}: at most ${LONGEST_TEXT} characters`);
  return ok(value);
}

/** At most one value is the primary one (RFC 7643 §2.4): the last that is said to be. */
export function withOnePrimary(all: readonly unknown[]): readonly unknown[] {
  const last = all.findLastIndex((one) => isObject(one) && one["primary"] === true);
  return all.map((one, i) =>
    isObject(one) && one["primary"] === true && i !== last ? { ...one, primary: false } : one,
  );
}
