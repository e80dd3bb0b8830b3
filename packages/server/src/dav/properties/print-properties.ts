import type { Resource } from "../resource.ts";
import { foundProperties, propstat, response } from "../xml/multistatus.ts";
import { keyOf, type XmlName } from "../xml/names.ts";
import type { PropertyRequest } from "../xml/requests/property-request.ts";
import { tagsOf, wrap } from "../xml/write-xml.ts";
import type { PropertyView } from "./live-property.ts";
import { LIVE_PROPERTIES, livePropertyOf } from "./registry.ts";

/** Writes one resource as a `DAV:response`; `href` if it differs from the resource's own. */
export type ResponsePrinter = (resource: Resource, href?: string) => string;

/** A property that only a report has, such as calendar-data; its value as XML. */
export interface ReportProperty {
  readonly name: XmlName;
  readonly get: (resource: Resource) => string | undefined;
}

interface PrinterOptions {
  /** leave out missing properties (RFC 8144 §2.1) */
  readonly isMinimal?: boolean;
  readonly extra?: ReportProperty;
}

/** Prepares a request once, so that printing many resources only asks each property for its value. */
export function makePrinter(
  request: PropertyRequest,
  view: PropertyView,
  options: PrinterOptions = {},
): ResponsePrinter {
  switch (request.kind) {
    case "names":
      return (resource, href = resource.href) => response(href, foundProperties(namesOf(resource, view)));
    case "all":
      return printAll(request.include, view, options);
    case "some":
      return printSome(request.names, view, options);
  }
}

function namesOf(resource: Resource, view: PropertyView): string {
  const live = LIVE_PROPERTIES.filter((property) => property.get(resource, view) !== undefined);
  return (
    live.map(({ name }) => wrap(name, "")).join("") + Object.keys(deadOf(resource)).map(emptyDead).join("")
  );
}

/**
 * Everything that allprop covers and the dead properties, without a status for missing ones; properties in `include`
 * are treated as requested.
 */
function printAll(include: readonly XmlName[], view: PropertyView, options: PrinterOptions): ResponsePrinter {
  const names = LIVE_PROPERTIES.filter(({ inAllprop }) => inAllprop).map(({ name }) => name);
  const covered = new Set(names.map(keyOf));
  const more = include.filter((name) => !covered.has(keyOf(name)));
  const asked = new Set(more.map(keyOf));
  const base = names.map((name) => lookup(name, view, options));
  const included = more.map((name) => lookup(name, view, options));
  return (resource, href = resource.href) => {
    const live = base.map(({ find }) => find(resource) ?? "").join("");
    const dead = Object.entries(deadOf(resource)).filter(([key]) => !asked.has(key));
    return print(resource, href, included, options, live + dead.map(([, xml]) => xml).join(""));
  };
}

function printSome(names: readonly XmlName[], view: PropertyView, options: PrinterOptions): ResponsePrinter {
  const lookups = names.map((name) => lookup(name, view, options));
  return (resource, href = resource.href) => print(resource, href, lookups, options);
}

interface Lookup {
  /** the property with its value as XML */
  readonly find: (resource: Resource) => string | undefined;
  /** the property as an empty element */
  readonly empty: string;
}

function lookup(name: XmlName, view: PropertyView, { extra }: PrinterOptions): Lookup {
  const key = keyOf(name);
  const [open, close] = tagsOf(name);
  const empty = wrap(name, "");
  const live = livePropertyOf(key);
  const isExtra = extra !== undefined && keyOf(extra.name) === key;
  const get = isExtra ? extra.get : live && ((resource: Resource) => live.get(resource, view));
  if (!get) return { find: (resource) => deadOf(resource)[key], empty };
  const find = (resource: Resource): string | undefined => {
    const value = get(resource);
    return value === "" ? empty : value && open + value + close;
  };
  return { find, empty };
}

/** @param known XML of properties that every resource has */
function print(
  resource: Resource,
  href: string,
  lookups: readonly Lookup[],
  { isMinimal = false }: PrinterOptions,
  known = "",
): string {
  let values = known;
  let missing = "";
  for (const { find, empty } of lookups) {
    const value = find(resource);
    if (value !== undefined) values += value;
    else if (!isMinimal) missing += empty;
  }
  const notFound = missing === "" ? "" : propstat({ status: 404, properties: missing });
  return response(href, (values === "" ? "" : foundProperties(values)) + notFound);
}

const NONE: Readonly<Record<string, string>> = {};
function deadOf(resource: Resource): Readonly<Record<string, string>> {
  if (resource.kind === "calendar") return resource.grant.calendar.deadProperties;
  return resource.kind === "object" ? (resource.deadProperties ?? NONE) : NONE;
}

function emptyDead(key: string): string {
  const end = key.indexOf("}");
  return wrap({ ns: key.slice(1, end), name: key.slice(end + 1) }, "");
}
