import type { App } from "../app/app.ts";
import { dueFeeds, refreshFeed } from "../app/feeds/refresh-feed.ts";
import { startLoop, type Loop } from "./loop.ts";

/** Feeds read at the same time: a slow one holds up few, and few are in memory. */
const AT_ONCE = 2;

/**
 * Reads the feeds that are due, over and over, apart from all other jobs: what other people's servers are slow with, nothing
 * of ours waits for.
 * @param everyMs pause between two looks
 */
export const startFeedLoop = (app: App, onError: (error: unknown) => void, everyMs: number): Loop =>
  startLoop((isStopped) => readDueFeeds(app, onError, isStopped), everyMs);

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
