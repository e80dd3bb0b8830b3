import { childNamed, namesIn, type XmlElement } from "../element.ts";
import { caldav, dav, type XmlName } from "../names.ts";

/** Which properties a client asks for (RFC 4918 §9.1). */
export type PropertyRequest =
  | { readonly kind: "names" }
  | { readonly kind: "all"; readonly include: readonly XmlName[] }
  | { readonly kind: "some"; readonly names: readonly XmlName[] };

export const ALL_PROPERTIES: PropertyRequest = { kind: "all", include: [] };

/** Reads the `prop`, `allprop` or `propname` inside a propfind or report; undefined if there is none. */
export function readPropertyRequest(element: XmlElement): PropertyRequest | undefined {
  const prop = childNamed(element, dav("prop"));
  if (prop) return { kind: "some", names: namesIn(prop) };
  if (childNamed(element, dav("propname"))) return { kind: "names" };
  if (!childNamed(element, dav("allprop"))) return undefined;
  const include = childNamed(element, dav("include"));
  return { kind: "all", include: include ? namesIn(include) : [] };
}

/** The `calendar-data` element among the properties asked for. */
export function calendarDataIn(element: XmlElement): XmlElement | undefined {
  const prop = childNamed(element, dav("prop"));
  return prop && childNamed(prop, caldav("calendar-data"));
}
