import { ok } from "@snart/calendar/result.ts";
import { parsePath, type Filter, type PatchPath } from "../filter/filter.ts";
import { isValues, matcherOfValues, type Values } from "../filter/matches.ts";
import { refused, type Scim } from "../problem.ts";
import { attributeNamed, PATCH_OP, type Attribute, type Schema } from "../schemas.ts";
import { readOne, readValue, withOnePrimary, type Document } from "./document.ts";
import { isObject, member, speaks, type JsonObject } from "./json.ts";

interface Bounds {
  readonly operations: number;
  readonly path: number;
}

type Op = "add" | "replace" | "remove";

interface Change {
  readonly op: Op;
  readonly path: string;
  readonly value: unknown;
  /** It is a member of a value without a path, where what only the server sets is left out. */
  readonly isLenient: boolean;
}

/**
 * Applies a PATCH to what a directory has said (RFC 7644 §3.5.2), also as Entra ID and Okta write it: operations in any case, names with
 * dots in a value without a path, members to remove in the value, booleans as texts.
 * @returns a new document; all of the operations, or none
 */
export function patched(schema: Schema, before: Document, body: JsonObject, bounds: Bounds): Scim<Document> {
  const changes = readChanges(body, bounds);
  if (!changes.ok) return changes;
  const document = structuredClone(before);
  for (const change of changes.value) {
    const done = applyChange(schema, document, change, bounds);
    if (!done.ok) return done;
  }
  return ok(document);
}

function readChanges(body: JsonObject, bounds: Bounds): Scim<readonly Change[]> {
  if (!speaks(body, PATCH_OP)) return refused("invalidSyntax", `schemas does not name ${PATCH_OP}.`);
  const operations = member(body, "Operations");
  if (!Array.isArray(operations) || operations.length === 0)
    return refused("invalidSyntax", "Operations is a list that is not empty.");
  const changes: Change[] = [];
  for (const one of operations as readonly unknown[]) {
    const read = isObject(one) ? readChange(one) : refused("invalidSyntax", "An operation is an object.");
    if (!read.ok) return read;
    changes.push(...read.value);
    if (changes.length > bounds.operations)
      return refused("tooMany", `A request has at most ${bounds.operations} operations.`, 413);
  }
  return ok(changes);
}

function readChange(one: JsonObject): Scim<readonly Change[]> {
  const [word, path, value] = [member(one, "op"), member(one, "path"), member(one, "value")];
  const op = typeof word === "string" ? word.toLowerCase() : word;
  if (op !== "add" && op !== "replace" && op !== "remove")
    return refused("invalidSyntax", "op is add, replace or remove.");
  if (typeof path === "string" && path !== "") return ok([{ op, path, value, isLenient: false }]);
  if (path !== undefined && path !== null && path !== "") return refused("invalidPath", "A path is a text.");
  if (op === "remove") return refused("noTarget", "What is removed is named by a path.");
  if (!isObject(value)) return refused("invalidValue", "A value without a path is an object.");
  return ok(Object.entries(value).map(([name, part]) => ({ op, path: name, value: part, isLenient: true })));
}

function applyChange(schema: Schema, document: Document, change: Change, bounds: Bounds): Scim<void> {
  const read = parsePath(change.path, bounds.path);
  if (!read.ok) return read;
  const { path, fits, sub } = read.value;
  if (path.schema !== undefined && path.schema.toLowerCase() !== schema.id.toLowerCase())
    return ok(undefined);
  if (path.name === "") return applyAll(schema, document, change, bounds);
  const attribute = attributeNamed(schema.attributes, path.name);
  if (!attribute)
    return schema.ignored.has(path.name.toLowerCase())
      ? ok(undefined)
      : refused("invalidPath", `There is no attribute ${path.name}.`);
  if (attribute.mutability === "readOnly")
    return change.isLenient
      ? ok(undefined)
      : refused("mutability", `${attribute.name} is the server's to set.`);
  if (fits) return changeFitting(document, attribute, { fits, sub }, change);
  if (sub !== undefined) return changePart(document, attribute, sub, change);
  return change.op === "remove" || change.value === null
    ? removeWhole(document, attribute, change.value)
    : setWhole(document, attribute, change);
}

/** The value holds attributes of the schema that is the path. */
function applyAll(schema: Schema, document: Document, { op, value }: Change, bounds: Bounds): Scim<void> {
  if (op === "remove" || !isObject(value)) return refused("invalidValue", "An object is expected.");
  for (const [path, part] of Object.entries(value)) {
    if (path.toLowerCase() === schema.id.toLowerCase()) return refused("invalidPath", "A schema in itself.");
    const done = applyChange(schema, document, { op, path, value: part, isLenient: true }, bounds);
    if (!done.ok) return done;
  }
  return ok(undefined);
}

const listOf = (document: Document, { name }: Attribute): readonly Values[] => {
  const value = document[name];
  return Array.isArray(value) ? value.filter(isValues) : [];
};

/** Of one with many values those in the value go, as Entra ID removes members; without a value all. */
function removeWhole(document: Document, attribute: Attribute, value: unknown): Scim<void> {
  if (!attribute.multiValued || value === undefined || value === null) {
    delete document[attribute.name];
    return ok(undefined);
  }
  const read = readValue(attribute, value);
  if (!read.ok) return read;
  const gone = new Set((read.value as readonly Values[]).map(keyOf));
  document[attribute.name] = listOf(document, attribute).filter((one) => !gone.has(keyOf(one)));
  return ok(undefined);
}

/** Two values are the same one by their `value`. */
const keyOf = (one: Values): string => (typeof one["value"] === "string" ? one["value"].toLowerCase() : "");

function setWhole(document: Document, attribute: Attribute, { op, value }: Change): Scim<void> {
  const read = readValue(attribute, value);
  if (!read.ok) return read;
  const { name } = attribute;
  if (attribute.multiValued && op === "add") {
    const added = read.value as readonly Values[];
    const keys = new Set(added.map(keyOf));
    const others = listOf(document, attribute).filter((one) => !keys.has(keyOf(one)));
    document[name] = withOnePrimary([...others, ...added]);
  } else if (!attribute.multiValued && isObject(read.value)) {
    // Parts that are not named stay (RFC 7644 §3.5.2.3).
    const before = document[name];
    document[name] = { ...(isObject(before) && before), ...read.value };
  } else document[name] = read.value;
  return ok(undefined);
}

function changePart(
  document: Document,
  attribute: Attribute,
  name: string,
  { op, value }: Change,
): Scim<void> {
  const part = attributeNamed(attribute.subAttributes, name);
  // Parts of RFC 7643 that are not stored, such as name.middleName.
  if (!part)
    return attribute.type === "complex"
      ? ok(undefined)
      : refused("invalidPath", `${attribute.name} has no parts.`);
  if (attribute.multiValued) return refused("invalidPath", `Which of ${attribute.name} is said in brackets.`);
  const before = document[attribute.name];
  const parts: Document = { ...(isObject(before) && before) };
  if (op === "remove" || value === null) delete parts[part.name];
  else {
    const read = readOne(part, value);
    if (!read.ok) return read;
    parts[part.name] = read.value;
  }
  document[attribute.name] = parts;
  return ok(undefined);
}

function changeFitting(
  document: Document,
  attribute: Attribute,
  { fits, sub }: { readonly fits: Filter; readonly sub: PatchPath["sub"] },
  { op, value }: Change,
): Scim<void> {
  if (!attribute.multiValued) return refused("invalidPath", `${attribute.name} has one value.`);
  const matches = matcherOfValues(attribute, fits);
  if (!matches.ok) return refused("invalidPath", matches.problem.detail);
  const part = sub === undefined ? undefined : attributeNamed(attribute.subAttributes, sub);
  if (sub !== undefined && !part) return ok(undefined);
  const all = listOf(document, attribute);
  if (op === "remove") {
    const kept = part
      ? all.map((one) => (matches.value(one) ? without(one, part.name) : one))
      : all.filter((one) => !matches.value(one));
    document[attribute.name] = kept;
    return ok(undefined);
  }
  const read = part ? readOne(part, value) : readOne(attribute, value);
  if (!read.ok) return read;
  const patch = part ? { [part.name]: read.value } : (read.value as Values);
  const isAny = all.some(matches.value);
  const begun = isAny ? undefined : namedBy(attribute, fits);
  // Entra ID adds an address so: `emails[type eq "work"].value`.
  if (!isAny && !begun) return refused("noTarget", `No value of ${attribute.name} fits.`);
  const changed = isAny
    ? all.map((one) => (matches.value(one) ? { ...one, ...patch } : one))
    : [...all, { ...begun, ...patch }];
  document[attribute.name] = withOnePrimary(changed);
  return ok(undefined);
}

const without = (one: Values, name: string): Values =>
  Object.fromEntries(Object.entries(one).filter(([part]) => part !== name));

/** A new value that would fit. @returns undefined: it does not say what one is */
function namedBy(attribute: Attribute, fits: Filter): Values | undefined {
  if (fits.kind !== "compare" || fits.operator !== "eq") return undefined;
  const part = attributeNamed(attribute.subAttributes, fits.path.name);
  const read = part && readOne(part, fits.value);
  return part && read?.ok ? { [part.name]: read.value } : undefined;
}
