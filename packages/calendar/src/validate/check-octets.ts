import type { Violations } from "./violation.ts";

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

const isBlank = (byte: number | undefined): boolean => byte === 32 || byte === 9;
/** A byte from 0x80 to 0xBF only ever continues a character. */
const continues = (byte: number | undefined): boolean => ((byte ?? 0) & 0xc0) === 0x80;

/**
 * Decodes UTF-8, with U+FFFD and `isUtf8` false where it is invalid; a byte order mark is kept. The runtime passes
 * its own decoder, as the domain has none.
 */
export type DecodeUtf8 = (octets: Uint8Array) => { readonly text: string; readonly isUtf8: boolean };

/**
 * Decodes UTF-8, and reports where it is invalid (RFC 5545 §3.1.4) and where a line is folded inside a character
 * (§3.1). Such a fold is moved past its character, so that every line keeps its number.
 */
export function decodeStrictly(bytes: Uint8Array, decode: DecodeUtf8, violations: Violations): string {
  const whole = withFoldsMoved(bytes, violations);
  const { text, isUtf8 } = decode(whole);
  if (!isUtf8) sayWhere(whole, decode, violations);
  return text;
}

function withFoldsMoved(bytes: Uint8Array, violations: Violations): Uint8Array {
  let moved = bytes;
  let number = 0;
  for (let feed = bytes.indexOf(LINE_FEED); feed >= 0; feed = bytes.indexOf(LINE_FEED, feed + 1)) {
    number++;
    if (!isBlank(bytes[feed + 1]) || !continues(bytes[feed + 2])) continue;
    violations.ofLine("line-fold", number, "the line is folded inside a character", "5545 3.1");
    if (moved === bytes) moved = bytes.slice();
    const start = bytes[feed - 1] === CARRIAGE_RETURN ? feed - 1 : feed;
    let end = feed + 2;
    while (continues(bytes[end]) && end < feed + 5) end++;
    moved.set(bytes.subarray(feed + 2, end), start);
    moved.set(bytes.subarray(start, feed + 2), start + end - feed - 2);
  }
  return moved;
}

/** Reports each line that is not UTF-8. */
function sayWhere(bytes: Uint8Array, decode: DecodeUtf8, violations: Violations): void {
  let number = 1;
  for (let start = 0; start < bytes.length; number++) {
    const feed = bytes.indexOf(LINE_FEED, start);
    const end = feed < 0 ? bytes.length : feed + 1;
    if (!decode(bytes.subarray(start, end)).isUtf8)
      violations.ofLine("charset", number, "the line is not UTF-8", "5545 3.1.4");
    start = end;
  }
}
