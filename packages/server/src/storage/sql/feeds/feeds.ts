import type { Noun } from "../../port.ts";
import type { Scope } from "../scope.ts";
import { feed, subscription } from "../tables/calendars.ts";

export function feeds(scope: Scope): Noun<"feeds"> {
  const all = () => scope.query.selectFrom("feed").selectAll();
  const subscriptions = () => scope.query.selectFrom("subscription").selectAll();
  const updated = (id: string) => scope.query.updateTable("feed").where("id", "=", id);
  return {
    byId: (id) => scope.record(feed, all().where("id", "=", id)),
    byUrl: (url) => scope.record(feed, all().where("url", "=", url)),
    due: (now, limit) =>
      scope.records(feed, all().where("next_at", "<=", now).orderBy("next_at").limit(limit)),
    async count() {
      const query = scope.query
        .selectFrom("feed")
        .select((e) => [
          e.fn.countAll<number>().as("all"),
          e.fn.countAll<number>().filterWhere("state", "=", "failing").as("failing"),
        ]);
      return (await scope.row(query)) ?? { all: 0, failing: 0 };
    },
    subscribers: (feedId) =>
      scope.records(subscription, subscriptions().where("feed_id", "=", feedId).orderBy("calendar_id")),
    subscription: (calendarId) =>
      scope.record(subscription, subscriptions().where("calendar_id", "=", calendarId)),
    subscriptionsOf: (accountId) =>
      scope.records(subscription, subscriptions().where("account_id", "=", accountId).orderBy("calendar_id")),
    async insert(one) {
      const query = scope.query
        .insertInto("feed")
        .values(feed.row(one))
        .onConflict((conflict) => conflict.doNothing());
      return (await scope.run(query)) === 0 ? "duplicate" : "inserted";
    },
    update: async (id, fields) => void (await scope.run(updated(id).set(feed.changes(fields)))),
    claim: async (id, nextAt, until) =>
      (await scope.run(updated(id).set({ next_at: until }).where("next_at", "=", nextAt))) === 1,
    subscribe: async (one) =>
      void (await scope.run(scope.query.insertInto("subscription").values(subscription.row(one)))),
    async updateSubscription(calendarId, fields) {
      const values = subscription.changes(fields);
      if (Object.keys(values).length === 0) return;
      await scope.run(
        scope.query.updateTable("subscription").set(values).where("calendar_id", "=", calendarId),
      );
    },
    async removeUnused(id) {
      const used = scope.query.selectFrom("subscription").select("feed_id");
      const query = scope.query.deleteFrom("feed").where("id", "=", id).where("id", "not in", used);
      return (await scope.run(query)) > 0;
    },
  };
}
