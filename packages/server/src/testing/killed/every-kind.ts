import { setTimeout as wait } from "node:timers/promises";
import { CutOffClient, Gone, Unsure, type Found, type Kind } from "./cut-off-client.ts";

/** Somebody who does every kind of write at the same time until their server is gone, and afterwards looks for each. */
export class EveryKind {
  readonly #client: CutOffClient;
  readonly #kinds: readonly Kind[];
  readonly #acknowledged: ReadonlyMap<string, Set<string>>;
  readonly #next = new Map<string, number>();

  constructor(login: string, password: string, directory: string, kinds: readonly Kind[]) {
    this.#client = new CutOffClient(login, password, directory);
    this.#kinds = kinds;
    this.#acknowledged = new Map(kinds.map(({ name }) => [name, new Set()]));
  }

  async prepare(url: string): Promise<void> {
    await this.#client.open(url);
    for (const { prepare } of this.#kinds) await prepare?.(this.#client);
  }

  /** The least that was acknowledged of any kind. */
  get least(): number {
    return Math.min(...[...this.#acknowledged.values()].map((keys) => keys.size));
  }

  /** Writes until the server does not answer. Throws if it refuses anything. */
  async run(url: string): Promise<void> {
    await this.#client.open(url);
    await Promise.all(this.#kinds.map((kind) => this.#writeOn(kind)));
  }

  async #writeOn({ name, write }: Kind): Promise<void> {
    for (;;) {
      const n = this.#next.get(name) ?? 0;
      this.#next.set(name, n + 1);
      try {
        for (const key of await write(this.#client, n)) this.#acknowledged.get(name)?.add(key);
      } catch (error) {
        if (error instanceof Gone) return;
        if (!(error instanceof Unsure)) throw error;
        // As long as a client waits at least.
        await wait(20);
      }
    }
  }

  /** @returns a line for each acknowledged write that isn't there, and for each that is there twice */
  async audit(url: string): Promise<readonly string[]> {
    await this.#client.open(url);
    const wrong: string[] = [];
    for (const { name, found } of this.#kinds) {
      const keys = [...(this.#acknowledged.get(name) ?? [])];
      const there = await this.#settled(found, keys);
      wrong.push(...keys.filter((key) => !there.has(key)).map((key) => `${name}: ${key} is lost`));
      for (const [key, count] of there) if (count > 1) wrong.push(`${name}: ${key} is there ${count} times`);
    }
    return wrong;
  }

  /** What is there once nothing acknowledged is missing any more, or after a time in which everything must have been done. */
  async #settled(found: Kind["found"], keys: readonly string[]): Promise<Found> {
    const until = performance.now() + SETTLED_MS;
    for (;;) {
      const there = await found(this.#client);
      if (keys.every((key) => there.has(key)) || performance.now() > until) return there;
      await wait(100);
    }
  }
}
/** Longer than anything waits whose process died. */
const SETTLED_MS = 150_000;
