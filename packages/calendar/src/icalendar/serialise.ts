import type { Component } from "./component.ts";
import { formatContentLine } from "./content-line.ts";

/** Writes a component as iCalendar text: CRLF line ends, lines folded at 75 octets of UTF-8 (RFC 5545 §3.1). */
export function serialiseICalendar(component: Component): string {
  const name = component.written ?? component.name;
  let text = `BEGIN:${name}\r\n`;
  for (const property of component.properties) text += foldLine(formatContentLine(property));
  for (const inner of component.components) text += serialiseICalendar(inner);
  return `${text}END:${name}\r\n`;
}

const MAX_OCTETS = 75;
/** ASCII without line breaks: every character one octet, and nothing to escape. */
const PLAIN = /^[\t\x20-\x7f]*$/;

/** Folds a content line and ends it. A line break inside would let a value write lines of its own, so it is escaped. */
function foldLine(line: string): string {
  if (!PLAIN.test(line)) return foldUnicode(line.replace(/\r\n?|\n/g, "\\n"));
  return line.length <= MAX_OCTETS ? `${line}\r\n` : foldAscii(line);
}

function foldAscii(line: string): string {
  let text = line.slice(0, MAX_OCTETS);
  for (let start = MAX_OCTETS; start < line.length; start += MAX_OCTETS - 1)
    text += `\r\n ${line.slice(start, start + MAX_OCTETS - 1)}`;
  return `${text}\r\n`;
}

function foldUnicode(line: string): string {
  let text = "";
  let start = 0;
  let octets = 0;
  for (let index = 0; index < line.length;) {
    const code = line.codePointAt(index) as number;
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (octets + size > MAX_OCTETS) {
      text += `${line.slice(start, index)}\r\n `;
      start = index;
      octets = 1;
    }
    octets += size;
    index += code < 0x10000 ? 1 : 2;
  }
  return `${text}${line.slice(start)}\r\n`;
}
