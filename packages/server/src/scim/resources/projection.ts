import { attributeNamed, type Attribute, type Schema } from "../schemas.ts";
import type { Resource } from "./render.ts";

/** Which attributes an answer has (RFC 7644 §3.9). */
export interface Projection {
  /** undefined: all that are not excluded */
  readonly only: ReadonlySet<string> | undefined;
  readonly without: ReadonlySet<string>;
}

const MOST_NAMES = 100;

/**
 * Reads `attributes` and `excludedAttributes`; of both, the first counts. What does not exist is passed over.
 * @returns names in lower case, parts with a dot
 */
export function projectionOf(
  schema: Schema,
  attributes: readonly string[] | undefined,
  excluded: readonly string[] | undefined,
): Projection {
  const names = (given: readonly string[] = []): ReadonlySet<string> =>
    new Set(given.slice(0, MOST_NAMES).map((name) => plain(schema, name)));
  const only = attributes && attributes.length > 0 ? names(attributes) : undefined;
  return { only, without: only ? new Set() : names(excluded) };
}

const plain = ({ id }: Schema, name: string): string => {
  const text = name.trim().toLowerCase();
  const prefix = `${id.toLowerCase()}:`;
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
};

/** Whether an attribute is told. */
export function isTold({ only, without }: Projection, name: string): boolean {
  const key = name.toLowerCase();
  return only === undefined
    ? !without.has(key)
    : [...only].some((one) => one === key || one.startsWith(`${key}.`));
}

/** The resource with the attributes that are asked for; its schemas and what is always returned stay. */
export function project(schema: Schema, resource: Resource, projection: Projection): Record<string, unknown> {
  const told: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(resource)) {
    const attribute = attributeNamed(schema.attributes, name);
    if (!attribute || attribute.returned === "always") told[name] = value;
    else if (isTold(projection, name)) told[name] = partsOf(attribute, value, projection);
  }
  return told;
}

function partsOf({ name, multiValued }: Attribute, value: unknown, { only, without }: Projection): unknown {
  const key = name.toLowerCase();
  const isWhole = only?.has(key) === true;
  const isIn = (part: string): boolean => {
    const path = `${key}.${part.toLowerCase()}`;
    return only === undefined ? !without.has(path) : isWhole || only.has(path);
  };
  const cut = (one: unknown): unknown =>
    typeof one === "object" && one !== null
      ? Object.fromEntries(Object.entries(one).filter(([part]) => isIn(part)))
      : one;
  return multiValued && Array.isArray(value) ? value.map(cut) : cut(value);
}
