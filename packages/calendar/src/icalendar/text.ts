import {
  firstProperty,
  makeProperty,
  type Component,
  type ParameterValues,
  type Property,
} from "./component.ts";

/** Writes a TEXT value (RFC 5545 §3.3.11). Line breaks of any kind become `\n`; other control characters are dropped. */
export const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r\n|\r|\n/g, "\\n")
    // eslint-disable-next-line no-control-regex -- the content line grammar has no place for them (RFC 5545 §3.1)
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "");

/** Reads a TEXT value. A backslash before anything but `n N \ ; ,` is kept, as clients write unescaped paths. */
export const unescapeText = (value: string): string =>
  value.includes("\\")
    ? value.replace(/\\([\\;,nN])/g, (_, c: string) => (c === "n" || c === "N" ? "\n" : c))
    : value;

/** Splits a list of TEXT values such as CATEGORIES at its unescaped commas, and unescapes each. */
export function splitTextList(value: string): string[] {
  const items = value.match(/(?:\\[\s\S]|[^,\\])+/g) ?? [];
  return items.map(unescapeText);
}

/** The unescaped text of a component's first property of a name (upper case). */
export function textValue(component: Component, name: string): string | undefined {
  const property = firstProperty(component, name);
  return property && unescapeText(property.value);
}

/** A new TEXT property. */
export const textProperty = (name: string, text: string, parameters?: ParameterValues): Property =>
  makeProperty(name, escapeText(text), parameters);
