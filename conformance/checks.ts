/** One thing that was found to hold, or not. */
export interface CheckResult {
  readonly suite: string;
  readonly name: string;
  /** why it does not hold; undefined when it does */
  readonly failure: string | undefined;
}

/** Collects the checks of one suite. A failing check is noted and the rest go on, so that one run tells all. */
export class Checks {
  readonly suite: string;
  readonly results: CheckResult[] = [];
  constructor(suite: string) {
    this.suite = suite;
  }

  /** Runs a check; whatever it throws is why it fails. */
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
