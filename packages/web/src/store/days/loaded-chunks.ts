/** Events are fetched by spans of whole days of this length, so that moving a week rarely asks again. */
export const CHUNK_DAYS = 28;

/** A run of chunks: from inclusive, to exclusive. */
export interface ChunkRun {
  readonly from: number;
  readonly to: number;
}

/** The chunk of a day (days since 1970-01-01). */
export const chunkOfDay = (day: number): number => Math.floor(day / CHUNK_DAYS);

/** The chunks that hold some days; `toDay` is exclusive. */
export const chunksOfDays = (fromDay: number, toDay: number): ChunkRun => ({
  from: chunkOfDay(fromDay),
  to: chunkOfDay(Math.max(fromDay, toDay - 1)) + 1,
});

/** The chunks of a run, in order. */
export const chunksIn = ({ from, to }: ChunkRun): readonly number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

/** The runs of chunks of `wanted` that are not among those had, each as long as possible. */
export function missingRuns(had: ReadonlySet<number>, wanted: ChunkRun): ChunkRun[] {
  const runs: ChunkRun[] = [];
  let from: number | undefined;
  for (let chunk = wanted.from; chunk <= wanted.to; chunk++) {
    const isMissing = chunk < wanted.to && !had.has(chunk);
    if (isMissing) from ??= chunk;
    else if (from !== undefined) {
      runs.push({ from, to: chunk });
      from = undefined;
    }
  }
  return runs;
}

/** Chunks as runs, each as long as possible, in order. */
export function runsOfChunks(chunks: Iterable<number>): readonly ChunkRun[] {
  const runs: { from: number; to: number }[] = [];
  for (const chunk of [...chunks].toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.to === chunk) last.to++;
    else runs.push({ from: chunk, to: chunk + 1 });
  }
  return runs;
}
