const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/** Pauses between tries that failed: each is twice as long as the one before, up to a minute. */
export class GrowingPause {
  #next = FIRST_MS;

  /** Whether a try has failed since the last success. */
  get hasGrown(): boolean {
    return this.#next > FIRST_MS;
  }

  /** The pause until the next try (ms). A random part of it keeps the clients of a restarted server from all coming at once. */
  next(): number {
    const pause = this.#next * (0.75 + Math.random() / 2);
    this.#next = Math.min(this.#next * 2, LONGEST_MS);
    return pause;
  }

  /** A try has succeeded, or there is a new reason to try. */
  reset(): void {
    this.#next = FIRST_MS;
  }
}
