import type { Parameter } from "./component.ts";
import { ownCopy } from "./own-copy.ts";
import { scanValues } from "./parameter.ts";
import { shareHead } from "./written-head.ts";

const QUOTE = 34;
const COLON = 58;
const SEMICOLON = 59;
const EQUALS = 61;

/** Which ASCII codes may stand in a name: letters, digits and hyphen (RFC 5545 §3.1), and the underscore that some write. */
const isNameCode = new Uint8Array(128);
for (const c of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
  isNameCode[c.charCodeAt(0)] = 1;

/** What stands before the value of a content line: its name and parameters. Never changed in place. */
export interface LineHead {
  readonly name: string;
  /** the name as written, if it was not in upper case */
  readonly written: string | undefined;
  readonly parameters: readonly Parameter[];
  /** the index of its colon, counted from the start of the line */
  readonly colon: number;
}

const NO_PARAMETERS: readonly Parameter[] = [];

interface RememberedHead extends LineHead {
  readonly text: string;
}

/**
 * Heads read before. A calendar says the same few over and over, and finding one again costs a glance at its characters instead
 * of a tree of new objects. A head is remembered when its hash comes a second time; the slots bound the memory.
 */
const SLOT_BITS = 12;
const SLOTS = 1 << SLOT_BITS;
const MAX_REMEMBERED_LENGTH = 200;
const remembered: (RememberedHead | undefined)[] = Array.from({ length: SLOTS }, () => undefined);
const hashes = new Int32Array(SLOTS);

/** Reads the head of the content line that stands in `text` from `start` to `end`; undefined if it has none. */
export function readHead(text: string, start: number, end: number): LineHead | undefined {
  const limit = Math.min(end, start + MAX_REMEMBERED_LENGTH);
  let hash = 1;
  let quoted = false;
  let colon = start;
  for (; colon < limit; colon++) {
    const code = text.charCodeAt(colon);
    if (code === COLON && !quoted) break;
    if (code === QUOTE) quoted = !quoted;
    hash = (Math.imul(hash, 31) + code) | 0;
  }
  if (colon >= limit) return parseHead(text.slice(start, end));
  // Fibonacci hashing: the upper bits are the well mixed ones.
  const slot = Math.imul(hash, 0x9e3779b1) >>> (32 - SLOT_BITS);
  const known = remembered[slot];
  if (known && known.colon === colon - start && text.startsWith(known.text, start)) return known;
  if (hashes[slot] === hash)
    return remember(text.slice(start, colon + 1), slot) ?? parseHead(text.slice(start, end));
  hashes[slot] = hash;
  return parseHead(text.slice(start, end));
}

function remember(written: string, slot: number): LineHead | undefined {
  // Parts of a string keep the whole of it in memory: what is remembered must be cut from a copy.
  const text = ownCopy(written);
  const head = parseHead(text);
  if (head?.colon !== text.length - 1) return undefined;
  const known = { ...head, text };
  if (head.parameters.length > 0) shareHead(head.written ?? head.name, head.parameters);
  remembered[slot] = known;
  return known;
}

function parseHead(line: string): LineHead | undefined {
  const nameEnd = endOfName(line, 0);
  if (nameEnd === 0) return undefined;
  const written = line.slice(0, nameEnd);
  const name = upperName(written);
  let parameters = NO_PARAMETERS;
  let colon = nameEnd;
  if (line.charCodeAt(nameEnd) === SEMICOLON) {
    let read: Parameter[] = [];
    colon = parseParameters(line, nameEnd, read, true);
    // A lone quote may find its fellow in the value: then quotes are ordinary characters.
    if (line.charCodeAt(colon) !== COLON && line.includes('"')) {
      read = [];
      colon = parseParameters(line, nameEnd, read, false);
    }
    parameters = read;
  }
  if (line.charCodeAt(colon) !== COLON) return undefined;
  return { name, written: name === written ? undefined : written, parameters, colon };
}

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
  if (upperNames.size >= MAX_REMEMBERED_NAMES || written.length >= 50) return written.toUpperCase();
  const own = ownCopy(written);
  const name = own.toUpperCase();
  upperNames.set(own, name);
  return name;
}

/** Reads the parameters from the semicolon at `from` on; gives the index behind the last, or -1 if they cannot be read. */
function parseParameters(line: string, from: number, parameters: Parameter[], heedQuotes: boolean): number {
  let index = from;
  while (line.charCodeAt(index) === SEMICOLON) {
    const start = index + 1;
    index = endOfName(line, start);
    if (index === start) return -1;
    const written = line.slice(start, index);
    const name = upperName(written);
    const named = name === written ? { name } : { name, written };
    if (line.charCodeAt(index) === EQUALS) {
      const scanned = scanValues(line, index + 1, heedQuotes);
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
