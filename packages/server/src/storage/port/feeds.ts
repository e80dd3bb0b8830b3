import type { CalendarId, Millis, PrincipalId } from "../records/ids.ts";
import type { Feed, PublicLink, Subscription } from "../records/feeds.ts";

export interface FeedReads {
  byId(id: string): Promise<Feed | undefined>;
  byUrl(url: string): Promise<Feed | undefined>;
  /** The feeds that are due, longest first. */
  due(now: Millis, limit: number): Promise<readonly Feed[]>;
  count(): Promise<{ readonly all: number; readonly failing: number }>;
  subscribers(feedId: string): Promise<readonly Subscription[]>;
  subscription(calendarId: CalendarId): Promise<Subscription | undefined>;
  subscriptionsOf(accountId: PrincipalId): Promise<readonly Subscription[]>;
}

export interface FeedWrites {
  /** @returns "duplicate" if there is one with that address */
  insert(feed: Feed): Promise<"inserted" | "duplicate">;
  update(id: string, fields: Partial<Omit<Feed, "id" | "url">>): Promise<void>;
  /** Reserves it until `until`. @returns false if another process was faster: it is no longer due at `nextAt` */
  claim(id: string, nextAt: Millis, until: Millis): Promise<boolean>;
  /** Removing its calendar removes a subscription. */
  subscribe(subscription: Subscription): Promise<void>;
  updateSubscription(
    calendarId: CalendarId,
    fields: Partial<Pick<Subscription, "feedId" | "refreshMinutes" | "appliedHash" | "skipped" | "mended">>,
  ): Promise<void>;
  /** Removes a feed without subscriptions. @returns whether it was one */
  removeUnused(id: string): Promise<boolean>;
}

export interface PublicLinkReads {
  byId(id: string): Promise<PublicLink | undefined>;
  byTokenHash(tokenHash: string): Promise<PublicLink | undefined>;
  /** Oldest first. */
  ofCalendars(calendarIds: readonly CalendarId[]): Promise<readonly PublicLink[]>;
}

export interface PublicLinkWrites {
  /** Removing its calendar removes a link. */
  insert(link: PublicLink): Promise<void>;
  update(
    id: string,
    fields: Partial<Pick<PublicLink, "label" | "detail" | "mayEmbed" | "expiresAt" | "revokedAt">>,
  ): Promise<void>;
  /** @returns whether there was one */
  remove(id: string): Promise<boolean>;
}
