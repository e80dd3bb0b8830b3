import { makeProperty, parameterValue, type Property } from "../../icalendar/component.ts";
import type { Converter } from "./converter.ts";
import { lowerSet, withParameter, withValue } from "./edit-property.ts";
import { keyedProperties, withKeyedProperties } from "./keyed-properties.ts";
import type { VirtualLocation } from "../types.ts";

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
