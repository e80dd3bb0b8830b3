const CARRIAGE_RETURN = 13;
const SPACE = 32;
const TAB = 9;

/**
 * Reads unfolded content lines one by one (RFC 5545 §3.1), whatever the line ends; blank lines are passed over. A line is told
 * as a part of a text, so that those which are not folded, nearly all, need not be copied.
 */
export class LineReader {
  /** the text that holds the line last read, from `start` (inclusive) to `end` (exclusive) */
  text: string;
  start = 0;
  end = 0;
  /** the number of that line in the whole, counted from the first number given */
  number: number;
  readonly #maxLineLength: number;
  #whole: string;
  #position: number;
  #nextNumber: number;
  /** the first carriage return at or behind the position, or further than any */
  #nextReturn = -1;

  /** A line longer than `maxLineLength` characters is cut right behind that bound, so that the caller can see it is too long. */
  constructor(text: string, firstNumber: number, maxLineLength: number) {
    this.text = text;
    this.#whole = text;
    this.#maxLineLength = maxLineLength;
    this.#position = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    this.#nextNumber = firstNumber;
    this.number = firstNumber;
  }

  /** the line last read */
  get line(): string {
    return this.text.slice(this.start, this.end);
  }

  /** Moves to the next line that is not blank; false at the end of the text. */
  next(): boolean {
    while (this.#position < this.#whole.length) {
      this.number = this.#nextNumber;
      this.#physicalLine();
      if (this.#atFold()) this.#unfold();
      if (this.text.charCodeAt(this.start) > SPACE ? this.start < this.end : this.line.trim() !== "")
        return true;
    }
    return false;
  }

  #unfold(): void {
    const pieces = [this.line];
    let length = this.end - this.start;
    while (this.#atFold()) {
      this.#position++;
      this.#physicalLine();
      if (length <= this.#maxLineLength) pieces.push(this.line);
      length += this.end - this.start;
    }
    this.text = pieces.join("");
    this.start = 0;
    this.end = this.text.length;
  }

  #atFold(): boolean {
    const code = this.#whole.charCodeAt(this.#position);
    return code === SPACE || code === TAB;
  }

  #physicalLine(): void {
    const start = this.#position;
    let found = this.#whole.indexOf("\n", start);
    if (this.#nextReturn < start) this.#findReturn(start);
    if (this.#nextReturn < (found < 0 ? this.#whole.length : found) - 1) {
      this.#mendReturns(start);
      found = this.#whole.indexOf("\n");
    }
    const end = found < 0 ? this.#whole.length : found;
    this.text = this.#whole;
    this.start = this.#position;
    this.#position = end + 1;
    this.#nextNumber++;
    const hasReturn = end > this.start && this.#whole.charCodeAt(end - 1) === CARRIAGE_RETURN;
    this.end = hasReturn ? end - 1 : end;
  }

  #findReturn(from: number): void {
    const found = this.#whole.indexOf("\r", from);
    this.#nextReturn = found < 0 ? Infinity : found;
  }

  /** Some old clients end lines with a carriage return alone: from the first such on, all ends become line feeds. */
  #mendReturns(from: number): void {
    this.#whole = this.#whole.slice(from).replace(/\r\n?/g, "\n");
    this.#position = 0;
    this.#nextReturn = Infinity;
  }
}
