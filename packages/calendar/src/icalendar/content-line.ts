import type { Parameter, Property } from "./component.ts";
import { formatParameter, scanValues } from "./parameter.ts";

const EQUALS = 61;
const COLON = 58;
const SEMICOLON = 59;

/** Which ASCII codes may stand in a name: letters, digits and hyphen (RFC 5545 §3.1), and the underscore that some write. */
const isNameCode = new Uint8Array(128);
for (const c of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
  isNameCode[c.charCodeAt(0)] = 1;

function endOfName(line: string, from: number): number {
  let index = from;
  while (isNameCode[line.charCodeAt(index)] === 1) index++;
  return index;
}

/** The name in upper case, with the written form beside it if that differs. */
export function readName(written: string): { name: string; written?: string } {
  const name = written.toUpperCase();
  return name === written ? { name } : { name, written };
}

/** Reads an unfolded content line; undefined if it is none. `number` is kept as the property's line. */
export function parseContentLine(line: string, number: number): Property | undefined {
  const nameEnd = endOfName(line, 0);
  if (nameEnd === 0) return undefined;
  const parameters: Parameter[] = [];
  let index = nameEnd;
  while (line.charCodeAt(index) === SEMICOLON) {
    const start = index + 1;
    const end = endOfName(line, start);
    if (end === start) return undefined;
    const named = readName(line.slice(start, end));
    index = end;
    if (line.charCodeAt(end) === EQUALS) {
      const scanned = scanValues(line, end + 1);
      if (!scanned) return undefined;
      index = scanned.end;
      parameters.push(
        scanned.raw === undefined
          ? { ...named, values: scanned.values }
          : { ...named, values: scanned.values, raw: scanned.raw },
      );
    } else {
      parameters.push({ ...named, values: [] });
    }
  }
  if (line.charCodeAt(index) !== COLON) return undefined;
  return { ...readName(line.slice(0, nameEnd)), parameters, value: line.slice(index + 1), line: number };
}

/** Writes a content line, unfolded and without its line end. */
export function formatContentLine(property: Property): string {
  let line = property.written ?? property.name;
  for (const parameter of property.parameters) line += formatParameter(parameter);
  return `${line}:${property.value}`;
}
