/** The line end of iCalendar text. */
export const LINE_END = "\r\n";
const FOLD = "\r\n ";
const MAX_OCTETS = 75;

/**
 * Folds a part of a content line between characters, so that no line is longer than 75 octets of UTF-8 (RFC 5545
 * §3.1); `column` is the number of octets before it on its line. Line breaks in the text are escaped, else a value
 * could write lines of its own.
 */
export function fold(text: string, column: number): string {
  if (!isPlain(text)) return foldUnicode(withoutBreaks(text), column);
  return text.length <= MAX_OCTETS - column ? text : foldPlain(text, column);
}

/** How many octets the last line of a folded text holds, if the text began its first line. */
export function lastColumn(folded: string): number {
  let octets = 0;
  const start = folded.lastIndexOf("\n") + 1;
  for (let index = start; index < folded.length;) {
    const size = sizeAt(folded, index);
    octets += size;
    index += size === 4 ? 2 : 1;
  }
  return octets;
}

/** Finds a word of ASCII letters in unparsed text, in upper or lower case and wherever its line is folded. */
export const foldedWord = (word: string): RegExp =>
  new RegExp(Array.from(word).join(String.raw`(?:\r?\n[ \t])*`), "i");

/** Whether all characters take one octet and none is a line break. */
function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code > 0x7f) return false;
  }
  return true;
}

const withoutBreaks = (text: string): string =>
  /[\r\n]/.test(text) ? text.replace(/\r\n?|\n/g, "\\n") : text;

function foldPlain(text: string, column: number): string {
  let start = MAX_OCTETS - column;
  let folded = text.slice(0, start);
  while (start < text.length) {
    const end = start + MAX_OCTETS - 1;
    folded += FOLD + text.slice(start, end);
    start = end;
  }
  return folded;
}

function foldUnicode(text: string, column: number): string {
  let folded = "";
  let start = 0;
  let octets = column;
  for (let index = 0; index < text.length;) {
    const size = sizeAt(text, index);
    octets += size;
    if (octets > MAX_OCTETS) {
      folded += text.slice(start, index) + FOLD;
      start = index;
      octets = 1 + size;
    }
    index += size === 4 ? 2 : 1;
  }
  return start === 0 ? folded + text : folded + text.slice(start);
}

/** The octets of the character at an index; half a surrogate pair is written as U+FFFD, which takes three. */
function sizeAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  const isPair = code >= 0xd800 && code <= 0xdbff && isLowSurrogate(text.charCodeAt(index + 1));
  return isPair ? 4 : 3;
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;
