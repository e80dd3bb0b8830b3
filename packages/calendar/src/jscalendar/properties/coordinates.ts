import {
  firstProperty,
  makeProperty,
  withoutProperties,
  withProperty,
  type Component,
} from "../../icalendar/component.ts";
import { isDerived, withParameter, withRaw } from "./edit-property.ts";

const GEO_URI = /^geo:(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/i;

/**
 * GEO as a `geo:` URI (RFC 5870), which separates the numbers with a comma; undefined if GEO is absent or derived.
 */
export function readGeo(component: Component): string | undefined {
  const property = firstProperty(component, "GEO");
  const uri = `geo:${property?.value.replace(";", ",").replace(/\s|\+/g, "") ?? ""}`;
  return property && !isDerived(property) && GEO_URI.test(uri) ? uri : undefined;
}

/**
 * Whether GEO, a pair of numbers, can express the coordinates: no height, no other reference system, no uncertainty.
 */
export const isGeo = (coordinates: string | undefined): boolean =>
  coordinates === undefined || GEO_URI.test(coordinates);

/** Writes the coordinates as GEO; a GEO that others derived from another property is left alone. */
export function writeGeo(component: Component, coordinates: string | undefined, derived = false): Component {
  if (readGeo(component) === coordinates && !derived) return component;
  const match = GEO_URI.exec(coordinates ?? "");
  const placed = withRaw(component, "GEO", match ? `${match[1]};${match[2]}` : undefined);
  const geo = firstProperty(placed, "GEO");
  return geo ? withProperty(placed, withParameter(geo, "DERIVED", derived ? "TRUE" : undefined)) : placed;
}

/** The coordinates of a VLOCATION: COORDINATES, any `geo:` URI, or else its GEO. */
export const readCoordinates = (component: Component): string | undefined =>
  firstProperty(component, "COORDINATES")?.value.trim() ?? readGeo(component);

/** Writes the coordinates of a VLOCATION; a GEO that agrees stays. */
export function writeCoordinates(component: Component, coordinates: string | undefined): Component {
  if (readCoordinates(component) === coordinates) return component;
  const without = withoutProperties(component, "GEO");
  const existing = firstProperty(without, "COORDINATES");
  if (coordinates === undefined || existing) return withRaw(without, "COORDINATES", coordinates);
  return withProperty(without, makeProperty("COORDINATES", coordinates, { VALUE: "URI" }));
}
