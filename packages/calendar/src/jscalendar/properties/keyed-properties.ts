import { parameterValue, withProperties, type Component, type Property } from "../../icalendar/component.ts";
import { withParameter } from "./edit-property.ts";
import type { Id } from "../types.ts";

const ID = /^[A-Za-z0-9_-]{1,255}$/;

/**
 * Whether a text may be a JSCalendar Id (RFC 8620 §1.2); `__proto__` may not, because it is special in JavaScript.
 */
export const isId = (text: string): boolean => ID.test(text) && text !== "__proto__";

/** A stable Id derived from identifying text: two 32-bit hashes in base 36. */
export function derivedId(text: string): Id {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x5bd1e995) ^ (b >>> 15);
  }
  return `k${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`;
}

/** Unique keys for a list of candidates; later ones with the same key get a number. */
export function uniqueIds(candidates: readonly Id[]): Id[] {
  const taken = new Set<Id>(candidates);
  const seen = new Map<Id, number>();
  return candidates.map((candidate) => {
    let n = (seen.get(candidate) ?? 0) + 1;
    seen.set(candidate, n);
    if (n === 1) return candidate;
    while (taken.has(`${candidate}-${n}`)) n++;
    seen.set(candidate, n);
    taken.add(`${candidate}-${n}`);
    return `${candidate}-${n}`;
  });
}

type Identity = (property: Property) => string;
const byValue: Identity = ({ value }) => value;

/** The properties of one kind with the keys of their JSCalendar objects (JSID, or derived). */
export function keyedProperties(
  properties: readonly Property[],
  identity: Identity = byValue,
): readonly (readonly [Id, Property])[] {
  const ids = uniqueIds(
    properties.map((property) => {
      const own = parameterValue(property, "JSID");
      return own !== undefined && isId(own) ? own : derivedId(identity(property));
    }),
  );
  return properties.map((property, i) => [ids[i] ?? "", property]);
}

/** Which properties represent a JSCalendar map, and how its objects are written. */
interface KeyedWriter<T> {
  readonly isMine: (property: Property) => boolean;
  readonly identity?: Identity;
  /** undefined: the object can't be written as a property */
  readonly write: (object: T, existing: Property | undefined) => Property | undefined;
}

/**
 * Makes the properties of one kind match a map: drops those of missing keys, rewrites those of known keys in place,
 * appends new ones. JSID records a key that can't be derived.
 */
export function withKeyedProperties<T>(
  component: Component,
  wanted: Readonly<Record<Id, T>>,
  { isMine, identity = byValue, write }: KeyedWriter<T>,
): Component {
  const keys = new Map(
    keyedProperties(component.properties.filter(isMine), identity).map(([k, p]) => [p, k]),
  );
  const named = (property: Property, key: Id): Property =>
    parameterValue(property, "JSID") === key
      ? property
      : withParameter(property, "JSID", derivedId(identity(property)) === key ? undefined : key);
  const rewrite = (key: Id, existing?: Property): Property[] => {
    const object = wanted[key];
    const property = object === undefined ? undefined : write(object, existing);
    if (!property) return [];
    return property === existing ? [property] : [named(property, key)];
  };
  const kept = component.properties.flatMap((property) => {
    const key = keys.get(property);
    return key === undefined ? [property] : rewrite(key, property);
  });
  const known = new Set(keys.values());
  const added = Object.keys(wanted).filter((key) => !known.has(key));
  return withProperties(component, [...kept, ...added.flatMap((key) => rewrite(key))]);
}
