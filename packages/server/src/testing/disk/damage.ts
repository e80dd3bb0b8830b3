import { readFileSync, writeFileSync } from "node:fs";

export const PAGE = 4_096;

/** Noise that is the same in every run. */
export function* noise(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state >>> 8;
  }
}

/** Writes noise over pages of a database that nobody has open. */
export function overwrite(path: string, pages: readonly number[], seed: number): void {
  const bytes = readFileSync(path);
  const random = noise(seed);
  for (const page of pages)
    for (let i = 0; i < PAGE; i++) bytes[page * PAGE + i] = random.next().value & 0xff;
  writeFileSync(path, bytes);
}

/** The page on which this is stored; the first may be a former place of it. */
export const pageOf = (path: string, what: string): number =>
  Math.floor(readFileSync(path).lastIndexOf(what) / PAGE);

/** Gives a damaged database back the page of another on which this is stored. */
export function mend(path: string, from: string, what: string): void {
  const page = pageOf(from, what);
  const bytes = readFileSync(path);
  readFileSync(from).copy(bytes, page * PAGE, page * PAGE, (page + 1) * PAGE);
  writeFileSync(path, bytes);
}
