/** The result of one check. */
export interface CheckResult {
  readonly suite: string;
  readonly name: string;
  /** why it failed; undefined if it passed */
  readonly failure: string | undefined;
}

/** Collects the checks of one suite. A failing check is recorded and the rest go on, so that one run shows all. */
export class Checks {
  readonly suite: string;
  readonly results: CheckResult[] = [];
  constructor(suite: string) {
    this.suite = suite;
  }

  /** Runs a check; an exception is its failure. */
  async check(name: string, work: () => Promise<void> | void): Promise<void> {
    try {
      await work();
      this.results.push({ suite: this.suite, name, failure: undefined });
    } catch (error) {
      this.results.push({
        suite: this.suite,
        name,
        failure: error instanceof Error ? error.message : String(error),
      });
    }
  }
}

/** Throws unless `condition`; `message` says what was found instead. */
export function expectThat(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

export function expectEqual<T>(found: T, expected: T, what: string): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: expected ${b}, found ${a}`);
}
