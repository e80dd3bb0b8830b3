import {
  firstProperty,
  makeComponent,
  makeProperty,
  withComponents,
  type Component,
} from "../../icalendar/component.ts";
import { textProperty, textValue } from "../../icalendar/text.ts";
import type { Id } from "../types.ts";
import { derivedId, isId, uniqueIds } from "./keyed-properties.ts";

/** The key that a component gives itself: JSID, or its UID. */
export const keyOfComponent = (component: Component): Id | undefined =>
  [textValue(component, "JSID"), textValue(component, "UID")].find((id) => id !== undefined && isId(id));

/** The components of one name with the keys of their JSCalendar objects. */
export function keyedComponents(
  parent: Component,
  name: string,
  identity: (component: Component) => string,
): readonly (readonly [Id, Component])[] {
  const found = parent.components.filter((component) => component.name === name);
  const ids = uniqueIds(
    found.map((component) => keyOfComponent(component) ?? derivedId(identity(component))),
  );
  return found.map((component, i) => [ids[i] ?? "", component]);
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** A new component for a key. UID is required and globally unique (RFC 9073 §7), which only a UUID is by itself. */
function newKeyedComponent(parent: Component, name: string, key: Id): Component {
  if (UUID.test(key)) return makeComponent(name, [textProperty("UID", key)]);
  const uid = `${firstProperty(parent, "UID")?.value ?? ""}-${key}`;
  return makeComponent(name, [makeProperty("UID", uid), makeProperty("JSID", key)]);
}

/**
 * Makes the inner components of one name match a map: drops those of missing keys, rewrites those of known keys in
 * place, appends new ones.
 */
export function withKeyedComponents<T>(
  parent: Component,
  known: readonly (readonly [Id, Component])[],
  wanted: Readonly<Record<Id, T>>,
  name: string,
  write: (component: Component, object: T) => Component,
): Component {
  const keys = new Map(known.map(([key, component]) => [component, key]));
  const kept = parent.components.flatMap((component) => {
    const key = keys.get(component);
    if (key === undefined) return [component];
    const object = wanted[key];
    return object === undefined ? [] : [write(component, object)];
  });
  const there = new Set(keys.values());
  const added = Object.entries(wanted)
    .filter(([key]) => !there.has(key))
    .map(([key, object]) => write(newKeyedComponent(parent, name, key), object));
  const components = [...kept, ...added];
  const isSame =
    components.length === parent.components.length &&
    components.every((component, i) => component === parent.components[i]);
  return isSame ? parent : withComponents(parent, components);
}
