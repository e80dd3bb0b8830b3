const SHOWN_OF_A_KIND = 5;

/** Findings of the run, and a count of everybody's actions. */
export class Findings {
  readonly #found = new Map<string, { count: number; readonly examples: string[] }>();
  readonly #counts = new Map<string, number>();

  /** Adds a problem. `kind` groups them, `example` describes one case. */
  add(kind: string, example: string): void {
    const found = this.#found.get(kind) ?? { count: 0, examples: [] };
    this.#found.set(kind, found);
    found.count++;
    if (found.examples.length < SHOWN_OF_A_KIND) found.examples.push(example.slice(0, 600));
  }

  count(what: string, by = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + by);
  }

  get total(): number {
    return [...this.#found.values()].reduce((sum, { count }) => sum + count, 0);
  }
  get lines(): readonly string[] {
    return [...this.#found].flatMap(([kind, { count, examples }]) => [
      `${kind}: ${String(count)}`,
      ...examples.map((example) => `  ${example}`),
    ]);
  }
  get counts(): ReadonlyMap<string, number> {
    return new Map([...this.#counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}
