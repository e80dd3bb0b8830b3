import { ianaZone } from "@snart/calendar/time/zone.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { previewFeed } from "../../app/feeds/preview-feed.ts";
import { refreshSubscription, subscriptionsOf } from "../../app/feeds/subscriptions.ts";
import type { CalendarId } from "../../app/types.ts";
import { accountMethod, type Method } from "../method.ts";
import { accountErrorOf, methodErrorOf } from "../problem.ts";
import { changesArguments, getArguments, id, text } from "../standard/arguments.ts";
import { checkProperties, getAnswer, requestedIds } from "../standard/get.ts";
import { SNART } from "../wire/capabilities.ts";
import {
  SUBSCRIPTION_PROPERTIES,
  subscriptionRecord,
  subscriptionState,
  utcDate,
} from "./subscription-record.ts";
import { subscriptionSet } from "./subscription-set.ts";

/** Subscription/get: what the calendars of an account follow, for whoever acts for it. */
const subscriptionGet = accountMethod(
  SNART,
  v.strictObject(getArguments),
  async ({ app, actor }, account, args) => {
    const ids = requestedIds(args.ids, app.limits.maxObjectsInGet);
    if (!ids.ok) return ids;
    const properties = checkProperties(args.properties, SUBSCRIPTION_PROPERTIES);
    if (!properties.ok) return properties;
    const followed = await subscriptionsOf(app, actor, account.id);
    if (!followed.ok) return failed(accountErrorOf(followed.problem));
    const records = followed.value.map((one) => ({ ...subscriptionRecord(one) }));
    const state = subscriptionState(followed.value);
    return ok(
      getAnswer({ accountId: account.id, state, ids: ids.value, properties: properties.value, records }),
    );
  },
);

/** Subscription/changes: what a state was is not kept; nothing has changed, or all is to be got again (RFC 8620 §5.2). */
const subscriptionChanges = accountMethod(
  SNART,
  v.strictObject(changesArguments),
  async ({ app, actor }, account, { sinceState }) => {
    const followed = await subscriptionsOf(app, actor, account.id);
    if (!followed.ok) return failed(accountErrorOf(followed.problem));
    if (subscriptionState(followed.value) !== sinceState) return failed({ type: "cannotCalculateChanges" });
    const none = { created: [], updated: [], destroyed: [] };
    return ok({
      accountId: account.id,
      oldState: sinceState,
      newState: sinceState,
      hasMoreChanges: false,
      ...none,
    });
  },
);

/** Subscription/refresh: reads a feed now, and answers when that is done. */
const subscriptionRefresh = accountMethod(
  SNART,
  v.strictObject({ accountId: id, id }),
  async ({ app, actor }, account, args) => {
    const refreshed = await refreshSubscription(app, actor, args.id as CalendarId);
    if (!refreshed.ok) return failed(methodErrorOf(refreshed.problem));
    if (refreshed.value.subscription.accountId !== account.id) return failed({ type: "notFound" });
    return ok({ accountId: account.id, subscription: subscriptionRecord(refreshed.value) });
  },
);

/** Subscription/preview: what is in a feed; nothing is stored. */
const subscriptionPreview = accountMethod(
  SNART,
  v.strictObject({
    accountId: id,
    url: v.pipe(text, v.maxLength(4_000)),
    timeZone: v.nullish(v.pipe(text, v.maxLength(64))),
  }),
  async ({ app }, account, { url, timeZone }) => {
    const zone = typeof timeZone === "string" ? ianaZone(timeZone) : undefined;
    const preview = await previewFeed(app, url, zone);
    if (!preview.ok) return failed(methodErrorOf(preview.problem));
    const next = preview.value.next.map(({ title, start }) => ({ title, start: utcDate(start) }));
    return ok({ accountId: account.id, preview: { ...preview.value, next } });
  },
);

/** Every method of subscriptions by its name. */
export const subscriptions: readonly (readonly [string, Method])[] = [
  ["Subscription/get", subscriptionGet],
  ["Subscription/changes", subscriptionChanges],
  ["Subscription/set", subscriptionSet],
  ["Subscription/refresh", subscriptionRefresh],
  ["Subscription/preview", subscriptionPreview],
];
