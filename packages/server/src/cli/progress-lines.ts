import type { Progress } from "../backup/write-archive.ts";

const EVERY_MS = 200;

/** Prints progress for programs, a line of JSON each, five times a second and at the end of each step. */
export function progressLines(print: (line: string) => void): (step: string, progress: Progress) => void {
  let last = -Infinity;
  return (step, { done, all }) => {
    const now = performance.now();
    if (now - last < EVERY_MS && done < all) return;
    last = now;
    print(`${JSON.stringify({ step, done, all })}\n`);
  };
}
