import { chunksIn, chunksOfDays, type ChunkRun } from "./loaded-chunks.ts";

/** The most chunks of days to keep: more than four years, of which a year on screen takes fourteen. */
export const MAX_CHUNKS = 56;
/** How many of them stay when there were more, so that it is seldom that some must go. */
export const CHUNKS_LEFT = 42;

/**
 * Knows which days are on screen. When a person scrolls on through the years, it lets go of the days that nobody has
 * looked at for the longest time, and never of days on screen.
 */
export class LookedAtDays {
  readonly #looks = new Set<ChunkRun>();

  /**
   * Notes that days are on screen (days since 1970-01-01, `toDay` exclusive), until the returned function is called.
   */
  look(fromDay: number, toDay: number): () => void {
    const run = chunksOfDays(fromDay, toDay);
    this.#looks.add(run);
    return () => void this.#looks.delete(run);
  }

  /** The days on screen. */
  get runs(): Iterable<ChunkRun> {
    return this.#looks;
  }

  /**
   * Chooses the chunks to let go.
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
