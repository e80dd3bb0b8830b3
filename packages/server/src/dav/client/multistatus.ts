import { childNamed, childrenNamed, isNamed, textOf, type XmlElement } from "../xml/element.ts";
import { dav, type XmlName } from "../xml/names.ts";
import { parseXml } from "../xml/parse-xml.ts";

/** What another server says about one of its resources. */
export interface ToldResource {
  /** as written there */
  readonly href: string;
  /** The element of a property that it has, undefined for one that it hasn't. */
  readonly property: (name: XmlName) => XmlElement | undefined;
  /** it says that there is no such resource */
  readonly isGone: boolean;
}

/** An answer is bounded in bytes; these are as many as fit into them. */
const LIMITS = { maxDepth: 64, maxNodes: 2_000_000 };

/**
 * Reads a multistatus (RFC 4918 §14.16) of another server.
 * @returns undefined for anything else, such as a page for signing in, and for what is cut off or has a document type
 */
export function readMultistatus(content: Uint8Array): readonly ToldResource[] | undefined {
  const parsed = parseXml(new TextDecoder().decode(content).replace(/^\uFEFF/, ""), LIMITS);
  if (!parsed.ok || !isNamed(parsed.value, dav("multistatus"))) return undefined;
  return childrenNamed(parsed.value, dav("response")).flatMap((response) => {
    const href = childNamed(response, dav("href"));
    return href ? [told(textOf(href).trim(), response)] : [];
  });
}

function told(href: string, response: XmlElement): ToldResource {
  const props = childrenNamed(response, dav("propstat"))
    .filter((propstat) => statusOf(propstat) === 200)
    .flatMap((propstat) => childNamed(propstat, dav("prop")) ?? []);
  const property = (name: XmlName): XmlElement | undefined =>
    props.flatMap((prop) => childNamed(prop, name) ?? [])[0];
  return { href, property, isGone: (statusOf(response) ?? 200) >= 400 };
}

function statusOf(element: XmlElement): number | undefined {
  const status = childNamed(element, dav("status"));
  const code = status && /^HTTP\/\S+\s+(\d{3})/.exec(textOf(status).trim())?.[1];
  return code === undefined ? undefined : Number(code);
}
