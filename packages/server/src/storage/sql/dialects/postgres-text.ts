/**
 * PostgreSQL's text can't contain U+0000, but people's data may. It is stored as U+0001 "0", and U+0001 itself as
 * U+0001 "1", so that every text comes back unchanged; both characters are forbidden in iCalendar and practically
 * never occur.
 */
// eslint-disable-next-line no-control-regex
const RAW = /[\u0000\u0001]/g;
// eslint-disable-next-line no-control-regex
const STORED = /\u0001([01])/g;

/** A parameter in a form that PostgreSQL accepts; arrays by element. */
export function toStored(value: unknown): unknown {
  if (typeof value === "string") {
    if (!value.includes("\u0000") && !value.includes("\u0001")) return value;
    return value.replaceAll(RAW, (character) => (character === "\u0000" ? "\u00010" : "\u00011"));
  }
  return Array.isArray(value) ? value.map(toStored) : value;
}

/** The inverse of `toStored` for one text. */
export function fromStored(text: string): string {
  if (!text.includes("\u0001")) return text;
  return text.replaceAll(STORED, (_, digit: string) => (digit === "0" ? "\u0000" : "\u0001"));
}
