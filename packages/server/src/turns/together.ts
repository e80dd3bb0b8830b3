interface Batch<T> {
  readonly items: T[];
  readonly done: Promise<void>;
  /** Begins without waiting for more. */
  readonly begin: () => void;
}

/** Does something with many at once: what comes within a while, or while others are done, waits and is done together. */
export class Together<T> {
  readonly #pause: number;
  readonly #work: (items: readonly T[]) => Promise<void>;
  #running: Promise<unknown> = Promise.resolve();
  #next: Batch<T> | undefined;

  /** @param pause how many milliseconds the first waits for others */
  constructor(pause: number, work: (items: readonly T[]) => Promise<void>) {
    this.#pause = pause;
    this.#work = work;
  }

  /** @returns when it is done with these; fails if the work on all that were with them fails */
  add(items: readonly T[]): Promise<void> {
    this.#next ??= this.#batch();
    this.#next.items.push(...items);
    return this.#next.done;
  }

  /** Does what waits now. */
  async flush(): Promise<void> {
    this.#next?.begin();
    await (this.#next?.done.catch(() => undefined) ?? this.#running);
  }

  #batch(): Batch<T> {
    const items: T[] = [];
    const begun = Promise.withResolvers<void>();
    const timer = setTimeout(begun.resolve, this.#pause);
    const done = Promise.all([begun.promise, this.#running]).then(() => {
      clearTimeout(timer);
      this.#next = undefined;
      return this.#work(items);
    });
    this.#running = done.catch(() => undefined);
    return { items, done, begin: begun.resolve };
  }
}
