import type { Component } from "./component.ts";
import { fold, LINE_END } from "./fold.ts";
import { plainHead, writtenHead, type WrittenHead } from "./written-head.ts";

/** Writes a component as iCalendar text: CRLF line ends, lines folded at 75 octets of UTF-8 (RFC 5545 §3.1). */
export function serialiseICalendar(component: Component): string {
  const writer = new TextWriter();
  writeLines(component, writer);
  return writer.finish();
}

function writeLines(component: Component, writer: TextWriter): void {
  const name = component.written ?? component.name;
  writer.line(plainHead("BEGIN"), name);
  for (const property of component.properties) writer.line(writtenHead(property), property.value);
  for (const inner of component.components) writeLines(inner, writer);
  writer.line(plainHead("END"), name);
}

const CHUNK = 1 << 16;

/**
 * Appends line after line. The engine keeps such a string as its parts until it is read. That is much cheaper than a
 * list of lines as long as there are few parts, so from time to time a character is read, which joins them.
 */
class TextWriter {
  readonly #chunks: string[] = [];
  /** begins with the end of the previous line */
  #text = "";

  line(head: WrittenHead, value: string): void {
    this.#text += head.text + fold(value, head.column);
    if (this.#text.length > CHUNK) this.#endChunk();
  }

  #endChunk(): void {
    this.#chunks.push(this.#text.slice(LINE_END.length));
    this.#text = "";
  }

  finish(): string {
    if (this.#text !== "") this.#endChunk();
    this.#chunks.push("");
    return this.#chunks.join(LINE_END);
  }
}
