import type { CalendarId, Millis, PrincipalId } from "../records/ids.ts";
import type { Feed, PublicLink, Subscription } from "../records/feeds.ts";

export interface FeedReads {
  byId(id: string): Promise<Feed | undefined>;
  byUrl(url: string): Promise<Feed | undefined>;
  /** Those to be read by now, longest due first. */
  due(now: Millis, limit: number): Promise<readonly Feed[]>;
  subscribers(feedId: string): Promise<readonly Subscription[]>;
  subscription(calendarId: CalendarId): Promise<Subscription | undefined>;
  subscriptionsOf(accountId: PrincipalId): Promise<readonly Subscription[]>;
}

export interface FeedWrites {
  /** @returns "duplicate" when there is one of that address */
  insert(feed: Feed): Promise<"inserted" | "duplicate">;
  update(id: string, fields: Partial<Omit<Feed, "id" | "url">>): Promise<void>;
  /** Keeps others from reading it before `until`. @returns false when somebody was quicker: it is not due at `nextAt` any more */
  claim(id: string, nextAt: Millis, until: Millis): Promise<boolean>;
  /** A subscription goes with its calendar. */
  subscribe(subscription: Subscription): Promise<void>;
  updateSubscription(
    calendarId: CalendarId,
    fields: Partial<Pick<Subscription, "feedId" | "refreshMinutes" | "appliedHash" | "skipped">>,
  ): Promise<void>;
  /** Removes a feed that nobody follows. @returns whether it was one */
  removeUnused(id: string): Promise<boolean>;
}

export interface PublicLinkReads {
  byId(id: string): Promise<PublicLink | undefined>;
  byTokenHash(tokenHash: string): Promise<PublicLink | undefined>;
  /** Oldest first. */
  ofCalendars(calendarIds: readonly CalendarId[]): Promise<readonly PublicLink[]>;
}

export interface PublicLinkWrites {
  /** A link goes with its calendar. */
  insert(link: PublicLink): Promise<void>;
  update(
    id: string,
    fields: Partial<Pick<PublicLink, "label" | "detail" | "mayEmbed" | "expiresAt" | "revokedAt">>,
  ): Promise<void>;
  /** @returns whether there was one */
  remove(id: string): Promise<boolean>;
}
