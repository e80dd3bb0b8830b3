/** The text of one component that stands directly in a VCALENDAR, or what is left of one that breaks off. */
export interface Piece {
  /** in upper case */
  readonly name: string;
  /** of its BEGIN, counted from 1 */
  readonly line: number;
  /** which VCALENDAR of the stream it stands in, counted from 0 */
  readonly calendar: number;
  readonly text: string;
}

/** A content line that stands directly in a VCALENDAR, still folded. */
export interface HeaderLine {
  readonly line: number;
  readonly calendar: number;
  readonly text: string;
}

const BEGIN = /^BEGIN:\s*([A-Za-z0-9_-]+)\s*$/i;
const END = /^END:\s*([A-Za-z0-9_-]+)\s*$/i;
/** Components that never stand inside others: a BEGIN of one of them means that an END was lost. */
const OUTERMOST = new Set(["VCALENDAR", "VEVENT", "VTODO", "VJOURNAL", "VTIMEZONE", "VFREEBUSY"]);

/** Cuts a stream of iCalendar text into pieces, without reading their properties. Feed it chunks, then call `finish`. */
export class StreamScanner {
  readonly pieces: Piece[] = [];
  readonly headerLines: HeaderLine[] = [];
  /** lines that are in no VCALENDAR */
  readonly strayLines: number[] = [];
  #rest: string[] = [];
  #lineNumber = 0;
  #calendar = -1;
  #inCalendar = false;
  #depth = 0;
  #current: { name: string; line: number; lines: string[] } | undefined;

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
    this.#endPiece();
  }

  #take(raw: string): void {
    this.#lineNumber++;
    const line = this.#lineNumber === 1 && raw.startsWith("\ufeff") ? raw.slice(1) : raw;
    const code = line.charCodeAt(0) | 0x20;
    // Most lines are neither BEGIN nor END.
    const begin = code === 0x62 ? BEGIN.exec(line)?.[1]?.toUpperCase() : undefined;
    const end = code === 0x65 ? END.exec(line)?.[1]?.toUpperCase() : undefined;
    if (begin !== undefined) this.#begin(begin, line);
    else if (end !== undefined) this.#end(end, line);
    else if (this.#current) this.#current.lines.push(line);
    else if (this.#inCalendar) this.#header(line);
    else if (line.trim() !== "") this.strayLines.push(this.#lineNumber);
  }

  #begin(name: string, line: string): void {
    if (OUTERMOST.has(name)) this.#endPiece();
    if (name === "VCALENDAR") {
      this.#calendar++;
      this.#inCalendar = true;
      return;
    }
    if (!this.#inCalendar) this.strayLines.push(this.#lineNumber);
    this.#current ??= { name, line: this.#lineNumber, lines: [] };
    this.#current.lines.push(line);
    this.#depth++;
  }

  #end(name: string, line: string): void {
    if (name === "VCALENDAR") {
      this.#endPiece();
      this.#inCalendar = false;
    } else if (this.#current) {
      this.#current.lines.push(line);
      if (--this.#depth === 0) this.#endPiece();
    } else {
      this.strayLines.push(this.#lineNumber);
    }
  }

  #header(text: string): void {
    const last = this.headerLines.at(-1);
    if (last && (text.startsWith(" ") || text.startsWith("\t")))
      this.headerLines[this.headerLines.length - 1] = { ...last, text: `${last.text}\n${text}` };
    else if (text.trim() !== "")
      this.headerLines.push({ line: this.#lineNumber, calendar: this.#calendar, text });
  }

  #endPiece(): void {
    if (this.#current) {
      const { name, line, lines } = this.#current;
      this.pieces.push({ name, line, calendar: Math.max(this.#calendar, 0), text: lines.join("\n") });
    }
    this.#current = undefined;
    this.#depth = 0;
  }
}
