/** An expected outcome: a value, or a problem that the caller must deal with. Bugs are exceptions instead. */
export type Result<T, P> = Ok<T> | Failed<P>;
interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}
export interface Failed<P> {
  readonly ok: false;
  readonly problem: P;
}

/** Wraps a value as success. */
export const ok = <T>(value: T): Ok<T> => ({ ok: true, value });

/** Wraps a problem as failure. */
export const failed = <P>(problem: P): Failed<P> => ({ ok: false, problem });
