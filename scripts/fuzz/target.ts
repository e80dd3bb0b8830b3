import type fc from "fast-check";

/** One property that must hold for every input: the inputs, and a check that throws if it does not hold. */
export interface Target<T> {
  readonly name: string;
  /** the property, for people */
  readonly promise: string;
  /** how many of a thousand inputs go here */
  readonly share: number;
  readonly inputs: fc.Arbitrary<T>;
  readonly check: (input: T) => void | Promise<void>;
}

/** A target with plain JSON inputs, so that a failing one can be kept in seeds.json. */
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
