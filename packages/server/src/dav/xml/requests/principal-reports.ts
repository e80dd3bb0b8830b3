import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { refuseWith, type Refusal } from "../../preconditions.ts";
import { attributeOf, childNamed, childrenNamed, namesIn, textOf, type XmlElement } from "../element.ts";
import { DAV, dav, type XmlName } from "../names.ts";
import { readPropertyRequest, type PropertyRequest } from "./property-request.ts";

/** A property whose hrefs are to be followed, with the properties to read at their targets (RFC 3253 §3.8). */
export interface ExpandedProperty extends XmlName {
  readonly inside: readonly ExpandedProperty[];
}

/** Reads a DAV:expand-property. */
export const readExpandProperty = (element: XmlElement): readonly ExpandedProperty[] =>
  childrenNamed(element, dav("property")).map((property) => ({
    ns: attributeOf(property, "namespace") ?? DAV,
    name: attributeOf(property, "name") ?? "",
    inside: readExpandProperty(property),
  }));

export interface PropertySearch {
  readonly names: readonly XmlName[];
  readonly text: string;
  readonly match: "contains" | "starts-with" | "ends-with" | "equals";
}

/** RFC 3744 §9.4 */
export interface PrincipalSearch {
  readonly searches: readonly PropertySearch[];
  /** all searches have to match, or any of them */
  readonly test: "all" | "any";
  readonly properties: PropertyRequest;
}

const NONE: PropertyRequest = { kind: "some", names: [] };

const MATCHES = ["contains", "starts-with", "ends-with", "equals"] as const;
const MAX_SEARCHES = 20;

/** Reads a DAV:principal-property-search; without a property-search, it is for everybody. `match-type` and `test` are calendarserver's, which Apple's clients send. */
export function readPrincipalSearch(element: XmlElement): Result<PrincipalSearch, Refusal> {
  const searches = childrenNamed(element, dav("property-search")).map(readSearch);
  if (searches.length > MAX_SEARCHES) {
    return failed(
      refuseWith(400, `A principal-property-search holds at most ${MAX_SEARCHES} property-searches.`),
    );
  }
  const properties = readPropertyRequest(element);
  if (!properties.ok) return properties;
  return ok({
    searches,
    properties: properties.value ?? NONE,
    test: attributeOf(element, "test") === "anyof" ? "any" : "all",
  });
}

function readSearch(element: XmlElement): PropertySearch {
  const prop = childNamed(element, dav("prop"));
  const match = childNamed(element, dav("match"));
  const type = match && attributeOf(match, "match-type");
  return {
    names: prop ? namesIn(prop) : [],
    text: match ? textOf(match).trim() : "",
    match: MATCHES.find((known) => known === type) ?? "contains",
  };
}

/** RFC 3744 §9.3: for principals themselves, or for what they own */
export interface PrincipalMatch {
  readonly match: "self" | "owner";
  readonly properties: PropertyRequest;
}

/** Reads a DAV:principal-match (RFC 3744 §9.3). */
export function readPrincipalMatch(element: XmlElement): Result<PrincipalMatch, Refusal> {
  const property = childNamed(element, dav("principal-property"));
  const isOwner = property !== undefined && childNamed(property, dav("owner")) !== undefined;
  const isSelf = childNamed(element, dav("self")) !== undefined;
  const properties = readPropertyRequest(element);
  if (!properties.ok) return properties;
  if (!isSelf && !isOwner)
    return failed(refuseWith(403, "principal-match is for DAV:self or for the property DAV:owner."));
  return ok({ match: isSelf ? "self" : "owner", properties: properties.value ?? NONE });
}

/** Reads the properties that a DAV:acl-principal-prop-set asks for (RFC 3744 §9.2); there may be none. */
export function readAclPrincipals(element: XmlElement): Result<PropertyRequest, Refusal> {
  const properties = readPropertyRequest(element);
  return properties.ok ? ok(properties.value ?? NONE) : properties;
}
