import type { Parameter } from "./component.ts";
import { ownCopy } from "./own-copy.ts";
import { scanValues } from "./parameter.ts";
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

/** What stands before the value of a content line: its name and parameters. Never changed in place. */
export interface LineHead {
  readonly name: string;
  /** the name as written, if it was not in upper case */
  readonly written: string | undefined;
  readonly parameters: readonly Parameter[];
  /** the index of its colon, counted from the start of the unfolded line */
  readonly colon: number;
}

/** A head read before. */
export interface KnownHead extends LineHead {
  /** as it stood in a text, its folds and its colon included */
  readonly text: string;
  /** how many folds it holds */
  readonly folds: number;
  /** where it is remembered */
  readonly slot: number;
  /** where the heads are remembered that came after it, the last one first: lines come in much the same order again and again */
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
 * Heads read before. A calendar says the same few over and over, and finding one again costs a glance at its characters instead
 * of a tree of new objects. A head is remembered when its hash comes a second time; the slots bound the memory.
 */
const SLOT_BITS = 12;
const SLOTS = 1 << SLOT_BITS;
const MAX_REMEMBERED_LENGTH = 200;
const remembered: (KnownHead | undefined)[] = Array.from({ length: SLOTS }, () => undefined);
const hashes = new Int32Array(SLOTS);

/**
 * Finds the head of the content line that begins at `start`, its folds included, if it is one to be remembered. `before` is the
 * head found before. In `text` no carriage return stands without a line feed.
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
  // Fibonacci hashing: the upper bits are the well mixed ones.
  const slot = Math.imul(hash, 0x9e3779b1) >>> (32 - SLOT_BITS);
  const known = remembered[slot];
  if (known !== undefined && text.startsWith(known.text, start)) return known;
  if (hashes[slot] === hash) return remember(text.slice(start, colon + 1), slot);
  hashes[slot] = hash;
  return undefined;
}

const isFold = (code: number): boolean => code === SPACE || code === TAB;

function remember(written: string, slot: number): KnownHead | undefined {
  // Parts of a string keep the whole of it in memory: what is remembered must be cut from a copy.
  const text = ownCopy(written);
  const line = ownCopy(text.replace(/\r?\n[ \t]/g, ""));
  const head = parseHead(line);
  if (head?.colon !== line.length - 1) return undefined;
  if (head.parameters.length > 0) shareHead(head.written ?? head.name, head.parameters);
  const known = makeKnown(text, head, slot);
  remembered[slot] = known;
  return known;
}

/** All have the same shape, which makes reading their fields quick. */
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
