import type { XmlElement } from "./element.ts";
import { PREFIXES, type XmlName } from "./names.ts";

const MARKUP: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** What XML 1.0 §2.2 has no way to write. */
// eslint-disable-next-line no-control-regex -- that is what it is about
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

// eslint-disable-next-line no-control-regex -- as above; lone surrogates are found by isWellFormed
const FORBIDDEN_ALONE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
/** Anything that may have to be written otherwise. */
// eslint-disable-next-line no-control-regex -- as above
const UNUSUAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f&<>"\ud800-\udfff\ufffe\uffff]/;

/** Writes text for element content or an attribute in double quotes. Characters that XML cannot hold become U+FFFD. */
export function escapeXml(text: string): string {
  let written = text;
  // Most texts need nothing at all, and most others line ends only: to ask first takes half the time.
  if (UNUSUAL.test(text)) {
    if (!text.isWellFormed() || FORBIDDEN_ALONE.test(text)) written = written.replace(FORBIDDEN, "\ufffd");
    written = written.replace(/[&<>"]/g, (c) => MARKUP[c] ?? c);
  }
  // A bare carriage return would reach the client as a line feed (XML 1.0 §2.11), and iCalendar lines end in both.
  return written.includes("\r") ? written.replaceAll("\r", "&#13;") : written;
}

/** The opening and closing tag of a name; a namespace that no prefix stands for is declared on the spot. */
export function tagsOf({ ns, name }: XmlName): readonly [open: string, close: string] {
  const prefix = PREFIXES.get(ns);
  if (prefix !== undefined) return [`<${prefix}:${name}>`, `</${prefix}:${name}>`];
  return ns === "" ? [`<${name}>`, `</${name}>`] : [`<x:${name} xmlns:x="${escapeXml(ns)}">`, `</x:${name}>`];
}

/** `<name>content</name>`; content is XML already. */
export function wrap(name: XmlName, content: string): string {
  const [open, close] = tagsOf(name);
  return content === "" ? `${open.slice(0, -1)}/>` : `${open}${content}${close}`;
}

/** A `DAV:href` with an URL path. */
export const href = (path: string): string => `<d:href>${escapeXml(path)}</d:href>`;

/** Writes an element so that it means the same wherever it is put (RFC 4918 §4.3: values of dead properties are kept). */
export function writeElement(element: XmlElement, inherited = ""): string {
  const declaration = element.ns === inherited ? "" : ` xmlns="${escapeXml(element.ns)}"`;
  const open = `<${element.name}${declaration}${element.attributes.map(writeAttribute).join("")}`;
  const content = element.children
    .map((child) => (typeof child === "string" ? escapeXml(child) : writeElement(child, element.ns)))
    .join("");
  return content === "" ? `${open}/>` : `${open}>${content}</${element.name}>`;
}

const XML = "http://www.w3.org/XML/1998/namespace";

function writeAttribute({ ns, name, value }: XmlElement["attributes"][number], index: number): string {
  if (ns === "") return ` ${name}="${escapeXml(value)}"`;
  if (ns === XML) return ` xml:${name}="${escapeXml(value)}"`;
  return ` xmlns:n${index}="${escapeXml(ns)}" n${index}:${name}="${escapeXml(value)}"`;
}
