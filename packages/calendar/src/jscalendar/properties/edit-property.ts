import {
  firstProperty,
  makeProperty,
  parameterValue,
  withoutProperties,
  withProperty,
  type Component,
  type Property,
} from "../../icalendar/component.ts";
import type { NameSet } from "../types.ts";
import { escapeText, unescapeText } from "../../icalendar/text.ts";

/** The property with another raw value; the same property if the value is the same. */
export const withValue = (property: Property, value: string): Property =>
  property.value === value ? property : { ...property, value };

/**
 * The property with a parameter set, or removed by undefined or an empty list; the same property if nothing changes.
 */
export function withParameter(
  property: Property,
  name: string,
  wanted: string | readonly string[] | undefined,
): Property {
  const values = typeof wanted === "string" ? [wanted] : (wanted ?? []);
  const index = property.parameters.findIndex((parameter) => parameter.name === name);
  const old = property.parameters[index]?.values ?? [];
  if (old.length === values.length && old.every((value, i) => value === values[i])) return property;
  if (values.length === 0) return { ...property, parameters: property.parameters.toSpliced(index, 1) };
  const parameter = { name, values };
  const parameters =
    index < 0 ? [...property.parameters, parameter] : property.parameters.with(index, parameter);
  return { ...property, parameters };
}

/** Sets the raw value of a component's only property of a name; undefined removes all of them. */
export function withRaw(component: Component, name: string, value: string | undefined): Component {
  const existing = firstProperty(component, name);
  if (value === undefined) return existing ? withoutProperties(component, name) : component;
  return withProperty(component, existing ? withValue(existing, value) : makeProperty(name, value));
}

/**
 * Sets the text of a component's only property of a name; undefined removes all of them. When the text changes,
 * ALTREP goes: it still holds the old text, and clients prefer it.
 */
export function withText(component: Component, name: string, text: string | undefined): Component {
  if (text === undefined) return withRaw(component, name, undefined);
  const existing = firstProperty(component, name);
  if (existing && unescapeText(existing.value) === text) return component;
  const changed = existing && withParameter(withValue(existing, escapeText(text)), "ALTREP", undefined);
  return withProperty(component, changed ?? makeProperty(name, escapeText(text)));
}

/** A parameter's first value in lower case. */
export const lowerParameter = (property: Property, name: string): string | undefined =>
  parameterValue(property, name)?.toLowerCase();

/** Whether a property is derived from another one (RFC 9073 §5.3). */
export const isDerived = (property: Property): boolean => lowerParameter(property, "DERIVED") === "true";

/** The values of a parameter as a set. */
export const lowerSet = (words: readonly string[]): NameSet =>
  Object.fromEntries(words.map((word) => [word.toLowerCase(), true]));
