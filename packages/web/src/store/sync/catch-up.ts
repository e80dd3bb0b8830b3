import { GrowingPause } from "../../api/growing-pause.ts";

/**
 * Finds out what was missed, and tries again with growing pauses until nothing is: a single request may fail while the
 * connection that announces changes stays open, and nobody would announce the same change twice.
 */
export class CatchUp {
  readonly #run: () => Promise<boolean>;
  readonly #pause = new GrowingPause();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  /** @param run false: something was not answered */
  constructor(run: () => Promise<boolean>) {
    this.#run = run;
  }

  /** Catches up at once. */
  async now(): Promise<void> {
    this.#isStopped = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!(await this.#run())) return this.missed();
    // Something else may have failed meanwhile: its own try is on its way.
    if (this.#timer === undefined) this.#pause.reset();
  }

  /** A request was not answered: catches up after a pause. */
  missed(): void {
    if (this.#isStopped) return;
    this.#timer ??= setTimeout(() => void this.now(), this.#pause.next());
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
