import type { Parameter } from "./component.ts";
import { findHead, NO_HEAD, parseHead, type KnownHead } from "./line-head.ts";

const EQUALS = 61;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const TAB = 9;
const BYTE_ORDER_MARK = 0xfeff;
/** Up to this many folds, concatenation is cheaper than a list; beyond that it takes much more memory. */
const FEW_FOLDS = 16;

/**
 * Reads content lines one by one (RFC 5545 §3.1), unfolded, with any line ends; skips blank lines. Its fields
 * describe the current line, so that a line only creates the objects that the tree keeps.
 */
export class LineReader {
  /** in upper case; empty if the line is not a content line */
  name = "";
  /** the name as written, if it was not in upper case */
  written: string | undefined = undefined;
  parameters: readonly Parameter[] = [];
  /** the raw value, escapes and all */
  value = "";
  /** whether it is not what RFC 5545 §3.1 allows, and was read as what it is likely to mean */
  isTolerated = false;
  /** the number of the line, counting on from the first number given */
  number: number;
  /** its characters, unfolded */
  length = 0;
  readonly #text: string;
  readonly #maxLineLength: number;
  #position: number;
  #nextNumber: number;
  #before: KnownHead = NO_HEAD;

  /** Characters of a line beyond `maxLineLength` are dropped. */
  constructor(text: string, firstNumber: number, maxLineLength: number) {
    // Some old clients end lines with only a carriage return.
    this.#text = /\r(?!\n)/.test(text) ? text.replace(/\r\n?/g, "\n") : text;
    this.#maxLineLength = maxLineLength;
    this.#position = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
    this.#nextNumber = firstNumber;
    this.number = firstNumber;
  }

  /** Moves to the next line that is not blank; false at the end of the text. */
  next(): boolean {
    while (this.#position < this.#text.length) {
      this.number = this.#nextNumber;
      const head = findHead(this.#text, this.#position, this.#before);
      if (head) {
        this.#takeKnown(head);
        return true;
      }
      const line = this.#rest(0);
      if (line.charCodeAt(0) > SPACE || line.trim() !== "") {
        this.#takeUnknown(line);
        return true;
      }
    }
    return false;
  }

  #takeKnown(head: KnownHead): void {
    this.#before = head;
    this.#position += head.text.length;
    this.#nextNumber += head.folds;
    this.name = head.name;
    this.written = head.written;
    this.parameters = head.parameters;
    this.value = this.#rest(head.colon + 1);
    this.isTolerated = false;
  }

  #takeUnknown(line: string): void {
    const head = parseHead(line);
    this.name = head?.name ?? "";
    this.written = head?.written;
    this.parameters = head?.parameters ?? [];
    this.value = head ? valueAfter(line, head.colon) : line;
    this.isTolerated = head?.isTolerated ?? false;
  }

  /** Reads the rest of a content line after its first `before` characters. */
  #rest(before: number): string {
    const rest = this.#physicalLine();
    this.length = before + rest.length;
    return this.#atFold() ? this.#unfold(rest) : rest;
  }

  #unfold(first: string): string {
    let rest = first;
    for (let folds = 0; folds < FEW_FOLDS && this.#atFold(); folds++) rest += this.#foldedPiece();
    if (!this.#atFold()) return rest;
    const pieces = [rest];
    while (this.#atFold()) pieces.push(this.#foldedPiece());
    return pieces.join("");
  }

  #foldedPiece(): string {
    this.#position++;
    const piece = this.#physicalLine();
    const isKept = this.length <= this.#maxLineLength;
    this.length += piece.length;
    return isKept ? piece : "";
  }

  #atFold(): boolean {
    const code = this.#text.charCodeAt(this.#position);
    return code === SPACE || code === TAB;
  }

  /** Reads to the end of one line of the text, without unfolding. */
  #physicalLine(): string {
    const text = this.#text;
    const start = this.#position;
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    this.#position = end + 1;
    this.#nextNumber++;
    return text.slice(start, text.charCodeAt(end - 1) === CARRIAGE_RETURN && end > start ? end - 1 : end);
  }
}

/** The value behind the colon of a head, or behind the equals sign and in the quotes that stand instead of it. */
const valueAfter = (line: string, colon: number): string =>
  line.charCodeAt(colon) === EQUALS
    ? line
        .slice(colon + 1)
        .trim()
        .replace(/^"|"$/g, "")
    : line.slice(colon + 1);
