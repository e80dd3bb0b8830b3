import { chunksIn, chunksOfDays, type ChunkRun } from "./loaded-chunks.ts";

/** How many chunks of days are kept at most: more than four years, of which a year on screen takes fourteen. */
export const MAX_CHUNKS = 56;
/** How many of them stay when there were more, so that it is seldom that some must go. */
export const CHUNKS_LEFT = 42;

/**
 * Which days are on screen. Whoever goes on and on through the years is rid of those that nobody has looked at for the
 * longest time, and never of any that somebody looks at.
 */
export class LookedAtDays {
  readonly #looks = new Set<ChunkRun>();

  /** Notes that days are on screen (days since 1970-01-01, `toDay` exclusive), until what it gives is called. */
  look(fromDay: number, toDay: number): () => void {
    const run = chunksOfDays(fromDay, toDay);
    this.#looks.add(run);
    return () => void this.#looks.delete(run);
  }

  /**
   * The chunks to let go of some.
   * @param chunks in the order in which they were last looked at, the oldest first
   * @param isHeld whether one must stay for another reason
   */
  surplus(chunks: ReadonlySet<number>, isHeld: (chunk: number) => boolean): readonly number[] {
    if (chunks.size <= MAX_CHUNKS) return [];
    const onScreen = new Set([...this.#looks].flatMap(chunksIn));
    const free = [...chunks].filter((chunk) => !onScreen.has(chunk) && !isHeld(chunk));
    return free.slice(0, chunks.size - CHUNKS_LEFT);
  }
}
