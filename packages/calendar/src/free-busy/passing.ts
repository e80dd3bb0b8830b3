import type { Instant } from "../time/instant.ts";
import type { Stretch } from "./merge-busy-periods.ts";

/**
 * Ordered stretches without overlaps. Questions must come in order of time, so that all of them together take one
 * pass.
 */
export class Passing {
  readonly #stretches: readonly Stretch[];
  #next = 0;

  constructor(stretches: readonly Stretch[]) {
    this.#stretches = stretches;
  }

  /**
   * Whether any stretch overlaps the time between two moments; `from` may not be before that of an earlier question.
   */
  meets(from: Instant, to: Instant): boolean {
    while ((this.#stretches[this.#next]?.to ?? Infinity) <= from) this.#next++;
    return (this.#stretches[this.#next]?.from ?? Infinity) < to;
  }
}
