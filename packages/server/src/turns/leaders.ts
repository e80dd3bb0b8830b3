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

  /**
   * Does something one at a time for all who want the same. Whoever has waited looks first whether that has settled it for them.
   * @param longest milliseconds; whoever has waited so long does it beside the others
   * @param settled undefined: it has not
   */
  async inTurn<T>(
    key: string,
    longest: number,
    work: () => Promise<T>,
    settled: () => Promise<T | undefined>,
  ): Promise<T> {
    const until = performance.now() + longest;
    for (let left = longest; left > 0; left = until - performance.now()) {
      if (!this.isLed(key)) return this.lead(key, work);
      await this.wait(key, left);
      const found = await settled();
      if (found !== undefined) return found;
    }
    return work();
  }
}
