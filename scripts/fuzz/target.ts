import type fc from "fast-check";

/** One thing that must hold for every input: what the inputs are, and a check that throws where it does not hold. */
export interface Target<T> {
  readonly name: string;
  /** what holds, for people */
  readonly promise: string;
  /** how many of a thousand inputs go here */
  readonly share: number;
  readonly inputs: fc.Arbitrary<T>;
  readonly check: (input: T) => void | Promise<void>;
}

/** A target whose inputs are plain JSON, so that a failing one can be kept in seeds.json. */
export type AnyTarget = Target<never>;

/** Throws with both values if they differ as JSON. */
export function expectSame(found: unknown, expected: unknown, what: string): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}:\n  found    ${cut(a)}\n  expected ${cut(b)}`);
}

const cut = (text: string | undefined): string => (text ?? "undefined").slice(0, 3000);

/** Throws unless it holds. */
export function expectThat(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}
