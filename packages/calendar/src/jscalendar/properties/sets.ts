import {
  makeProperty,
  propertiesNamed,
  withProperties,
  type Component,
  type Property,
} from "../../icalendar/component.ts";
import { escapeText, splitTextList } from "../../icalendar/text.ts";
import type { Converter } from "./converter.ts";
import type { Item, NameSet } from "../types.ts";

interface SetProperty {
  readonly ical: string;
  readonly split: (value: string) => readonly string[];
  readonly join: (items: readonly string[]) => string;
}

const readSet = (component: Component, { ical, split }: SetProperty): string[] =>
  propertiesNamed(component, ical).flatMap(({ value }) => split(value).filter((item) => item !== ""));

/** Removes items from their lines, and adds new ones on a line of their own. */
function writeSet(component: Component, wanted: NameSet, kind: SetProperty): Component {
  const left = new Set(Object.keys(wanted).filter((item) => wanted[item]));
  const properties: Property[] = [];
  for (const property of component.properties) {
    if (property.name !== kind.ical) {
      properties.push(property);
      continue;
    }
    const items = kind.split(property.value);
    const kept = items.filter((item) => left.delete(item));
    if (kept.length === items.length) properties.push(property);
    else if (kept.length > 0) properties.push({ ...property, value: kind.join(kept) });
  }
  if (left.size > 0) properties.push(makeProperty(kind.ical, kind.join([...left])));
  return withProperties(component, properties);
}

const set = (js: "keywords" | "categories", kind: SetProperty): Converter => ({
  names: [js],
  read: (component): Item => {
    const items = readSet(component, kind);
    return items.length > 0 ? { [js]: Object.fromEntries(items.map((item) => [item, true])) } : {};
  },
  write: (component, item) => writeSet(component, item[js] ?? {}, kind),
});

/** CATEGORIES (RFC 5545 §3.8.1.2) hold JSCalendar's keywords. */
export const keywords = set("keywords", {
  ical: "CATEGORIES",
  split: splitTextList,
  join: (items) => items.map(escapeText).join(","),
});

/** CONCEPT (RFC 9253) holds JSCalendar's categories: URIs, one on each line. */
export const categories = set("categories", {
  ical: "CONCEPT",
  split: (value) => value.split(",").map((uri) => uri.trim()),
  join: (items) => items.join(","),
});
