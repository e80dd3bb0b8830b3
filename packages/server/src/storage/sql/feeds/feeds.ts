import type { Selectable, Updateable } from "kysely";
import type { FeedReads, FeedWrites } from "../../port/feeds.ts";
import type { CalendarId, PrincipalId } from "../../records/ids.ts";
import type { Feed, FeedError, FeedState, Subscription } from "../../records/feeds.ts";
import type { FeedTable, SubscriptionTable } from "../tables/calendars.ts";
import type { Scope } from "../scope.ts";

export function feeds(scope: Scope): FeedReads & FeedWrites {
  const all = () => scope.query.selectFrom("feed").selectAll();
  const subscriptions = () => scope.query.selectFrom("subscription").selectAll();
  return {
    async byId(id) {
      const row = await scope.row(all().where("id", "=", id));
      return row && feedFromRow(row);
    },
    async byUrl(url) {
      const row = await scope.row(all().where("url", "=", url));
      return row && feedFromRow(row);
    },
    due: async (now, limit) =>
      (await scope.rows(all().where("next_at", "<=", now).orderBy("next_at").limit(limit))).map(feedFromRow),
    subscribers: async (feedId) =>
      (await scope.rows(subscriptions().where("feed_id", "=", feedId).orderBy("calendar_id"))).map(
        subscriptionFromRow,
      ),
    async subscription(calendarId) {
      const row = await scope.row(subscriptions().where("calendar_id", "=", calendarId));
      return row && subscriptionFromRow(row);
    },
    subscriptionsOf: async (accountId) =>
      (await scope.rows(subscriptions().where("account_id", "=", accountId).orderBy("calendar_id"))).map(
        subscriptionFromRow,
      ),
    insert: (feed) => insert(scope, feed),
    async update(id, fields) {
      await scope.run(scope.query.updateTable("feed").set(feedColumns(fields)).where("id", "=", id));
    },
    claim: (id, nextAt, until) => claim(scope, id, nextAt, until),
    subscribe: (subscription) => subscribe(scope, subscription),
    async updateSubscription(calendarId, fields) {
      const values = subscriptionColumns(fields);
      if (Object.keys(values).length === 0) return;
      await scope.run(
        scope.query.updateTable("subscription").set(values).where("calendar_id", "=", calendarId),
      );
    },
    removeUnused: (id) => removeUnused(scope, id),
  };
}

const feedFromRow = (row: Selectable<FeedTable>): Feed => ({
  id: row.id,
  url: row.url,
  state: row.state as FeedState,
  etag: row.etag,
  lastModified: row.last_modified,
  contentHash: row.content_hash,
  fetchedAt: row.fetched_at,
  triedAt: row.tried_at,
  nextAt: row.next_at,
  failures: row.failures,
  error: row.error === null ? null : (JSON.parse(row.error) as FeedError),
});

const subscriptionFromRow = (row: Selectable<SubscriptionTable>): Subscription => ({
  calendarId: row.calendar_id as CalendarId,
  accountId: row.account_id as PrincipalId,
  feedId: row.feed_id,
  refreshMinutes: row.refresh_minutes,
  createdBy: row.created_by as PrincipalId,
  createdAt: row.created_at,
  appliedHash: row.applied_hash,
  skipped: row.skipped,
});

const errorText = (error: FeedError | null): string | null => (error === null ? null : JSON.stringify(error));

async function insert(scope: Scope, feed: Feed): Promise<"inserted" | "duplicate"> {
  const query = scope.query
    .insertInto("feed")
    .values({
      id: feed.id,
      url: feed.url,
      state: feed.state,
      etag: feed.etag,
      last_modified: feed.lastModified,
      content_hash: feed.contentHash,
      fetched_at: feed.fetchedAt,
      tried_at: feed.triedAt,
      next_at: feed.nextAt,
      failures: feed.failures,
      error: errorText(feed.error),
    })
    .onConflict((conflict) => conflict.doNothing());
  return (await scope.run(query)) === 0 ? "duplicate" : "inserted";
}

/** Of the fields that are there, their columns. */
function feedColumns(fields: Partial<Feed>): Updateable<FeedTable> {
  return {
    ...(fields.state !== undefined && { state: fields.state }),
    ...(fields.etag !== undefined && { etag: fields.etag }),
    ...(fields.lastModified !== undefined && { last_modified: fields.lastModified }),
    ...(fields.contentHash !== undefined && { content_hash: fields.contentHash }),
    ...(fields.fetchedAt !== undefined && { fetched_at: fields.fetchedAt }),
    ...(fields.triedAt !== undefined && { tried_at: fields.triedAt }),
    ...(fields.nextAt !== undefined && { next_at: fields.nextAt }),
    ...(fields.failures !== undefined && { failures: fields.failures }),
    ...(fields.error !== undefined && { error: errorText(fields.error) }),
  };
}

/** See `FeedWrites.claim`. */
async function claim(scope: Scope, id: string, nextAt: number, until: number): Promise<boolean> {
  const query = scope.query.updateTable("feed").set({ next_at: until }).where("id", "=", id);
  return (await scope.run(query.where("next_at", "=", nextAt))) === 1;
}

async function subscribe(scope: Scope, subscription: Subscription): Promise<void> {
  await scope.run(
    scope.query.insertInto("subscription").values({
      calendar_id: subscription.calendarId,
      account_id: subscription.accountId,
      feed_id: subscription.feedId,
      refresh_minutes: subscription.refreshMinutes,
      created_by: subscription.createdBy,
      created_at: subscription.createdAt,
      applied_hash: subscription.appliedHash,
      skipped: subscription.skipped,
    }),
  );
}

function subscriptionColumns(fields: Partial<Subscription>): Updateable<SubscriptionTable> {
  return {
    ...(fields.feedId !== undefined && { feed_id: fields.feedId }),
    ...(fields.refreshMinutes !== undefined && { refresh_minutes: fields.refreshMinutes }),
    ...(fields.appliedHash !== undefined && { applied_hash: fields.appliedHash }),
    ...(fields.skipped !== undefined && { skipped: fields.skipped }),
  };
}

/** See `FeedWrites.removeUnused`. */
async function removeUnused(scope: Scope, id: string): Promise<boolean> {
  const used = scope.query.selectFrom("subscription").select("feed_id");
  const query = scope.query.deleteFrom("feed").where("id", "=", id).where("id", "not in", used);
  return (await scope.run(query)) > 0;
}
