/** Milliseconds until the first page has been drawn, on all but the slowest machines. */
export const AFTER_MS = 800;
const AGAIN_MS = 5_000;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Fetches a part of the app that the first page does without, once that has been drawn; over and over while it cannot be
 * fetched, because nobody has asked for it whom a failure could be told.
 */
export async function afterFirstPage<T>(load: () => Promise<T>): Promise<T> {
  await wait(AFTER_MS);
  for (;;) {
    try {
      return await load();
    } catch {
      await wait(AGAIN_MS);
    }
  }
}
