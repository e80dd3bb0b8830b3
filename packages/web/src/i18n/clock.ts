import { useSyncExternalStore } from "react";

const MINUTE = 60_000;

/** The one clock for everything on screen. It ticks on the minute, and whenever the page becomes visible. */
class MinuteClock {
  #now = Date.now();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  /** The moment of the last tick. */
  readonly now = (): number => this.#now;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop();
    };
  };

  #start(): void {
    this.#now = Date.now();
    this.#schedule();
    document.addEventListener("visibilitychange", this.#whenSeen);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.#whenSeen);
  }

  readonly #whenSeen = (): void => {
    if (document.visibilityState === "visible") this.#tick();
  };

  readonly #tick = (): void => {
    this.#now = Date.now();
    clearTimeout(this.#timer);
    this.#schedule();
    for (const listener of this.#listeners) listener();
  };

  #schedule(): void {
    this.#timer = setTimeout(this.#tick, MINUTE - (this.#now % MINUTE) + 20);
  }
}

const clock = new MinuteClock();

/** Now, to the minute. Every component that uses it is rendered each minute; prefer `useAtNow` for a small answer. */
export const useNow = (): number => useSyncExternalStore(clock.subscribe, clock.now);

/** An answer that depends on now; the component is rendered only when the answer (a primitive) changes. */
export const useAtNow = <T extends string | number | boolean>(answer: (now: number) => T): T =>
  useSyncExternalStore(clock.subscribe, oncePerTick(answer));

/** React asks several times for each rendering. */
function oncePerTick<T>(answer: (now: number) => T): () => T {
  let last: { readonly now: number; readonly said: T } | undefined;
  return () => {
    const now = clock.now();
    if (last?.now !== now) last = { now, said: answer(now) };
    return last.said;
  };
}

/** The moment of the clock's last tick, for event handlers. */
export const clockNow = clock.now;
