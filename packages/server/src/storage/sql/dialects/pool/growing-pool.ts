import type pg from "pg";

/** With how many connections a burst begins. */
export const FIRST_CONNECTIONS = 3;
/** How long somebody waits before one more is opened. */
const PATIENCE_MS = 50;

/** Where transactions get their connections. */
export interface Connections {
  connect(): Promise<pg.PoolClient>;
}

interface GrowingOptions {
  readonly most: number;
  /** How long to wait for a connection, ms. */
  readonly longest: number;
}

interface Waiting {
  readonly enter: () => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Gives the connections of a pool to as many as have been needed at once so far, and one more whenever somebody has waited for a while.
 * The pool alone opens one for everybody who comes while all are in use: when a time opens, that is all of them at once in every process,
 * each reads the catalogue and plans anew, and meanwhile nobody is answered.
 */
export class GrowingPool implements Connections {
  readonly #pool: pg.Pool;
  readonly #options: GrowingOptions;
  readonly #waiting: Waiting[] = [];
  #places: number;
  #used = 0;
  #growing: NodeJS.Timeout | undefined;

  constructor(pool: pg.Pool, options: GrowingOptions) {
    this.#pool = pool;
    this.#options = options;
    this.#places = Math.min(FIRST_CONNECTIONS, options.most);
  }

  /** Opens those with which a burst begins: a failure shows when they are used. */
  async open(): Promise<void> {
    const opened = await Promise.allSettled(Array.from({ length: this.#places }, () => this.connect()));
    for (const one of opened) if (one.status === "fulfilled") one.value.release();
  }

  /** @throws if there is none for too long, or none can be opened */
  async connect(): Promise<pg.PoolClient> {
    await this.#enter();
    try {
      const client = await this.#pool.connect();
      const release = client.release.bind(client);
      client.release = (error) => {
        release(error);
        this.#leave();
      };
      return client;
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  #enter(): Promise<void> {
    if (this.#used < this.#places) {
      this.#used++;
      return Promise.resolve();
    }
    this.#grow();
    return new Promise((enter, refuse) => {
      const waiting: Waiting = {
        enter,
        timer: setTimeout(() => {
          this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
          refuse(new Error("all connections to the database are in use"));
        }, this.#options.longest),
      };
      this.#waiting.push(waiting);
    });
  }

  #leave(): void {
    this.#used--;
    this.#admit();
  }

  #admit(): void {
    if (this.#used >= this.#places) return;
    const next = this.#waiting.shift();
    if (!next) return;
    clearTimeout(next.timer);
    this.#used++;
    next.enter();
  }

  /** Opens one more after a while, as long as somebody waits. */
  #grow(): void {
    if (this.#growing || this.#places >= this.#options.most) return;
    this.#growing = setTimeout(() => {
      this.#growing = undefined;
      if (this.#waiting.length === 0) return;
      this.#places++;
      this.#admit();
      if (this.#waiting.length > 0) this.#grow();
    }, PATIENCE_MS);
  }
}
