import type { Schedule } from "../context/schedule.ts";

/** The most bytes waiting for a client. */
const BUFFER = 64 * 1024;
/** A client that takes nothing for this long is disconnected. */
const STALL_MS = 60_000;

const encoder = new TextEncoder();

/**
 * A `text/event-stream` body that never holds more than its buffer: writers ask first whether there is room, and are
 * called when there is again.
 */
export class EventStream {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly #schedule: Schedule;
  readonly #onClose: () => void;
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  #cancelStall: (() => void) | undefined;

  constructor(schedule: Schedule, onRoom: () => void, onClose: () => void) {
    this.#schedule = schedule;
    this.#onClose = onClose;
    this.body = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => {
          this.#cancelStall?.();
          this.#cancelStall = undefined;
          onRoom();
        },
        cancel: () => this.#end(),
      },
      { highWaterMark: BUFFER, size: (chunk) => chunk.byteLength },
    );
  }

  get isOpen(): boolean {
    return this.#controller !== undefined;
  }

  get hasRoom(): boolean {
    return (this.#controller?.desiredSize ?? 0) > 0;
  }

  /** @returns false, without writing, if the client has not yet taken the earlier data */
  write(text: string): boolean {
    if (!this.#controller) return false;
    if (!this.hasRoom) {
      this.#cancelStall ??= this.#schedule(STALL_MS, () => this.close());
      return false;
    }
    this.#controller.enqueue(encoder.encode(text));
    return true;
  }

  /** Ends the response; what is buffered is still delivered. */
  close(): void {
    const controller = this.#controller;
    if (!controller) return;
    this.#end();
    controller.close();
  }

  #end(): void {
    if (!this.#controller) return;
    this.#controller = undefined;
    this.#cancelStall?.();
    this.#onClose();
  }
}

/** One event in the form of the HTML standard, "Server-sent events". `data` is written as JSON, which has no line breaks. */
export const eventText = (event: string, data: unknown, id?: string): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n${id === undefined ? "" : `id: ${id}\n`}\n`;
