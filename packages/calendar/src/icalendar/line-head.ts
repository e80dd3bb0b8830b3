import type { Parameter } from "./component.ts";
import { ownCopy } from "./own-copy.ts";
import { BY_QUOTES, scanValues, type Protection } from "./parameter.ts";
import { shareHead } from "./written-head.ts";

const TAB = 9;
const LINE_FEED = 10;
const SPACE = 32;
const QUOTE = 34;
const COLON = 58;
const SEMICOLON = 59;
const EQUALS = 61;

/** Which ASCII codes may stand in a name: letters, digits and hyphen (RFC 5545 §3.1), and the underscore that some write. */
const isNameCode = new Uint8Array(128);
for (const c of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
  isNameCode[c.charCodeAt(0)] = 1;

/** The part of a content line before its value: name and parameters. Never changed in place. */
export interface LineHead {
  readonly name: string;
  /** the name as written, if it was not in upper case */
  readonly written: string | undefined;
  readonly parameters: readonly Parameter[];
  /** the index of its colon, counted from the start of the unfolded line */
  readonly colon: number;
  /** whether it is not what RFC 5545 §3.1 allows, and was read as what it is likely to mean */
  readonly isTolerated?: boolean;
}

/** A remembered head. */
export interface KnownHead extends LineHead {
  /** its text, including folds and colon */
  readonly text: string;
  /** how many folds it holds */
  readonly folds: number;
  /** the slot that holds it */
  readonly slot: number;
  /** the slot of the head that followed it last time: lines tend to come in the same order */
  next: number;
  other: number;
}

const NO_PARAMETERS: readonly Parameter[] = [];

/** Comes before the first line. */
export const NO_HEAD: KnownHead = makeKnown(
  "",
  { name: "", written: undefined, parameters: [], colon: 0 },
  0,
);

/**
 * Remembered heads. A calendar repeats the same few, and recognising one takes a comparison of characters instead of
 * a tree of new objects. A head is remembered when its hash comes a second time; the number of slots bounds the
 * memory.
 */
const SLOT_BITS = 12;
const SLOTS = 1 << SLOT_BITS;
const MAX_REMEMBERED_LENGTH = 200;
const remembered: (KnownHead | undefined)[] = Array.from({ length: SLOTS }, () => undefined);
const hashes = new Int32Array(SLOTS);

/**
 * Finds the head of the content line that begins at `start`, folds included, if it should be remembered. `before` is
 * the head found before. `text` has no carriage return without a line feed.
 */
export function findHead(text: string, start: number, before: KnownHead): KnownHead | undefined {
  const next = remembered[before.next];
  if (next !== undefined && text.startsWith(next.text, start)) return next;
  const other = remembered[before.other];
  if (other !== undefined && text.startsWith(other.text, start)) return other;
  const found = lookUp(text, start);
  if (found !== undefined) {
    before.other = before.next;
    before.next = found.slot;
  }
  return found;
}

function lookUp(text: string, start: number): KnownHead | undefined {
  const limit = Math.min(text.length, start + MAX_REMEMBERED_LENGTH);
  let hash = 1;
  let quoted = false;
  let colon = start;
  for (; colon < limit; colon++) {
    const code = text.charCodeAt(colon);
    if (code === COLON && !quoted) break;
    if (code === QUOTE) quoted = !quoted;
    else if (code === LINE_FEED && !isFold(text.charCodeAt(colon + 1))) return undefined;
    hash = (Math.imul(hash, 31) + code) | 0;
  }
  if (colon >= limit) return undefined;
  // Fibonacci hashing: the upper bits are well mixed.
  const slot = Math.imul(hash, 0x9e3779b1) >>> (32 - SLOT_BITS);
  const known = remembered[slot];
  if (known !== undefined && text.startsWith(known.text, start)) return known;
  if (hashes[slot] === hash) return remember(text.slice(start, colon + 1), slot);
  hashes[slot] = hash;
  return undefined;
}

const isFold = (code: number): boolean => code === SPACE || code === TAB;

function remember(written: string, slot: number): KnownHead | undefined {
  // A substring keeps the whole string in memory: cut the remembered parts from a copy.
  const text = ownCopy(written);
  const line = ownCopy(text.replace(/\r?\n[ \t]/g, ""));
  const head = parseHead(line);
  if (head?.colon !== line.length - 1 || head.isTolerated) return undefined;
  if (head.parameters.length > 0) shareHead(head.written ?? head.name, head.parameters);
  const known = makeKnown(text, head, slot);
  remembered[slot] = known;
  return known;
}

/** All have the same shape, which makes their fields quick to read. */
function makeKnown(text: string, { name, written, parameters, colon }: LineHead, slot: number): KnownHead {
  const folds = text.split("\n").length - 1;
  return { name, written, parameters, colon, text, folds, slot, next: 0, other: 0 };
}

/** Reads the head of an unfolded content line; undefined if it has none. */
export function parseHead(line: string): LineHead | undefined {
  const nameEnd = endOfName(line, 0);
  if (nameEnd === 0) return undefined;
  const written = line.slice(0, nameEnd);
  const name = upperName(written);
  const base = { name, written: name === written ? undefined : written };
  const next = line.charCodeAt(nameEnd);
  if (next === COLON) return { ...base, parameters: NO_PARAMETERS, colon: nameEnd };
  // `ORGANIZER="mailto:elin@example.com"`
  if (next === EQUALS && line.charCodeAt(nameEnd + 1) === QUOTE)
    return { ...base, parameters: NO_PARAMETERS, colon: nameEnd, isTolerated: true };
  if (next !== SEMICOLON) return undefined;
  for (const reading of READINGS) {
    if (reading.only !== undefined && !line.includes(reading.only)) continue;
    const parameters: Parameter[] = [];
    const colon = parseParameters(line, nameEnd, parameters, reading);
    if (line.charCodeAt(colon) !== COLON) continue;
    const { isTolerated } = reading;
    return { ...base, parameters, colon, ...(isTolerated && { isTolerated }) };
  }
  return undefined;
}

/** A way to read parameters, and what stands in the lines that it is for. */
interface Reading extends Protection {
  readonly only?: string;
  readonly hasAnyNames?: boolean;
  readonly isTolerated?: boolean;
}

/**
 * From what RFC 5545 §3.2 says to what loses nothing: Apple's apps protect delimiters with backslashes, a lone quote may match another
 * one in the value, and what is no name of a parameter is taken for one.
 */
const READINGS: readonly Reading[] = [
  BY_QUOTES,
  { quotes: true, backslashes: true, only: "\\", isTolerated: true },
  { quotes: false, backslashes: false, only: '"' },
  { ...BY_QUOTES, hasAnyNames: true, isTolerated: true },
];

function endOfName(line: string, from: number): number {
  let index = from;
  while (isNameCode[line.charCodeAt(index)] === 1) index++;
  return index;
}

function endOfAnyName(line: string, from: number): number {
  let index = from;
  while (index < line.length && !isDelimiter(line.charCodeAt(index))) index++;
  return index;
}

const isDelimiter = (code: number): boolean => code === SEMICOLON || code === COLON || code === EQUALS;

/**
 * Upper-case names by written name, so that equal names share one string in memory; the size is bounded against
 * hostile text.
 */
const upperNames = new Map<string, string>();
const MAX_REMEMBERED_NAMES = 1000;

/** A name in upper case, as the tree stores it. */
export function upperName(written: string): string {
  const known = upperNames.get(written);
  if (known !== undefined) return known;
  if (upperNames.size >= MAX_REMEMBERED_NAMES || written.length >= 50) return written.toUpperCase();
  const own = ownCopy(written);
  const name = own.toUpperCase();
  upperNames.set(own, name);
  return name;
}

/**
 * Reads the parameters from the semicolon at `from` on; returns the index after the last, or -1 if they can't be
 * read.
 */
function parseParameters(line: string, from: number, parameters: Parameter[], reading: Reading): number {
  let index = from;
  while (line.charCodeAt(index) === SEMICOLON) {
    const start = index + 1;
    index = reading.hasAnyNames ? endOfAnyName(line, start) : endOfName(line, start);
    if (index === start && !reading.hasAnyNames) return -1;
    const written = line.slice(start, index);
    const name = upperName(written);
    const named = name === written ? { name } : { name, written };
    if (line.charCodeAt(index) === EQUALS) {
      const scanned = scanValues(line, index + 1, reading);
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
