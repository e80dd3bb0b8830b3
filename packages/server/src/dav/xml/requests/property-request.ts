import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { refuseWith, type Refusal } from "../../preconditions.ts";
import { childNamed, elementsOf, isNamed, namesIn, type XmlElement } from "../element.ts";
import { caldav, dav, type XmlName } from "../names.ts";

/** Which properties a client asks for (RFC 4918 §9.1). */
export type PropertyRequest =
  | { readonly kind: "names" }
  | { readonly kind: "all"; readonly include: readonly XmlName[] }
  | { readonly kind: "some"; readonly names: readonly XmlName[] };

export const ALL_PROPERTIES: PropertyRequest = { kind: "all", include: [] };

/** One of these is meant, never two (RFC 4918 §14.20, RFC 4791 §9.5). */
const WISHES = [dav("prop"), dav("allprop"), dav("propname")];

/**
 * Reads the `prop`, `allprop` or `propname` inside a propfind or report.
 * @returns undefined if there is none; 400 if there are several, which contradict each other
 */
export function readPropertyRequest(element: XmlElement): Result<PropertyRequest | undefined, Refusal> {
  const wishes = elementsOf(element).filter((child) => WISHES.some((name) => isNamed(child, name)));
  return wishes.length > 1
    ? failed(refuseWith(400, `A ${element.name} has one of prop, allprop and propname.`))
    : ok(wishIn(element));
}

function wishIn(element: XmlElement): PropertyRequest | undefined {
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
