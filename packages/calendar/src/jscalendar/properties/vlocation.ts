import { makeProperty, propertiesNamed, withProperties, type Component } from "../../icalendar/component.ts";
import { escapeText, splitTextList, textValue } from "../../icalendar/text.ts";
import type { Id, Location } from "../types.ts";
import { readCoordinates, writeCoordinates } from "./coordinates.ts";
import { withText } from "./edit-property.ts";
import { keyedComponents } from "./keyed-components.ts";
import { readLinks, writeLinks } from "./links.ts";

const typesOf = (component: Component): string[] =>
  propertiesNamed(component, "LOCATION-TYPE").flatMap(({ value }) =>
    splitTextList(value).filter((type) => type !== ""),
  );

/** A location as a VLOCATION describes it (RFC 9073 §7.2). */
export function readVlocation(component: Component): Location {
  const name = textValue(component, "NAME");
  const coordinates = readCoordinates(component);
  const types = typesOf(component);
  return {
    "@type": "Location",
    ...(name !== undefined && { name }),
    ...(types.length > 0 && { locationTypes: Object.fromEntries(types.map((type) => [type, true])) }),
    ...(coordinates !== undefined && { coordinates }),
    ...readLinks(component),
  };
}

function withTypes(component: Component, { locationTypes = {} }: Location): Component {
  const wanted = Object.keys(locationTypes).filter((type) => locationTypes[type]);
  if (wanted.toSorted().join() === typesOf(component).toSorted().join()) return component;
  const others = component.properties.filter(({ name }) => name !== "LOCATION-TYPE");
  const line = makeProperty("LOCATION-TYPE", wanted.map(escapeText).join(","));
  return withProperties(component, wanted.length > 0 ? [...others, line] : others);
}

/** Writes a location into a VLOCATION; properties that JSCalendar does not know stay. */
export function writeVlocation(component: Component, location: Location): Component {
  const named = withText(component, "NAME", location.name);
  const placed = writeCoordinates(withTypes(named, location), location.coordinates);
  return JSON.stringify(readLinks(placed).links ?? {}) === JSON.stringify(location.links ?? {})
    ? placed
    : writeLinks(placed, location.links ?? {});
}

/** The VLOCATIONs of a component with their keys. */
export const keyedVlocations = (component: Component): readonly (readonly [Id, Component])[] =>
  keyedComponents(component, "VLOCATION", (vlocation) => JSON.stringify(readVlocation(vlocation)));
