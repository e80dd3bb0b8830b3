/** "failed": it is tried again, or given up. */
export type Outcome = "done" | "failed";

/** @returns the same runners or senders; `onDone` hears of each time that one ends */
export function counted<A extends readonly unknown[]>(
  runners: ReadonlyMap<string, (...args: A) => Promise<void>>,
  onDone: (kind: string, outcome: Outcome) => void,
): ReadonlyMap<string, (...args: A) => Promise<void>> {
  const one =
    (kind: string, run: (...args: A) => Promise<void>) =>
    async (...args: A): Promise<void> => {
      let outcome: Outcome = "failed";
      try {
        await run(...args);
        outcome = "done";
      } finally {
        onDone(kind, outcome);
      }
    };
  return new Map([...runners].map(([kind, run]) => [kind, one(kind, run)]));
}
