/** Of all who want the same, one goes ahead; the others wait until that is done. */
export class Leaders {
  readonly #ahead = new Map<string, Promise<void>>();

  /** Whether somebody is ahead. */
  isLed(key: string): boolean {
    return this.#ahead.has(key);
  }

  /** Waits until whoever is ahead is done, however it ends, or so many milliseconds. */
  async wait(key: string, longest: number): Promise<void> {
    const over = Promise.withResolvers<void>();
    const timer = setTimeout(over.resolve, longest);
    await Promise.race([this.#ahead.get(key), over.promise]);
    clearTimeout(timer);
  }

  /** Does something ahead of all others. */
  async lead<T>(key: string, work: () => Promise<T>): Promise<T> {
    const done = Promise.withResolvers<void>();
    this.#ahead.set(key, done.promise);
    try {
      return await work();
    } finally {
      if (this.#ahead.get(key) === done.promise) this.#ahead.delete(key);
      done.resolve();
    }
  }
}
