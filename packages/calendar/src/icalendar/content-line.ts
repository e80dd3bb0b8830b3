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

/** Upper-case names by written name, so that equal names are one string in memory; bounded against hostile text. */
const upperNames = new Map<string, string>();
const MAX_REMEMBERED_NAMES = 1000;

/** A name in upper case, as trees hold it. */
export function upperName(written: string): string {
  const known = upperNames.get(written);
  if (known !== undefined) return known;
  const name = written.toUpperCase();
  if (upperNames.size < MAX_REMEMBERED_NAMES && written.length < 50) upperNames.set(written, name);
  return name;
}

const NO_PARAMETERS: readonly Parameter[] = [];

/** Reads an unfolded content line; undefined if it is none. `number` is kept as the property's line. */
export function parseContentLine(line: string, number: number): Property | undefined {
  const nameEnd = endOfName(line, 0);
  if (nameEnd === 0) return undefined;
  const written = line.slice(0, nameEnd);
  const name = upperName(written);
  let parameters = NO_PARAMETERS;
  let end = nameEnd;
  if (line.charCodeAt(nameEnd) === SEMICOLON) {
    const read: Parameter[] = [];
    end = parseParameters(line, nameEnd, read);
    parameters = read;
  }
  if (line.charCodeAt(end) !== COLON) return undefined;
  const value = line.slice(end + 1);
  return name === written
    ? { name, parameters, value, line: number }
    : { name, written, parameters, value, line: number };
}

/** Reads the parameters from the semicolon at `from` on; gives the index behind the last, or -1 if they cannot be read. */
function parseParameters(line: string, from: number, parameters: Parameter[]): number {
  let index = from;
  while (line.charCodeAt(index) === SEMICOLON) {
    const start = index + 1;
    index = endOfName(line, start);
    if (index === start) return -1;
    const written = line.slice(start, index);
    const name = upperName(written);
    const named = name === written ? { name } : { name, written };
    if (line.charCodeAt(index) === EQUALS) {
      const scanned = scanValues(line, index + 1);
      if (!scanned) return -1;
      index = scanned.end;
      const { values, raw } = scanned;
      parameters.push(raw === undefined ? { ...named, values } : { ...named, values, raw });
    } else {
      parameters.push({ ...named, values: [] });
    }
  }
  return index;
}

/** Writes a content line, unfolded and without its line end. */
export function formatContentLine(property: Property): string {
  let line = property.written ?? property.name;
  for (const parameter of property.parameters) line += formatParameter(parameter);
  return `${line}:${property.value}`;
}
