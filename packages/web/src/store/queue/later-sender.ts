import type { ChangeSender, ChangeSenderOptions } from "./change-sender.ts";

/** Sends the changes that wait. What does that comes with the first of them: nothing of it is needed to draw a calendar. */
export class LaterSender {
  readonly #options: ChangeSenderOptions;
  #sender: ChangeSender | undefined;

  constructor(options: ChangeSenderOptions) {
    this.#options = options;
  }

  /** Sends what waits until nothing is left that may be sent, or the server is away. */
  async send(): Promise<void> {
    if (this.#options.queue.pending.length === 0) return;
    try {
      const { ChangeSender: Sender } = await import("./change-sender.ts");
      this.#sender ??= new Sender(this.#options);
    } catch {
      // It can't be fetched, so nothing can be sent either: what waits goes on waiting.
      return;
    }
    await this.#sender.send();
  }
}
