import type { SubscriptionRecord } from "@snart/calendar/jmap/feeds.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import * as v from "valibot";
import { deleteCalendar } from "../../app/calendars/delete-calendar.ts";
import { shownUrl } from "../../app/feeds/feed-url.ts";
import { previewFeed } from "../../app/feeds/preview-feed.ts";
import {
  refreshSubscription,
  subscribe,
  subscriptionsOf,
  updateSubscription,
  type Followed,
} from "../../app/feeds/subscriptions.ts";
import type { CalendarId } from "../../app/types.ts";
import { accountMethod } from "../method.ts";
import { accountErrorOf, methodErrorOf } from "../problem.ts";
import { id, text } from "../standard/arguments.ts";
import { recordType } from "../standard/record-type.ts";
import { NOT_FOUND, readInput } from "../standard/set-method.ts";
import { recordOf, type PropertiesOf } from "../standard/source.ts";
import { SNART } from "../wire/capabilities.ts";

const moment = (at: number | null): string | null => (at === null ? null : formatUtcDateTime(at));

const properties: PropertiesOf<Followed, SubscriptionRecord> = {
  id: ({ subscription }) => subscription.calendarId,
  calendarId: ({ subscription }) => subscription.calendarId,
  // Without a name and password.
  url: ({ feed }) => shownUrl(feed.url).url,
  hasCredentials: ({ feed }) => shownUrl(feed.url).hasCredentials,
  refreshMinutes: ({ subscription }) => subscription.refreshMinutes,
  state: ({ feed }) => feed.state,
  // The last successful reading.
  fetchedAt: ({ feed }) => moment(feed.fetchedAt),
  triedAt: ({ feed }) => moment(feed.triedAt),
  nextAt: ({ feed }) => formatUtcDateTime(feed.nextAt),
  error: ({ feed }) => feed.error,
  // Objects of the calendar's copy that could not be imported.
  skipped: ({ subscription }) => subscription.skipped,
  // Objects that came without a part.
  mended: ({ subscription }) => subscription.mended,
};

const address = v.pipe(text, v.maxLength(4_000));
const minutes = v.pipe(v.number(), v.safeInteger());
const DEFAULT_MINUTES = 60;

const newSubscription = v.strictObject({
  url: address,
  name: text,
  color: v.optional(v.nullable(v.pipe(text, v.maxLength(100))), null),
  refreshMinutes: v.optional(minutes, DEFAULT_MINUTES),
});
const changes = v.strictObject({ url: v.exactOptional(address), refreshMinutes: v.exactOptional(minutes) });

/** Subscription/refresh: reads a feed now, and answers when that is done. */
const refresh = accountMethod(
  SNART,
  v.strictObject({ accountId: id, id }),
  async (context, account, args) => {
    const refreshed = await refreshSubscription(context.app, context.actor, args.id as CalendarId);
    if (!refreshed.ok) return failed(methodErrorOf(refreshed.problem));
    if (refreshed.value.subscription.accountId !== account.id) return failed({ type: "notFound" });
    const subscription = recordOf({ properties }, refreshed.value, context);
    return ok({ accountId: account.id, subscription });
  },
);

/** Subscription/preview: the contents of a feed; stores nothing. */
const preview = accountMethod(
  SNART,
  v.strictObject({
    accountId: id,
    url: v.pipe(text, v.maxLength(4_000)),
    timeZone: v.nullish(v.pipe(text, v.maxLength(64))),
  }),
  async ({ app, actor }, account, { url, timeZone }) => {
    const zone = typeof timeZone === "string" ? ianaZone(timeZone) : undefined;
    const seen = await previewFeed(app, actor, url, zone);
    if (!seen.ok) return failed(methodErrorOf(seen.problem));
    const next = seen.value.next.map(({ title, start }) => ({ title, start: formatUtcDateTime(start) }));
    return ok({ accountId: account.id, preview: { ...seen.value, next } });
  },
);

/**
 * Subscription (urn:snart:jmap): a calendar filled by a feed, for actors who act for its account; it has the id of
 * its calendar.
 */
export const subscriptions = recordType({
  name: "Subscription",
  capability: SNART,
  properties,
  async read({ app, actor }, account) {
    const followed = await subscriptionsOf(app, actor, account.id);
    return followed.ok ? ok({ items: followed.value }) : failed(accountErrorOf(followed.problem));
  },
  changes: "whole",
  set: {
    async create(call, given) {
      const input = readInput(newSubscription, given);
      const made = input.ok ? await subscribe(call.app, call.actor, call.account.id, input.value) : input;
      return made.ok ? ok(recordOf({ properties }, made.value, call)) : made;
    },
    async update({ app, actor, account }, calendarId, patch) {
      const input = readInput(changes, patch);
      return input.ok
        ? updateSubscription(app, actor, account.id, calendarId as CalendarId, input.value)
        : input;
    },
    destroy: async ({ app, actor, known }, calendarId) =>
      known.has(calendarId)
        ? deleteCalendar(app, actor, calendarId as CalendarId, { withEvents: true })
        : NOT_FOUND,
  },
  methods: { refresh, preview },
});
