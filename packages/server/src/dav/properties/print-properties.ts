import type { Resource } from "../resource.ts";
import { propstat, response } from "../xml/multistatus.ts";
import { keyOf } from "../xml/names.ts";
import type { XmlName } from "../xml/names.ts";
import type { PropertyRequest } from "../xml/requests/property-request.ts";
import { tagsOf, wrap } from "../xml/write-xml.ts";
import type { PropertyView } from "./live-property.ts";
import { LIVE_PROPERTIES, livePropertyOf } from "./registry.ts";

/** Writes one resource as a `DAV:response`; `href` where it differs from the resource's own. */
export type ResponsePrinter = (resource: Resource, href?: string) => string;

/** A property that only a report has, such as calendar-data; its value as XML. */
export interface ReportProperty {
  readonly name: XmlName;
  readonly get: (resource: Resource) => string | undefined;
}

interface PrinterOptions {
  /** leave out what was not found (RFC 8144 §2.1) */
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
      return (resource, href = resource.href) => response(href, found(namesOf(resource, view)));
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

function printAll(include: readonly XmlName[], view: PropertyView, options: PrinterOptions): ResponsePrinter {
  const asked = new Set(include.map(keyOf));
  const names = LIVE_PROPERTIES.filter(({ inAllprop }) => inAllprop).map(({ name }) => name);
  const covered = new Set(names.map(keyOf));
  const lookups = [
    ...names.map((name) => ({ name, isOptional: true })),
    ...include.filter((name) => !covered.has(keyOf(name))).map((name) => ({ name, isOptional: false })),
  ].map(({ name, isOptional }) => ({ ...lookup(name, view, options.extra), isOptional }));
  return (resource, href = resource.href) => {
    const dead = deadOf(resource);
    const others = Object.keys(dead)
      .filter((key) => !asked.has(key))
      .map((key) => dead[key])
      .join("");
    return print(resource, href, lookups, options, others);
  };
}

function printSome(names: readonly XmlName[], view: PropertyView, options: PrinterOptions): ResponsePrinter {
  const lookups = names.map((name) => ({
    ...lookup(name, view, options.extra),
    isOptional: options.isMinimal ?? false,
  }));
  return (resource, href = resource.href) => print(resource, href, lookups, options, "");
}

interface Lookup {
  /** the property with its value as XML */
  readonly find: (resource: Resource) => string | undefined;
  readonly missing: string;
}

function lookup(name: XmlName, view: PropertyView, extra: ReportProperty | undefined): Lookup {
  const key = keyOf(name);
  const [open, close] = tagsOf(name);
  const missing = wrap(name, "");
  const live = livePropertyOf(key);
  const get =
    extra && keyOf(extra.name) === key
      ? extra.get
      : live && ((resource: Resource) => live.get(resource, view));
  if (!get) return { find: (resource) => deadOf(resource)[key], missing };
  const find = (resource: Resource): string | undefined => {
    const value = get(resource);
    return value === undefined ? undefined : value === "" ? missing : open + value + close;
  };
  return { find, missing };
}

function print(
  resource: Resource,
  href: string,
  lookups: readonly (Lookup & { readonly isOptional: boolean })[],
  options: PrinterOptions,
  others: string,
): string {
  let values = "";
  let missing = "";
  for (const { find, missing: empty, isOptional } of lookups) {
    const value = find(resource);
    if (value !== undefined) values += value;
    else if (!isOptional && !options.isMinimal) missing += empty;
  }
  const properties = values + others;
  const notFound = missing === "" ? "" : propstat({ status: 404, properties: missing });
  return response(href, (properties === "" ? "" : found(properties)) + notFound);
}

const found = (properties: string): string => propstat({ status: 200, properties });

const NONE: Readonly<Record<string, string>> = {};
const deadOf = (resource: Resource): Readonly<Record<string, string>> =>
  resource.kind === "calendar" ? resource.grant.calendar.deadProperties : NONE;

function emptyDead(key: string): string {
  const end = key.indexOf("}");
  return wrap({ ns: key.slice(1, end), name: key.slice(end + 1) }, "");
}
