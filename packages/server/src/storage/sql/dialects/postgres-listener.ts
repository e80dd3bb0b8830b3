import pg from "pg";
import { clientOptions } from "./postgres-connection.ts";

export const CHANNEL = "snart_account";
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

/** A connection of its own that listens for commits, and comes back when it breaks. */
export class PostgresListener {
  readonly #url: string;
  readonly #onPayload: (payload: string) => void;
  readonly #onConnect: () => void;
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pause = FIRST_PAUSE_MS;
  #isStopped = false;

  /**
   * @param onPayload gets each notification's text
   * @param onConnect is called when listening begins, and begins again: earlier notifications were missed
   */
  constructor(url: string, onPayload: (payload: string) => void, onConnect: () => void) {
    this.#url = url;
    this.#onPayload = onPayload;
    this.#onConnect = onConnect;
    void this.#connect();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const client = new pg.Client(clientOptions(this.#url));
    this.#client = client;
    client.on("notification", ({ payload }) => {
      // What was on its way when it was stopped still arrives.
      if (!this.#isStopped) this.#onPayload(payload ?? "");
    });
    // One of these, or both, report a broken connection.
    client.on("error", () => this.#lost(client));
    client.on("end", () => this.#lost(client));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch {
      this.#lost(client);
      return;
    }
    if (this.#isStopped) return;
    this.#pause = FIRST_PAUSE_MS;
    this.#onConnect();
  }

  #lost(client: pg.Client): void {
    if (this.#isStopped || client !== this.#client) return;
    this.#client = undefined;
    client.end().catch(() => undefined);
    this.#timer = setTimeout(() => void this.#connect(), this.#pause);
    this.#timer.unref();
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
  }
}
