import { ok } from "@snart/calendar/result.ts";
import { refused, type Scim } from "../problem.ts";
import { attributeNamed, type Attribute, type Schema } from "../schemas.ts";
import type { AttributePath, Filter, Operator } from "./filter.ts";

/** A resource, or a value of an attribute with parts, by the names of the schema. */
export type Values = Readonly<Record<string, unknown>>;

/** The attribute that a path names, and its part. */
interface Named {
  readonly attribute: Attribute;
  readonly sub: Attribute | undefined;
}

/** @returns undefined: there is none of this name */
export function attributeOf(schema: Schema, path: AttributePath): Named | undefined {
  if (path.schema !== undefined && path.schema.toLowerCase() !== schema.id.toLowerCase()) return undefined;
  return within(schema.attributes, path);
}

function within(among: readonly Attribute[], { name, sub }: AttributePath): Named | undefined {
  const attribute = attributeNamed(among, name);
  if (!attribute || sub === undefined) return attribute && { attribute, sub: undefined };
  const part = attributeNamed(attribute.subAttributes, sub);
  return part && { attribute, sub: part };
}

/** Makes a filter a question about resources. @returns `invalidFilter` for attributes that there are not, and for what cannot be compared */
export function matcherOf(schema: Schema, filter: Filter): Scim<(values: Values) => boolean> {
  return compile(filter, (path) => attributeOf(schema, path));
}

/** The same about the values of an attribute, for what stands in brackets. */
export function matcherOfValues(attribute: Attribute, filter: Filter): Scim<(values: Values) => boolean> {
  return compile(filter, (path) =>
    path.schema === undefined && path.sub === undefined
      ? within(attribute.subAttributes ?? [], path)
      : undefined,
  );
}

type Find = (path: AttributePath) => Named | undefined;

function compile(filter: Filter, find: Find): Scim<(values: Values) => boolean> {
  if (filter.kind === "joined") {
    const parts: ((values: Values) => boolean)[] = [];
    for (const one of filter.all) {
      const part = compile(one, find);
      if (!part.ok) return part;
      parts.push(part.value);
    }
    return ok(
      filter.word === "and"
        ? (values) => parts.every((fits) => fits(values))
        : (values) => parts.some((fits) => fits(values)),
    );
  }
  if (filter.kind === "not") {
    const what = compile(filter.what, find);
    return what.ok ? ok((values) => !what.value(values)) : what;
  }
  const named = find(filter.path);
  if (!named) return refused("invalidFilter", `There is no attribute ${written(filter.path)} to filter by.`);
  if (filter.kind === "some") return someOf(named, filter.fits);
  if (filter.kind === "present") return ok((values) => valuesOf(values, named).some(isThere));
  return compared(named, filter);
}

const written = ({ name, sub }: AttributePath): string => (sub === undefined ? name : `${name}.${sub}`);

function someOf({ attribute }: Named, filter: Filter): Scim<(values: Values) => boolean> {
  const fits = matcherOfValues(attribute, filter);
  if (!fits.ok) return fits;
  return ok((values) => listOf(values[attribute.name]).some((one) => isValues(one) && fits.value(one)));
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

export const isValues = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as readonly unknown[]) : value === undefined ? [] : [value];

/** The values that are compared: of one with parts its `value`, unless a part is named (RFC 7644 §3.4.2.2). */
function valuesOf(values: Values, { attribute, sub }: Named): readonly unknown[] {
  const all = listOf(values[attribute.name]);
  if (attribute.type !== "complex") return all;
  const part = sub?.name ?? "value";
  return all.map((one) => (isValues(one) ? one[part] : undefined));
}

function compared(
  named: Named,
  { operator, value }: Extract<Filter, { kind: "compare" }>,
): Scim<(values: Values) => boolean> {
  const compares =
    named.sub ??
    (named.attribute.type === "complex"
      ? attributeNamed(named.attribute.subAttributes, "value")
      : named.attribute);
  if (!compares) return refused("invalidFilter", `${named.attribute.name} has parts: name one of them.`);
  const wanted = compares.type === "boolean" ? asBoolean(value) : value;
  const isOfOrder = operator !== "eq" && operator !== "ne";
  if (isOfOrder && typeof wanted !== "string")
    return refused("invalidFilter", `${operator} compares texts only.`);
  const folded = compares.caseExact || compares.type === "dateTime" ? same : fold;
  const right = folded(wanted);
  const holds = (left: unknown): boolean => TESTS[operator](folded(left), right);
  if (operator === "ne") return ok((values) => !valuesOf(values, named).some((one) => folded(one) === right));
  return ok((values) => {
    const all = valuesOf(values, named);
    return wanted === null ? !all.some(isThere) : all.some(holds);
  });
}

/** Entra ID writes a boolean as a text. */
const asBoolean = (value: unknown): unknown =>
  typeof value === "string" && /^(?:true|false)$/i.test(value) ? value.toLowerCase() === "true" : value;

const same = (value: unknown): unknown => value;
const fold = (value: unknown): unknown =>
  typeof value === "string" ? value.normalize("NFC").toLowerCase() : value;

const ofTexts =
  (test: (left: string, right: string) => boolean) =>
  (left: unknown, right: unknown): boolean =>
    typeof left === "string" && typeof right === "string" && test(left, right);

const TESTS: Readonly<Record<Operator, (left: unknown, right: unknown) => boolean>> = {
  eq: (left, right) => left === right,
  ne: (left, right) => left !== right,
  co: ofTexts((left, right) => left.includes(right)),
  sw: ofTexts((left, right) => left.startsWith(right)),
  ew: ofTexts((left, right) => left.endsWith(right)),
  gt: ofTexts((left, right) => left > right),
  ge: ofTexts((left, right) => left >= right),
  lt: ofTexts((left, right) => left < right),
  le: ofTexts((left, right) => left <= right),
};
