import type { App } from "../app/app.ts";
import { dueFeeds, refreshFeed } from "../app/feeds/refresh-feed.ts";
import { startLoop, type Loop } from "./loop.ts";

/** Feeds read at the same time: a slow one delays few others, and few are in memory. */
const AT_ONCE = 2;

/**
 * Reads the feeds that are due, over and over, separate from all other jobs: a slow foreign server must not delay our
 * own work.
 * @param everyMs pause between two looks
 */
export const startFeedLoop = (app: App, onError: (error: unknown) => void, everyMs: number): Loop =>
  startLoop((isStopped) => readDueFeeds(app, onError, isStopped), everyMs);

/** Reads everything that is due now, a few at a time. Never throws: failures go to `onError`. */
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
    // A feed that fails through our own fault stays due: it waits for the next round.
    const ids = due.filter((id) => !done.has(id)).slice(0, AT_ONCE);
    if (ids.length === 0) return;
    for (const id of ids) done.add(id);
    await Promise.all(ids.map((id) => refreshFeed(app, id).catch(onError)));
  }
}
