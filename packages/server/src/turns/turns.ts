/** ms that one piece of work may hold the process before others get their turn. */
const SLICE_MS = 10;

/** With more people than this, those who owe nothing are forgotten. */
const MOST_REMEMBERED = 1_000;

/** The turns of one person, or of one kind of work without a person. */
export interface Turn {
  /** Whether the present slice is used up. Costs next to nothing: ask before every object. */
  isDue(): boolean;
  /** Waits for the next slice. Never call it inside a read of the storage: it would hold its snapshot. */
  next(): Promise<void>;
}

interface Waiting {
  readonly goOn: () => void;
  /** Whether its slice counts for what its person has used. */
  readonly isCounted: boolean;
}

/**
 * Shares the event loop of the process. Long work asks at every step whether its slice is over, and then waits for the next one.
 * Only one slice runs between two looks at what has arrived, so a short request waits for one slice at most; and the slices
 * go round by person, so whoever starts many works gets no more of them than somebody with one.
 */
export class Turns {
  readonly #sliceMs: number;
  /** Who waits, the next one first, each with their works in order. */
  readonly #waiting = new Map<string, Waiting[]>();
  /** When the present slice began, on the clock of `performance.now`. */
  #began: number | undefined;
  #isCalled = false;
  #given = 0;
  /** ms of waited-for slices by person, as they were at a moment. */
  readonly #spent = new Map<string, { readonly ms: number; readonly at: number }>();

  /** @param sliceMs 0 makes every step a slice, for tests */
  constructor(sliceMs = SLICE_MS) {
    this.#sliceMs = sliceMs;
  }

  /** How many slices were waited for since the start. */
  get given(): number {
    return this.#given;
  }

  /**
   * @param who the id of a person or account, or the name of a kind of work
   * @param kind `background`: nobody waits for it, so it takes its turns from the person's share, but does not use the share up
   */
  of(who: string, kind: "asked" | "background" = "asked"): Turn {
    return { isDue: () => this.isDue(), next: () => this.next(who, kind === "asked") };
  }

  isDue(): boolean {
    const now = performance.now();
    if (this.#began === undefined) {
      this.#begin(now);
      // Everything that arrived together shares a slice.
      setImmediate(() => this.#end(now));
    }
    return now - (this.#began ?? now) >= this.#sliceMs;
  }

  next(who: string, isCounted = true): Promise<void> {
    return new Promise((goOn) => {
      const works = this.#waiting.get(who);
      if (works) works.push({ goOn, isCounted });
      else this.#waiting.set(who, [{ goOn, isCounted }]);
      this.#call();
    });
  }

  #call(): void {
    if (this.#isCalled || this.#waiting.size === 0) return;
    this.#isCalled = true;
    setImmediate(() => {
      this.#isCalled = false;
      this.#serve();
    });
  }

  /** Lets the first work of the first person go on, and puts that person behind all others. */
  #serve(): void {
    const [next] = this.#waiting;
    if (!next) return;
    const [who, works] = next;
    this.#waiting.delete(who);
    const work = works.shift();
    if (works.length > 0) this.#waiting.set(who, works);
    const began = performance.now();
    this.#begin(began);
    this.#given += 1;
    work?.goOn();
    // Ticks that a promise asks for run when no promise is left to resolve: what follows is another slice.
    queueMicrotask(() =>
      process.nextTick(() => {
        this.#end(began);
        if (work?.isCounted) this.#spend(who, performance.now() - began);
      }),
    );
    this.#call();
  }

  #spend(who: string, ms: number): void {
    this.#spent.set(who, { ms: this.#spentBy(who) + ms, at: performance.now() });
    if (this.#spent.size > MOST_REMEMBERED)
      for (const other of this.#spent.keys()) if (this.#spentBy(other) === 0) this.#spent.delete(other);
  }

  /** What was spent is forgotten at half the rate at which time passes. */
  #spentBy(who: string): number {
    const spent = this.#spent.get(who);
    return spent ? Math.max(0, spent.ms - (performance.now() - spent.at) / 2) : 0;
  }

  /**
   * How long somebody has to wait who has used up their share: in the long run half of the process's time, and more at once as long
   * as they have not used it before.
   * @param budgetMs what may be used at once
   * @returns whole seconds; 0: nothing is used up
   */
  waitOf(who: string, budgetMs: number): number {
    return Math.ceil((Math.max(0, this.#spentBy(who) - budgetMs) * 2) / 1000);
  }

  #begin(at: number): void {
    this.#began = at;
  }

  #end(began: number): void {
    if (this.#began === began) this.#began = undefined;
  }
}

/** The turns of this process: its event loop is one, whoever works on it. */
export const processTurns = new Turns();

/** For work that must not be interrupted. */
export const UNBROKEN: Pick<Turns, "of" | "waitOf"> = {
  waitOf: () => 0,
  of: () => ({ isDue: () => false, next: () => Promise.resolve() }),
};
