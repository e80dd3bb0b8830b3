import type { Parameter } from "./component.ts";

const NEEDS_QUOTES = /[:;,]/;
const NEEDS_ESCAPE = /[\^"\r\n]/;

/** Writes a parameter value: RFC 6868 escapes, and quotes where RFC 5545 §3.2 requires them. */
function formatValue(value: string): string {
  const escaped = NEEDS_ESCAPE.test(value)
    ? value.replace(/\^|"|\r\n|\r|\n/g, (c) => (c === "^" ? "^^" : c === '"' ? "^'" : "^n"))
    : value;
  return NEEDS_QUOTES.test(escaped) ? `"${escaped}"` : escaped;
}

const formatValues = (values: readonly string[]): string =>
  values.length === 1 ? formatValue(values[0] as string) : values.map(formatValue).join(",");

/** Writes `;NAME=value;NAME=value`, unchanged if it was read from text. */
export function formatParameters(parameters: readonly Parameter[]): string {
  let text = "";
  for (const parameter of parameters) text += formatParameter(parameter);
  return text;
}

function formatParameter(parameter: Parameter): string {
  const name = parameter.written ?? parameter.name;
  if (parameter.raw !== undefined) return `;${name}=${parameter.raw}`;
  // A parameter without values was written without the equals sign, as in vCard 2.1.
  return parameter.values.length === 0 ? `;${name}` : `;${name}=${formatValues(parameter.values)}`;
}

const decode = (value: string): string =>
  value.includes("^")
    ? value.replace(/\^([\^n'])/g, (_, c: string) => (c === "n" ? "\n" : c === "'" ? '"' : "^"))
    : value;

const CARET = 94;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const SEMICOLON = 59;
const BACKSLASH = 92;

/** What protects a delimiter: quotes, and for some clients a backslash as in the values of TEXT. */
export interface Protection {
  readonly quotes: boolean;
  readonly backslashes: boolean;
}

export const BY_QUOTES: Protection = { quotes: true, backslashes: false };
const BY_NOTHING: Protection = { quotes: false, backslashes: false };

/** The index of the delimiter after the value that starts at `from`; -1 if there is none on the line. */
function endOfValue(line: string, from: number, { quotes, backslashes }: Protection): number {
  let quoted = false;
  for (let index = from; index < line.length; index++) {
    const code = line.charCodeAt(index);
    if (backslashes && code === BACKSLASH) index++;
    else if (code === QUOTE) quoted = quotes && !quoted;
    else if (!quoted && (code === COMMA || code === SEMICOLON || code === COLON)) return index;
  }
  return -1;
}

/** Where a single value ends that needs no quotes or escapes; -1 if it is quoted, escaped or one of several. */
function endOfPlainValue(line: string, from: number): number {
  for (let index = from; index < line.length; index++) {
    const code = line.charCodeAt(index);
    if (code === COLON || code === SEMICOLON) return index;
    if (code === COMMA || code === QUOTE || code === CARET) return -1;
  }
  return -1;
}

const unquote = (piece: string): string =>
  piece.length >= 2 && piece.startsWith('"') && piece.endsWith('"') ? piece.slice(1, -1) : piece;

/** Where the values end (at `;` or `:`), and the values; undefined if the line ends first. */
interface ScannedValues {
  readonly end: number;
  readonly values: readonly string[];
  /** only if formatting the values would give another text */
  readonly raw?: string;
}

/** Reads the values of a parameter, from after its `=`. A quote that is never closed is an ordinary character. */
export function scanValues(
  line: string,
  from: number,
  protection: Protection = BY_QUOTES,
): ScannedValues | undefined {
  const plainEnd = protection.backslashes ? -1 : endOfPlainValue(line, from);
  if (plainEnd >= 0) return { end: plainEnd, values: [line.slice(from, plainEnd)] };
  const values: string[] = [];
  let start = from;
  for (;;) {
    let end = endOfValue(line, start, protection);
    if (end < 0) end = endOfValue(line, start, BY_NOTHING);
    if (end < 0) return undefined;
    const value = decode(unquote(line.slice(start, end)));
    values.push(protection.backslashes ? value.replace(/\\([\\;,:"])/g, "$1") : value);
    if (line.charCodeAt(end) !== COMMA) {
      const raw = line.slice(from, end);
      return formatValues(values) === raw ? { end, values } : { end, values, raw };
    }
    start = end + 1;
  }
}
