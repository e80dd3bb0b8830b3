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

const BACKSLASH = "\\";

/** Reads a TEXT value. A backslash before anything but `n N \ ; ,` is kept, as clients write unescaped paths. */
export function unescapeText(value: string): string {
  let at = value.indexOf(BACKSLASH);
  if (at < 0) return value;
  let text = "";
  let from = 0;
  while (at >= 0) {
    const meant = meaningOf(value[at + 1]);
    if (meant === undefined) {
      at = value.indexOf(BACKSLASH, at + 1);
    } else {
      text += value.slice(from, at) + meant;
      from = at + 2;
      at = value.indexOf(BACKSLASH, from);
    }
  }
  return text + value.slice(from);
}

/** What a backslash and this character mean; undefined if they mean themselves. */
function meaningOf(escaped: string | undefined): string | undefined {
  if (escaped === "n" || escaped === "N") return "\n";
  return escaped === BACKSLASH || escaped === ";" || escaped === "," ? escaped : undefined;
}

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
