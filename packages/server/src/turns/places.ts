interface PlacesOptions {
  /** works of one person at the same time */
  readonly atOnce: number;
  /** works of one person that wait for one of these to end */
  readonly waiting: number;
}

/** What one person has running. */
interface Taken {
  running: number;
  readonly waiting: (() => void)[];
}

/** Places for the works of each person: the others wait, up to a number, in their order. */
export class Places {
  readonly #options: PlacesOptions;
  readonly #taken = new Map<string, Taken>();

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  /**
   * Waits for a place.
   * @returns a function that gives it back, which may be called more than once; undefined, at once, if too many wait already
   */
  async enter(who: string): Promise<(() => void) | undefined> {
    const taken = this.#taken.get(who) ?? { running: 0, waiting: [] };
    this.#taken.set(who, taken);
    if (taken.running >= this.#options.atOnce) {
      if (taken.waiting.length >= this.#options.waiting) return undefined;
      // Whoever leaves hands its place on.
      await new Promise<void>((resolve) => taken.waiting.push(resolve));
    } else taken.running += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#leave(who, taken);
    };
  }

  #leave(who: string, taken: Taken): void {
    const next = taken.waiting.shift();
    if (next) return next();
    taken.running -= 1;
    if (taken.running === 0) this.#taken.delete(who);
  }
}
