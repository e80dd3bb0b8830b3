/** @returns milliseconds to wait after the `attempts`-th failure: 10 s, then doubling up to an hour */
export function retryDelay(attempts: number): number {
  return Math.min(3_600_000, 10_000 * 2 ** Math.max(0, attempts - 1));
}
