const CARRIAGE_RETURN = 13;
const SPACE = 32;
const TAB = 9;

/** Reads unfolded content lines one by one (RFC 5545 §3.1), whatever the line ends; blank lines are passed over. */
export class LineReader {
  /** the unfolded line last read */
  line = "";
  /** its number in the text, counted from the first number given */
  number: number;
  readonly #text: string;
  readonly #maxLineLength: number;
  #position: number;
  #nextNumber: number;

  /** A line longer than `maxLineLength` characters is cut right behind that bound, so that the caller can see it is too long. */
  constructor(text: string, firstNumber: number, maxLineLength: number) {
    this.#text = /\r(?!\n)/.test(text) ? text.replace(/\r\n?/g, "\n") : text;
    this.#maxLineLength = maxLineLength;
    this.#position = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    this.#nextNumber = firstNumber;
    this.number = firstNumber;
  }

  /** Moves to the next line that is not blank; false at the end of the text. */
  next(): boolean {
    while (this.#position < this.#text.length) {
      this.number = this.#nextNumber;
      this.line = this.#physicalLine();
      if (this.#atFold()) this.#unfold();
      if (this.line.charCodeAt(0) > SPACE || this.line.trim() !== "") return true;
    }
    return false;
  }

  #unfold(): void {
    const pieces = [this.line];
    let length = this.line.length;
    while (this.#atFold()) {
      this.#position++;
      const piece = this.#physicalLine();
      if (length <= this.#maxLineLength) pieces.push(piece);
      length += piece.length;
    }
    this.line = pieces.join("");
  }

  #atFold(): boolean {
    const code = this.#text.charCodeAt(this.#position);
    return code === SPACE || code === TAB;
  }

  #physicalLine(): string {
    const start = this.#position;
    const found = this.#text.indexOf("\n", start);
    const end = found < 0 ? this.#text.length : found;
    this.#position = end + 1;
    this.#nextNumber++;
    const hasReturn = end > start && this.#text.charCodeAt(end - 1) === CARRIAGE_RETURN;
    return this.#text.slice(start, hasReturn ? end - 1 : end);
  }
}
