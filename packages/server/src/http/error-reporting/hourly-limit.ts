const HOUR = 3_600_000;

/** Lets so many through in each hour from the first of them. */
export class HourlyLimit {
  readonly #most: number;
  #began = -Infinity;
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** @param now ms; a clock that goes back begins a new hour. @returns whether one more is let through */
  take(now: number): boolean {
    if (now - this.#began >= HOUR || now < this.#began) {
      this.#began = now;
      this.#taken = 0;
    }
    if (this.#taken >= this.#most) return false;
    this.#taken++;
    return true;
  }
}
