import { makeProperty, parameterValue } from "../../icalendar/component.ts";
import type { Property } from "../../icalendar/component.ts";
import type { Converter } from "./converter.ts";
import { withParameter, withValue } from "./edit-property.ts";
import { keyedProperties, withKeyedProperties } from "./keyed-properties.ts";
import type { Link } from "../types.ts";

/** The relation that a property stands for; JSCalendar tells the three apart by it. */
const RELATIONS: Readonly<Record<string, string>> = {
  ATTACH: "enclosure",
  URL: "describedby",
  IMAGE: "icon",
};
const PROPERTIES = new Map(Object.entries(RELATIONS).map(([name, rel]) => [rel, name]));

const isLink = ({ name }: Property): boolean => Object.hasOwn(RELATIONS, name);

function hrefOf(property: Property): string {
  if (parameterValue(property, "VALUE")?.toUpperCase() !== "BINARY") return property.value;
  return `data:${parameterValue(property, "FMTTYPE") ?? "application/octet-stream"};base64,${property.value}`;
}

function readLink(property: Property): Link {
  const title = parameterValue(property, "FILENAME") ?? parameterValue(property, "X-FILENAME");
  const contentType = parameterValue(property, "FMTTYPE");
  const size = Number.parseInt(parameterValue(property, "SIZE") ?? "", 10);
  return {
    "@type": "Link",
    href: hrefOf(property),
    rel: RELATIONS[property.name] ?? "enclosure",
    ...(contentType !== undefined && { contentType }),
    ...(title !== undefined && { title }),
    ...(size >= 0 && { size }),
  };
}

/** A link without an address (a blob that the server has not resolved) or of another relation is not written. */
function writeLink(link: Link, existing: Property | undefined): Property | undefined {
  const name = PROPERTIES.get(link.rel ?? "enclosure");
  if (link.href === undefined || name === undefined) return undefined;
  if (existing && existing.name !== name) return undefined;
  const base = existing ?? makeProperty(name, link.href, name === "IMAGE" ? { VALUE: "URI" } : {});
  if (existing && hrefOf(existing) !== link.href) return writeLink(link, undefined);
  const old = existing && readLink(existing);
  const valued = existing ? base : withValue(base, link.href);
  const typed =
    old?.contentType === link.contentType ? valued : withParameter(valued, "FMTTYPE", link.contentType);
  const titled = old?.title === link.title ? typed : withParameter(typed, "FILENAME", link.title);
  return old?.size === link.size ? titled : withParameter(titled, "SIZE", link.size?.toString());
}

/** ATTACH, URL and IMAGE. */
export const links: Converter = {
  names: ["links"],
  read(component) {
    const all = keyedProperties(component.properties.filter(isLink));
    return all.length > 0 ? { links: Object.fromEntries(all.map(([key, p]) => [key, readLink(p)])) } : {};
  },
  write: (component, item) =>
    withKeyedProperties(component, item.links ?? {}, { isMine: isLink, write: writeLink }),
};
