import {
  firstProperty,
  parameterValue,
  withoutProperties,
  withProperty,
  type Component,
  type Property,
} from "../../icalendar/component.ts";
import { unescapeText } from "../../icalendar/text.ts";
import type { Converter } from "./converter.ts";
import { isGeo, readGeo, writeGeo } from "./coordinates.ts";
import { isDerived, withParameter, withText } from "./edit-property.ts";
import { derivedId, isId } from "./keyed-properties.ts";
import { withKeyedComponents } from "./keyed-components.ts";
import type { Id, Item, Location } from "../types.ts";
import { keyedVlocations, readVlocation, writeVlocation } from "./vlocation.ts";

function keyOf(property: Property | undefined): Id {
  const own = property && parameterValue(property, "JSID");
  return own !== undefined && isId(own) ? own : derivedId(property?.value ?? "");
}

type Keyed = readonly [Id, Location];

/** The locations of all VLOCATIONs. */
const readAll = (component: Component): readonly Keyed[] =>
  keyedVlocations(component).map(([key, vlocation]) => [key, readVlocation(vlocation)]);

/**
 * The VLOCATION that a derived LOCATION repeats. A LOCATION that repeats none of them was overwritten by a client
 * that doesn't know DERIVED, and counts as written by hand.
 */
function repeatedBy(component: Component, all: readonly Keyed[]): Id | undefined {
  const property = firstProperty(component, "LOCATION");
  if (!property || !isDerived(property)) return undefined;
  return all.find(([, { name }]) => name === unescapeText(property.value))?.[0];
}

/** The one location that LOCATION and GEO describe. */
function readOwn(component: Component, all: readonly Keyed[]): Keyed | undefined {
  const property =
    repeatedBy(component, all) === undefined ? firstProperty(component, "LOCATION") : undefined;
  const coordinates = readGeo(component);
  const name = property && unescapeText(property.value);
  if (!name && coordinates === undefined) return undefined;
  const key = keyOf(name ? property : firstProperty(component, "GEO"));
  return [
    all.some(([other]) => other === key) ? `${key}-2` : key,
    { "@type": "Location", ...(name && { name }), ...(coordinates !== undefined && { coordinates }) },
  ];
}

function withKey(component: Component, name: string, key: Id): Component {
  const property = firstProperty(component, name);
  if (!property || keyOf(property) === key) return component;
  const derived = derivedId(property.value) === key;
  return withProperty(component, withParameter(property, "JSID", derived ? undefined : key));
}

/** Whether LOCATION and GEO can express a whole location. */
const isSimple = (location: Location): boolean =>
  Object.keys(location.locationTypes ?? {}).length === 0 &&
  Object.keys(location.links ?? {}).length === 0 &&
  isGeo(location.coordinates);

/**
 * The location that LOCATION shows: the main one, the one that it shows already, or the first without a VLOCATION.
 */
function mainOf(component: Component, item: Item): Id | undefined {
  const wanted = item.locations ?? {};
  const all = readAll(component);
  const shown = readOwn(component, all)?.[0] ?? repeatedBy(component, all);
  const known = new Set(all.map(([key]) => key));
  const candidates = [item.mainLocationId, shown, Object.keys(wanted).find((key) => !known.has(key))];
  return candidates.find((key) => key !== undefined && Object.hasOwn(wanted, key));
}

/** Writes LOCATION and GEO of a location: as its only record, or derived from its VLOCATION. */
function withMain(component: Component, main: Location | undefined, derived: boolean): Component {
  const named = withText(component, "LOCATION", main?.name);
  // Apple's structured copy would still show the old place.
  const moved = named === component ? component : withoutProperties(named, "X-APPLE-STRUCTURED-LOCATION");
  const property = firstProperty(moved, "LOCATION");
  const marked = property
    ? withProperty(moved, withParameter(property, "DERIVED", derived ? "TRUE" : undefined))
    : moved;
  return writeGeo(marked, isGeo(main?.coordinates) ? main?.coordinates : undefined, derived);
}

/**
 * LOCATION with GEO for the main location if they can express it, VLOCATION (RFC 9073) for the others. A main
 * location with more properties has a VLOCATION too, and LOCATION repeats it for the many clients that read nothing
 * else.
 */
export const locations: Converter = {
  names: ["locations", "mainLocationId"],
  carries: ["mainLocationId"],
  read(component) {
    const all = readAll(component);
    const own = readOwn(component, all);
    const main = own?.[0] ?? repeatedBy(component, all);
    const found = own ? [own, ...all] : all;
    return {
      ...(found.length > 0 && { locations: Object.fromEntries(found) }),
      ...(main !== undefined && found.length > 1 && { mainLocationId: main }),
    };
  },
  write(component, item) {
    const wanted = item.locations ?? {};
    const known = keyedVlocations(component);
    const key = mainOf(component, item);
    const main = key === undefined ? undefined : wanted[key];
    const isOwn = main !== undefined && isSimple(main) && !known.some(([other]) => other === key);
    const { [isOwn ? (key ?? "") : ""]: _own, ...rest } = wanted;
    const placed = withKeyedComponents(component, known, rest, "VLOCATION", writeVlocation);
    const shown = withMain(placed, main, main !== undefined && !isOwn);
    return isOwn && key !== undefined ? withKey(shown, main.name ? "LOCATION" : "GEO", key) : shown;
  },
};
