import {
  firstProperty,
  makeProperty,
  parameterValue,
  withoutProperties,
  withProperty,
} from "../../icalendar/component.ts";
import type { Component, Property } from "../../icalendar/component.ts";
import { unescapeText } from "../../icalendar/text.ts";
import type { Converter } from "./converter.ts";
import { withParameter, withRaw, withText, withValue } from "./edit-property.ts";
import { derivedId, isId, keyedProperties, withKeyedProperties } from "./keyed-properties.ts";
import type { Id, Location, NameSet, VirtualLocation } from "../types.ts";

const GEO_URI = /^geo:(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)/i;

/** GEO is `latitude;longitude`, a `geo:` URI has a comma between (RFC 5870). */
function coordinatesOf(component: Component): string | undefined {
  const value = firstProperty(component, "GEO")?.value.replace(";", ",");
  const uri = value === undefined ? "" : `geo:${value.replace(/\s|\+/g, "")}`;
  return GEO_URI.test(uri) ? uri : undefined;
}

function keyOf(property: Property | undefined, fallback: string): Id {
  const own = property && parameterValue(property, "JSID");
  return own !== undefined && isId(own) ? own : derivedId(property?.value ?? fallback);
}

/** The one location that LOCATION and GEO stand for. */
function readLocation(component: Component): readonly [Id, Location] | undefined {
  const property = firstProperty(component, "LOCATION");
  const coordinates = coordinatesOf(component);
  const name = property && unescapeText(property.value);
  if (!name && coordinates === undefined) return undefined;
  const location: Location = {
    "@type": "Location",
    ...(name && { name }),
    ...(coordinates !== undefined && { coordinates }),
  };
  return [keyOf(name ? property : firstProperty(component, "GEO"), ""), location];
}

function withKey(component: Component, name: string, key: Id): Component {
  const property = firstProperty(component, name);
  if (!property || keyOf(property, "") === key) return component;
  const derived = derivedId(property.value) === key;
  return withProperty(component, withParameter(property, "JSID", derived ? undefined : key));
}

/**
 * LOCATION with GEO. iCalendar has room for one; the main one is written, further ones are kept as JSPROP.
 * Apple's structured copy of the place goes when the place changes, or its app would show the old one.
 */
export const locations: Converter = {
  names: ["locations", "mainLocationId"],
  read(component) {
    const found = readLocation(component);
    return found ? { locations: { [found[0]]: found[1] } } : {};
  },
  write(component, item) {
    const all = Object.entries(item.locations ?? {});
    const [key, main] = all.find(([id]) => id === item.mainLocationId) ?? all[0] ?? [undefined, undefined];
    const named = withText(component, "LOCATION", main?.name);
    const moved = named === component ? component : withoutProperties(named, "X-APPLE-STRUCTURED-LOCATION");
    const match = GEO_URI.exec(main?.coordinates ?? "");
    const geo = match ? `${match[1]};${match[2]}` : undefined;
    const placed = coordinatesOf(moved) === main?.coordinates ? moved : withRaw(moved, "GEO", geo);
    return key === undefined ? placed : withKey(placed, main?.name ? "LOCATION" : "GEO", key);
  },
};

function readVirtual(property: Property): VirtualLocation {
  const features = property.parameters.find(({ name }) => name === "FEATURE")?.values ?? [];
  const name = parameterValue(property, "LABEL");
  return {
    "@type": "VirtualLocation",
    uri: property.value,
    ...(name !== undefined && { name }),
    ...(features.length > 0 && { features: lowerSet(features) }),
  };
}

const lowerSet = (words: readonly string[]): NameSet =>
  Object.fromEntries(words.map((word) => [word.toLowerCase(), true]));

function writeVirtual(location: VirtualLocation, existing: Property | undefined): Property {
  const base = existing ?? makeProperty("CONFERENCE", location.uri, { VALUE: "URI" });
  const features = Object.keys(location.features ?? {}).filter((feature) => location.features?.[feature]);
  const same = existing && Object.keys(readVirtual(existing).features ?? {}).join() === features.join();
  const upper = features.map((feature) => feature.toUpperCase());
  const featured = same ? base : withParameter(base, "FEATURE", upper);
  return withParameter(withValue(featured, location.uri), "LABEL", location.name);
}

/** CONFERENCE (RFC 7986 §5.11). */
export const virtualLocations: Converter = {
  names: ["virtualLocations"],
  read(component) {
    const all = keyedProperties(component.properties.filter(({ name }) => name === "CONFERENCE"));
    return all.length > 0
      ? { virtualLocations: Object.fromEntries(all.map(([k, p]) => [k, readVirtual(p)])) }
      : {};
  },
  write: (component, item) =>
    withKeyedProperties(component, item.virtualLocations ?? {}, {
      isMine: ({ name }) => name === "CONFERENCE",
      write: writeVirtual,
    }),
};
