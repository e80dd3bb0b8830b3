import { shownUrl } from "../../app/feeds/feed-url.ts";
import type { Followed } from "../../app/feeds/subscriptions.ts";
import type { FeedError, FeedState } from "../../app/types.ts";
import { shortHash } from "../wire/session.ts";

/** A calendar that follows a feed (urn:snart:jmap); it has the id of its calendar. */
export interface SubscriptionRecord {
  readonly id: string;
  readonly calendarId: string;
  /** Without the name and password that may be in it. */
  readonly url: string;
  readonly hasCredentials: boolean;
  readonly refreshMinutes: number;
  readonly state: FeedState;
  /** When it was last read without trouble. */
  readonly fetchedAt: string | null;
  readonly triedAt: string | null;
  readonly nextAt: string;
  readonly error: FeedError | null;
  /** Objects of the copy in the calendar that could not be taken. */
  readonly skipped: number;
}

export const SUBSCRIPTION_PROPERTIES: readonly (keyof SubscriptionRecord)[] = [
  "id",
  "calendarId",
  "url",
  "hasCredentials",
  "refreshMinutes",
  "state",
  "fetchedAt",
  "triedAt",
  "nextAt",
  "error",
  "skipped",
];

/** A UTCDate (RFC 8620 §1.4). */
export const utcDate = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace(/\.\d+Z$/, "Z");
export const utcDateOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : utcDate(milliseconds);

export const subscriptionRecord = ({ subscription, feed }: Followed): SubscriptionRecord => ({
  id: subscription.calendarId,
  calendarId: subscription.calendarId,
  ...shownUrl(feed.url),
  refreshMinutes: subscription.refreshMinutes,
  state: feed.state,
  fetchedAt: utcDateOrNull(feed.fetchedAt),
  triedAt: utcDateOrNull(feed.triedAt),
  nextAt: utcDate(feed.nextAt),
  error: feed.error,
  skipped: subscription.skipped,
});

/** The state of all subscriptions of an account. */
export const subscriptionState = (followed: readonly Followed[]): string =>
  shortHash(followed.map(subscriptionRecord));
