import type { Component, Property } from "./component.ts";
import { formatParameters } from "./parameter.ts";

/** Writes a component as iCalendar text: CRLF line ends, lines folded at 75 octets of UTF-8 (RFC 5545 §3.1). */
export function serialiseICalendar(component: Component): string {
  const name = component.written ?? component.name;
  let text = `BEGIN:${name}\r\n`;
  for (const property of component.properties) text += formatProperty(property);
  for (const inner of component.components) text += serialiseICalendar(inner);
  return `${text}END:${name}\r\n`;
}

const MAX_OCTETS = 75;
/** A character of more than one octet, or one to escape. */
const SPECIAL = /[^\t\x20-\x7f]/;

function formatProperty({ name, written, parameters, value }: Property): string {
  const head = (written ?? name) + formatParameters(parameters);
  const isShort = head.length + value.length < MAX_OCTETS;
  if (!SPECIAL.test(value) && !SPECIAL.test(head))
    return isShort ? `${head}:${value}\r\n` : foldAscii(`${head}:${value}`);
  return foldUnicode(`${head}:${value}`);
}

function foldAscii(line: string): string {
  let text = line.slice(0, MAX_OCTETS);
  for (let start = MAX_OCTETS; start < line.length; start += MAX_OCTETS - 1)
    text += `\r\n ${line.slice(start, start + MAX_OCTETS - 1)}`;
  return `${text}\r\n`;
}

/** Folds between characters. A line break inside would let a value write lines of its own, so it is escaped. */
function foldUnicode(unsafe: string): string {
  const line = /[\r\n]/.test(unsafe) ? unsafe.replace(/\r\n?|\n/g, "\\n") : unsafe;
  let text = "";
  let start = 0;
  let octets = 0;
  for (let index = 0; index < line.length;) {
    const code = line.charCodeAt(index);
    const isPair = code >= 0xd800 && code <= 0xdbff && isLowSurrogate(line.charCodeAt(index + 1));
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : isPair ? 4 : 3;
    octets += size;
    if (octets > MAX_OCTETS) {
      text += `${line.slice(start, index)}\r\n `;
      start = index;
      octets = 1 + size;
    }
    index += isPair ? 2 : 1;
  }
  return start === 0 ? `${line}\r\n` : `${text}${line.slice(start)}\r\n`;
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;
