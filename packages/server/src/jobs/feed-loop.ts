import type { App } from "../app/app.ts";
import { dueFeeds, refreshFeed } from "../app/feeds/refresh-feed.ts";

export interface FeedLoop {
  /** Begins nothing new and resolves when what is being read has been, or after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

/** Feeds read at the same time: a slow one holds up few, and few are in memory. */
const AT_ONCE = 2;

/**
 * Reads the feeds that are due, over and over, apart from all other jobs: what other people's servers are slow with, nothing
 * of ours waits for. Any number of processes may do so on one database.
 * @param everyMs pause between two looks
 */
export function startFeedLoop(app: App, onError: (error: unknown) => void, everyMs: number): FeedLoop {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  const wait = (): void => {
    timer = setTimeout(() => {
      running = readDueFeeds(app, onError, () => stopped).then(next);
    }, everyMs);
    timer.unref();
  };
  const next = (): void => {
    if (!stopped) wait();
  };
  wait();
  return {
    async stop(graceMs) {
      stopped = true;
      clearTimeout(timer);
      let grace: NodeJS.Timeout | undefined;
      await Promise.race([running, new Promise((resolve) => (grace = setTimeout(resolve, graceMs)))]);
      clearTimeout(grace);
    },
  };
}

/** Reads everything that is due at this instant, a few at a time. Never throws: failures go to `onError`. */
export async function readDueFeeds(
  app: App,
  onError: (error: unknown) => void,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const done = new Set<string>();
  while (!isStopped()) {
    const due = await dueFeeds(app, AT_ONCE + done.size).catch((error: unknown) => {
      onError(error);
      return [];
    });
    // One that fails in us and not in its server stays due: it waits for the next round.
    const ids = due.filter((id) => !done.has(id)).slice(0, AT_ONCE);
    if (ids.length === 0) return;
    for (const id of ids) done.add(id);
    await Promise.all(ids.map((id) => refreshFeed(app, id).catch(onError)));
  }
}
