/** The text of one component that stands directly in a VCALENDAR, or the rest of one that breaks off. */
export interface Piece {
  /** in upper case */
  readonly name: string;
  /** line of its BEGIN, counted from 1 */
  readonly line: number;
  /** which VCALENDAR of the stream it stands in, counted from 0 */
  readonly calendar: number;
  readonly text: string;
  /** it is longer than a piece may be: the text is only its beginning */
  readonly isCut: boolean;
}

/** A content line that stands directly in a VCALENDAR, still folded. */
export interface HeaderLine {
  readonly line: number;
  readonly calendar: number;
  readonly text: string;
}

const BEGIN = /^BEGIN:\s*([A-Za-z0-9_-]+)\s*$/i;
const END = /^END:\s*([A-Za-z0-9_-]+)\s*$/i;
const SPACE = 32;
const TAB = 9;
/** Lines that are kept of a piece that is too long. */
const BEGINNING = 100;
/** Components that never stand inside others: a BEGIN of one of them means that an END is missing. */
const OUTERMOST = new Set(["VCALENDAR", "VEVENT", "VTODO", "VJOURNAL", "VTIMEZONE", "VFREEBUSY"]);

/** Cuts a stream of iCalendar text into pieces, without reading their properties. Feed it chunks, then call `finish`. */
export class StreamScanner {
  readonly pieces: Piece[] = [];
  readonly headerLines: HeaderLine[] = [];
  /** lines outside any VCALENDAR */
  readonly strayLines: number[] = [];
  #rest: string[] = [];
  #lineNumber = 0;
  #calendar = -1;
  #inCalendar = false;
  #depth = 0;
  /** a line that may be a BEGIN or END, and its folds so far */
  #held: { readonly number: number; readonly lines: string[] } | undefined;
  #current: { name: string; line: number; lines: string[]; length: number } | undefined;
  readonly #maxPiece: number;

  /** @param maxPiece characters of one piece; of a longer one only the beginning is kept */
  constructor(maxPiece = Infinity) {
    this.#maxPiece = maxPiece;
  }

  push(chunk: string): void {
    if (!/[\r\n]/.test(chunk) && !this.#rest.at(-1)?.endsWith("\r")) {
      this.#rest.push(chunk);
      return;
    }
    const text = this.#rest.join("") + chunk;
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    this.#rest = [lines.pop() ?? ""];
    for (const line of lines) this.#take(line);
  }

  finish(): void {
    const last = this.#rest.join("").replace(/\r$/, "");
    if (last !== "") this.#take(last);
    this.#rest = [];
    this.#release();
    this.#endPiece();
  }

  #take(raw: string): void {
    const number = ++this.#lineNumber;
    const line = number === 1 && raw.startsWith("\ufeff") ? raw.slice(1) : raw;
    const code = line.charCodeAt(0);
    if (this.#held && (code === SPACE || code === TAB)) {
      this.#held.lines.push(line);
      return;
    }
    this.#release();
    // Most lines are neither BEGIN nor END.
    if ((code | 0x20) === 0x62 || (code | 0x20) === 0x65) this.#held = { number, lines: [line] };
    else this.#plain(line, number);
  }

  /** Handles a line that may be a BEGIN or END once it is complete: these may be folded as well (RFC 5545 §3.1). */
  #release(): void {
    const held = this.#held;
    if (!held) return;
    this.#held = undefined;
    const { number, lines } = held;
    const line = lines.map((each, index) => (index === 0 ? each : each.slice(1))).join("");
    const begin = BEGIN.exec(line)?.[1]?.toUpperCase();
    const end = begin === undefined ? END.exec(line)?.[1]?.toUpperCase() : undefined;
    if (begin !== undefined) this.#begin(begin, lines, number);
    else if (end !== undefined) this.#end(end, lines, number);
    else lines.forEach((each, index) => this.#plain(each, number + index));
  }

  #plain(line: string, number: number): void {
    if (this.#current) this.#keep(line);
    else if (this.#inCalendar) this.#header(line, number);
    else if (line.trim() !== "") this.strayLines.push(number);
  }

  #begin(name: string, lines: readonly string[], number: number): void {
    if (OUTERMOST.has(name)) this.#endPiece();
    if (name === "VCALENDAR") {
      this.#calendar++;
      this.#inCalendar = true;
      return;
    }
    if (!this.#inCalendar) this.strayLines.push(number);
    this.#current ??= { name, line: number, lines: [], length: 0 };
    for (const line of lines) this.#keep(line);
    this.#depth++;
  }

  #end(name: string, lines: readonly string[], number: number): void {
    if (name === "VCALENDAR") {
      this.#endPiece();
      this.#inCalendar = false;
    } else if (this.#current) {
      for (const line of lines) this.#keep(line);
      if (--this.#depth === 0) this.#endPiece();
    } else {
      this.strayLines.push(number);
    }
  }

  #keep(line: string): void {
    const current = this.#current;
    if (!current || current.length > this.#maxPiece) return;
    current.length += line.length + 1;
    if (current.length <= this.#maxPiece) current.lines.push(line);
    // Enough to say which one it is.
    else current.lines.length = Math.min(current.lines.length, BEGINNING);
  }

  #header(text: string, line: number): void {
    const last = this.headerLines.at(-1);
    if (last && (text.startsWith(" ") || text.startsWith("\t")))
      this.headerLines[this.headerLines.length - 1] = { ...last, text: `${last.text}\n${text}` };
    else if (text.trim() !== "") this.headerLines.push({ line, calendar: this.#calendar, text });
  }

  #endPiece(): void {
    if (this.#current) {
      const { name, line, lines, length } = this.#current;
      const isCut = length > this.#maxPiece;
      this.pieces.push({ name, line, calendar: Math.max(this.#calendar, 0), text: lines.join("\n"), isCut });
    }
    this.#current = undefined;
    this.#depth = 0;
  }
}
