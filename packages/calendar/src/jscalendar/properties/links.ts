import { managedIdOf } from "../../icalendar/managed-attachment.ts";
import { makeProperty, parameterValue, type Component, type Property } from "../../icalendar/component.ts";
import type { Converter } from "./converter.ts";
import { lowerSet, withParameter, withValue } from "./edit-property.ts";
import { isId, keyedProperties, withKeyedProperties } from "./keyed-properties.ts";
import type { Id, Link } from "../types.ts";

/** The relation that a property implies; LINK names its relation (RFC 9253 §8.1). */
const RELATIONS: Readonly<Record<string, string | undefined>> = {
  ATTACH: "enclosure",
  URL: "describedby",
  IMAGE: "icon",
  LINK: undefined,
};

const valueType = (property: Property): string | undefined =>
  parameterValue(property, "VALUE")?.toUpperCase();

/** JSCalendar has no place for a LINK to a UID or into an XML document. */
const isLink = (property: Property): boolean =>
  Object.hasOwn(RELATIONS, property.name) &&
  (property.name !== "LINK" || (valueType(property) ?? "URI") === "URI");

function hrefOf(property: Property): string {
  if (valueType(property) !== "BINARY") return property.value;
  return `data:${parameterValue(property, "FMTTYPE") ?? "application/octet-stream"};base64,${property.value}`;
}

const relOf = (property: Property): string | undefined =>
  property.name === "LINK" ? parameterValue(property, "LINKREL") : RELATIONS[property.name];

/** Files have a file name, other links a label. */
const titleParameter = ({ name }: Property): string =>
  name === "ATTACH" || name === "IMAGE" ? "FILENAME" : "LABEL";

function readLink(property: Property): Link {
  const title = parameterValue(property, titleParameter(property)) ?? parameterValue(property, "X-FILENAME");
  const contentType = parameterValue(property, "FMTTYPE");
  const size = Number.parseInt(parameterValue(property, "SIZE") ?? "", 10);
  const rel = relOf(property);
  // An attachment that the server manages for CalDAV clients is a blob for JMAP clients (JMAP Calendars,
  // "Attachments").
  const blobId = managedIdOf(property);
  const display = property.parameters.find(({ name }) => name === "DISPLAY")?.values ?? [];
  return {
    "@type": "Link",
    href: hrefOf(property),
    ...(blobId !== undefined && isId(blobId) && { blobId }),
    ...(rel !== undefined && { rel }),
    ...(contentType !== undefined && { contentType }),
    ...(title !== undefined && { title }),
    ...(size >= 0 && { size }),
    ...(display.length > 0 && { display: lowerSet(display) }),
  };
}

/** Which property a link becomes; there can be only one URL, so a second description is a LINK. */
function propertyName({ rel }: Link, hasUrl: boolean): string {
  if (rel === "enclosure") return "ATTACH";
  if (rel === "icon") return "IMAGE";
  return rel === "describedby" && !hasUrl ? "URL" : "LINK";
}

function newProperty(name: string, { href = "", rel }: Link): Property {
  if (name === "IMAGE") return makeProperty(name, href, { VALUE: "URI" });
  if (name !== "LINK") return makeProperty(name, href);
  return makeProperty(name, href, { VALUE: "URI", ...(rel !== undefined && { LINKREL: rel }) });
}

/** The property of a link, based on the existing one as long as it is the same link. */
function writeLink(link: Link, existing: Property | undefined, hasUrl: boolean): Property | undefined {
  const { href } = link;
  // A blob without a URL can't be written.
  if (href === undefined) return undefined;
  const isSame = existing && relOf(existing) === link.rel && hrefOf(existing) === href;
  const base = isSame ? existing : newProperty(propertyName(link, hasUrl), link);
  const old = isSame ? readLink(existing) : undefined;
  const wanted: readonly (readonly [keyof Link, string, string | readonly string[] | undefined])[] = [
    ["contentType", "FMTTYPE", link.contentType],
    ["title", titleParameter(base), link.title],
    ["size", "SIZE", link.size?.toString()],
    ["display", "DISPLAY", Object.keys(link.display ?? {}).map((word) => word.toUpperCase())],
  ];
  return wanted.reduce(
    (result, [name, parameter, value]) =>
      JSON.stringify(old?.[name]) === JSON.stringify(link[name])
        ? result
        : withParameter(result, parameter, value),
    isSame ? base : withValue(base, href),
  );
}

/** The links of a component: ATTACH, URL, IMAGE and LINK. */
export function readLinks(component: Component): { readonly links?: Readonly<Record<Id, Link>> } {
  const all = keyedProperties(component.properties.filter(isLink));
  return all.length > 0 ? { links: Object.fromEntries(all.map(([key, p]) => [key, readLink(p)])) } : {};
}

/** Writes exactly these links. */
export function writeLinks(component: Component, wanted: Readonly<Record<Id, Link>>): Component {
  const keys = keyedProperties(component.properties.filter(isLink));
  const isKept = ([key, property]: readonly [Id, Property]): boolean =>
    property.name === "URL" && wanted[key]?.rel === "describedby" && wanted[key].href === property.value;
  let hasUrl = keys.some(isKept);
  return withKeyedProperties(component, wanted, {
    isMine: isLink,
    write: (link, existing) => {
      const written = writeLink(link, existing, hasUrl);
      hasUrl ||= written?.name === "URL";
      return written;
    },
  });
}

/** ATTACH, URL, IMAGE and LINK. */
export const links: Converter = {
  names: ["links"],
  read: readLinks,
  write: (component, item) => writeLinks(component, item.links ?? {}),
};
