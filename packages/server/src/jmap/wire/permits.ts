/** Counts running work per key and lets at most `limit` run at once. */
export class Permits {
  readonly #limit: number;
  readonly #taken = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Runs `work` if there is room.
   * @returns undefined, without running it, if there is none
   */
  async run<T>(key: string, work: () => Promise<T>): Promise<T | undefined> {
    const leave = this.enter(key);
    if (!leave) return undefined;
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** @returns a function that gives the permit back, which may be called more than once; undefined if there is no room */
  enter(key: string): (() => void) | undefined {
    const taken = this.#taken.get(key) ?? 0;
    if (taken >= this.#limit) return undefined;
    this.#taken.set(key, taken + 1);
    let isOver = false;
    return () => {
      if (!isOver) this.#giveBack(key);
      isOver = true;
    };
  }

  #giveBack(key: string): void {
    const left = (this.#taken.get(key) ?? 1) - 1;
    if (left > 0) this.#taken.set(key, left);
    else this.#taken.delete(key);
  }
}
