/** Reads the same for all who ask at one moment. Whoever asks while it is being read waits for the next reading: nobody is told of the past. */
export class OneForAll<T> {
  readonly #next = new Map<string, Promise<T>>();
  readonly #running = new Map<string, Promise<T>>();

  /** @returns what a reading says that begins after this call; fails if that fails */
  ask(key: string, read: () => Promise<T>): Promise<T> {
    const known = this.#next.get(key);
    if (known) return known;
    const next = this.#after(key, this.#running.get(key), read);
    this.#next.set(key, next);
    return next;
  }

  async #after(key: string, before: Promise<T> | undefined, read: () => Promise<T>): Promise<T> {
    await before?.catch(() => undefined);
    this.#next.delete(key);
    const running = read();
    this.#running.set(key, running);
    try {
      return await running;
    } finally {
      if (this.#running.get(key) === running) this.#running.delete(key);
    }
  }
}
