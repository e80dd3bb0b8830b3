import type { FeedError } from "@snart/calendar/jmap/feeds.ts";
import type { Feed, Subscription } from "../../storage/records/feeds.ts";
import type { App } from "../app.ts";
import { feedStateAfter } from "../transitions.ts";
import { applyFeed } from "./apply-feed.ts";
import { readFeed, type FeedCopy } from "./read-feed.ts";

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
/** How long a process may take for one feed before another begins it again. */
const LEASE_MS = 10 * MINUTE;

/** The feeds that are due now, longest due first. */
export async function dueFeeds(app: App, limit: number): Promise<readonly string[]> {
  const feeds = await app.storage.read((tx) => tx.feeds.due(app.now(), limit));
  return feeds.map(({ id }) => id);
}

/**
 * Reads a feed once for all its subscribers, and updates their calendars. Of several processes that begin at the same
 * time, one does it. A feed without subscribers is removed.
 * @param isAsked whether somebody waits for it: it is read even if it is not due
 */
export async function refreshFeed(
  app: App,
  feedId: string,
  { isAsked = false }: { readonly isAsked?: boolean } = {},
): Promise<void> {
  const claimed = await claim(app, feedId, isAsked);
  if (!claimed) return;
  const { feed, subscribers } = claimed;
  // "Unchanged" is only useful if every subscriber has the present copy.
  const isApplied = subscribers.every(({ appliedHash }) => appliedHash === feed.contentHash);
  const read = await readFeed(app, feed.url, feed.contentHash !== null && isApplied ? feed : null);
  if (!read.ok) return recordFailure(app, claimed, read.problem);
  const copy = read.value === "unchanged" ? undefined : read.value;
  if (copy) await applyToAll(app, subscribers, copy);
  await recordSuccess(app, claimed, copy);
}

interface Claimed {
  readonly feed: Feed;
  readonly subscribers: readonly Subscription[];
}

function claim(app: App, feedId: string, isAsked: boolean): Promise<Claimed | undefined> {
  return app.storage.write(async (tx) => {
    const feed = await tx.feeds.byId(feedId);
    if (!feed || (await tx.feeds.removeUnused(feedId))) return undefined;
    if (!isAsked && feed.nextAt > app.now()) return undefined;
    const isOurs = await tx.feeds.claim(feedId, feed.nextAt, app.now() + LEASE_MS);
    return isOurs ? { feed, subscribers: await tx.feeds.subscribers(feedId) } : undefined;
  });
}

async function applyToAll(app: App, subscribers: readonly Subscription[], copy: FeedCopy): Promise<void> {
  for (const subscription of subscribers) {
    if (subscription.appliedHash === copy.hash) continue;
    const counts = await applyFeed(app, subscription, copy);
    if (counts === undefined) continue;
    const { calendarId } = subscription;
    await app.storage.write((tx) =>
      tx.feeds.updateSubscription(calendarId, { appliedHash: copy.hash, ...counts }),
    );
  }
}

/** The interval of reading: the shortest that a subscriber wants. */
const pauseOf = (app: App, subscribers: readonly Subscription[]): number =>
  Math.max(app.limits.feedMinutes, Math.min(...subscribers.map(({ refreshMinutes }) => refreshMinutes))) *
  MINUTE;

function recordSuccess(app: App, { feed, subscribers }: Claimed, copy: FeedCopy | undefined): Promise<void> {
  const now = app.now();
  const facts = copy && { contentHash: copy.hash, etag: copy.etag, lastModified: copy.lastModified };
  const settled = { fetchedAt: now, triedAt: now, failures: 0, error: null };
  const state = feedStateAfter(feed.state, 0);
  const known = new Set(subscribers.map(({ calendarId }) => calendarId));
  return app.storage.write(async (tx) => {
    // A subscriber who joined meanwhile has nothing yet.
    const isJoined = (await tx.feeds.subscribers(feed.id)).some(({ calendarId }) => !known.has(calendarId));
    const nextAt = isJoined ? now : now + pauseOf(app, subscribers);
    await tx.feeds.update(feed.id, { ...facts, ...settled, state, nextAt });
  });
}

/** Twice as long each time, up to a day: a server in trouble is left in peace. */
function recordFailure(app: App, { feed, subscribers }: Claimed, error: FeedError): Promise<void> {
  const now = app.now();
  const failures = feed.failures + 1;
  const nextAt =
    now + Math.min(Math.max(DAY, pauseOf(app, subscribers)), pauseOf(app, subscribers) * 2 ** (failures - 1));
  const state = feedStateAfter(feed.state, failures);
  return app.storage.write((tx) =>
    tx.feeds.update(feed.id, { triedAt: now, failures, error, state, nextAt }),
  );
}
