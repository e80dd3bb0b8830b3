import type { Answers } from "./scope.ts";
import { TransactionConnection, type Engine, type HeldSnapshot } from "./dialects/engine.ts";
import type { SnapshotWork } from "./request-snapshots.ts";

/** The next snapshot waits for the one before it no longer than this: one slow reader should not keep all others. */
const LONGEST_MS = 200;

/** Those who read in one snapshot. */
interface Batch {
  readers: number;
  /** Begun when the one before is over. */
  readonly held: Promise<HeldSnapshot>;
  readonly known: Answers;
  /** Says that nobody reads in it any more. */
  readonly end: () => void;
}

/**
 * One snapshot for the reads of many requests that ask at one moment: in a rush they need one connection instead of all, and what they ask
 * alike is asked once. Whoever comes while one is being read waits for the next, so nobody reads what was there before they asked.
 */
export class ReadsTogether {
  readonly #engine: Engine;
  #gathering: Batch | undefined;
  /** When the last one that has begun is over. */
  #before: Promise<unknown> = Promise.resolve();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Reads in a snapshot that begins after this was called. */
  async read<T>(work: SnapshotWork<T>): Promise<T> {
    const engine = this.#engine;
    if (!engine.hold) return engine.read(work);
    const batch = (this.#gathering ??= this.#gather(engine.hold.bind(engine)));
    batch.readers++;
    try {
      return await readIn(batch, work);
    } catch {
      // A failed question ends the transaction of all who read in it. Read anew, it succeeds, or fails as a read of its own does.
      return await engine.read(work);
    }
  }

  #gather(hold: () => HeldSnapshot): Batch {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const held = this.#before.then(() => {
      this.#gathering = undefined;
      const snapshot = hold();
      this.#before = atMost(
        LONGEST_MS,
        ended.then(snapshot.release).then(() => snapshot.over),
      );
      return snapshot;
    });
    return { readers: 0, held, known: new Map(), end };
  }
}

async function readIn<T>(batch: Batch, work: SnapshotWork<T>): Promise<T> {
  try {
    const { connection: begun } = await batch.held;
    const connection = new TransactionConnection(await begun);
    try {
      return await work(connection, batch.known);
    } finally {
      connection.end();
    }
  } finally {
    batch.readers--;
    if (batch.readers === 0) batch.end();
  }
}

async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const passed = Promise.withResolvers<void>();
  const timer = setTimeout(passed.resolve, milliseconds);
  await Promise.race([work, passed.promise]);
  clearTimeout(timer);
}
