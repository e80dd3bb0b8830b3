import type { EndlessSink, EndlessSource } from "../../http/endless.ts";
import type { Schedule } from "../context/schedule.ts";

/** A client that takes nothing for this long is disconnected. */
const STALL_MS = 60_000;

/**
 * The body of a `text/event-stream` that holds nothing back: writers ask first whether there is room, and are called
 * when there is again.
 */
export class EventStream implements EndlessSource {
  readonly #schedule: Schedule;
  readonly #onRoom: () => void;
  readonly #onClose: () => void;
  #sink: EndlessSink | undefined;
  /** What was written before anybody took it. */
  #first = "";
  #isFull = false;
  #isOpen = true;
  #cancelStall: (() => void) | undefined;

  constructor(schedule: Schedule, onRoom: () => void, onClose: () => void) {
    this.#schedule = schedule;
    this.#onRoom = onRoom;
    this.#onClose = onClose;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get hasRoom(): boolean {
    return this.#isOpen && !this.#isFull;
  }

  start(sink: EndlessSink): void {
    this.#sink = sink;
    this.#isFull = !sink.write(this.#first);
    this.#first = "";
    if (!this.#isOpen) sink.end();
  }

  hasRoomAgain(): void {
    this.#isFull = false;
    this.#cancelStall?.();
    this.#cancelStall = undefined;
    this.#onRoom();
  }

  readerIsGone(): void {
    this.#end();
  }

  /** @returns false, without writing, if the client has not yet taken the earlier data */
  write(text: string): boolean {
    if (!this.#isOpen) return false;
    if (this.#isFull) {
      this.#cancelStall ??= this.#schedule(STALL_MS, () => this.close());
      return false;
    }
    if (this.#sink) this.#isFull = !this.#sink.write(text);
    else this.#first += text;
    return true;
  }

  /** Ends the response; what was written is still delivered. */
  close(): void {
    this.#end();
    this.#sink?.end();
  }

  #end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#cancelStall?.();
    this.#onClose();
  }
}

/** One event in the form of the HTML standard, "Server-sent events". `data` is written as JSON, which has no line breaks. */
export const eventText = (event: string, data: unknown, id?: string): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n${id === undefined ? "" : `id: ${id}\n`}\n`;
