import type { Component, Property } from "./component.ts";
import { formatParameters } from "./parameter.ts";

/** Writes a component as iCalendar text: CRLF line ends, lines folded at 75 octets of UTF-8 (RFC 5545 §3.1). */
export function serialiseICalendar(component: Component): string {
  const lines: string[] = [];
  addLines(component, lines);
  lines.push("");
  return lines.join("\r\n");
}

function addLines(component: Component, lines: string[]): void {
  const name = component.written ?? component.name;
  lines.push(`BEGIN:${name}`);
  for (const property of component.properties) addLine(property, lines);
  for (const inner of component.components) addLines(inner, lines);
  lines.push(`END:${name}`);
}

const MAX_OCTETS = 75;
/** A character of more than one octet, or one to escape. */
const SPECIAL = /[^\t\x20-\x7f]/;

function addLine({ name, written, parameters, value }: Property, lines: string[]): void {
  const head = (written ?? name) + formatParameters(parameters);
  const line = `${head}:${value}`;
  if (SPECIAL.test(value) || SPECIAL.test(head)) addUnicode(line, lines);
  else if (line.length <= MAX_OCTETS) lines.push(line);
  else addAscii(line, lines);
}

function addAscii(line: string, lines: string[]): void {
  lines.push(line.slice(0, MAX_OCTETS));
  for (let start = MAX_OCTETS; start < line.length; start += MAX_OCTETS - 1)
    lines.push(` ${line.slice(start, start + MAX_OCTETS - 1)}`);
}

/** Folds between characters. A line break inside would let a value write lines of its own, so it is escaped. */
function addUnicode(unsafe: string, lines: string[]): void {
  const line = /[\r\n]/.test(unsafe) ? unsafe.replace(/\r\n?|\n/g, "\\n") : unsafe;
  let start = 0;
  let octets = 0;
  for (let index = 0; index < line.length;) {
    const code = line.charCodeAt(index);
    const isPair = code >= 0xd800 && code <= 0xdbff && isLowSurrogate(line.charCodeAt(index + 1));
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : isPair ? 4 : 3;
    octets += size;
    if (octets > MAX_OCTETS) {
      const piece = line.slice(start, index);
      lines.push(start === 0 ? piece : ` ${piece}`);
      start = index;
      octets = 1 + size;
    }
    index += isPair ? 2 : 1;
  }
  lines.push(start === 0 ? line : ` ${line.slice(start)}`);
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;
