import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { CalendarId, PrincipalId } from "../../storage/records/ids.ts";
import type { Feed, Subscription } from "../../storage/records/feeds.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { insertCalendar } from "../calendars/create-calendar.ts";
import { grantAccount, grantCalendar } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { recordChange } from "../objects/record-change.ts";
import { writeWhole, type WriteScope } from "../scope.ts";
import { feedUrl } from "./feed-url.ts";
import { refreshFeed } from "./refresh-feed.ts";

/** A subscription with its feed, for actors who act for its account. */
export interface Followed {
  readonly subscription: Subscription;
  readonly feed: Feed;
}

interface NewSubscription {
  readonly url: string;
  readonly name: string;
  readonly color: string | null;
  readonly refreshMinutes: number;
}

const DAY_MINUTES = 1_440;
const LONGEST_PAUSE = 31 * DAY_MINUTES;

/**
 * Subscribes to a feed: makes a calendar that only the feed writes. It is read at the next look for due feeds.
 * @returns `invalid-value` for an invalid address or interval, `not-found` unless the actor acts for the account
 */
export function subscribe(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  wanted: NewSubscription,
): Promise<Result<Followed, Problem>> {
  const url = feedUrl(wanted.url);
  if (url === undefined) return Promise.resolve(failed(NO_ADDRESS));
  const problem = pauseProblem(app, wanted.refreshMinutes);
  if (problem) return Promise.resolve(failed(problem));
  return writeWhole(app, actor, accountId, async (scope) => {
    const { name, color, refreshMinutes } = wanted;
    const made = await insertCalendar(scope, { name, color, isReadOnly: true });
    if (!made.ok) return made;
    const { id: calendarId } = made.value.calendar;
    // The events of a club or the state do not make a subscriber busy.
    await scope.tx.calendars.setView(calendarId, actor.principalId, { includeInAvailability: "none" });
    const feed = await feedAt(scope, url);
    const subscription: Subscription = {
      calendarId,
      accountId,
      feedId: feed.id,
      refreshMinutes,
      createdBy: actor.principalId,
      createdAt: scope.now,
      appliedHash: null,
      skipped: 0,
      mended: 0,
    };
    await scope.tx.feeds.subscribe(subscription);
    const detail = { login: actor.login, host: new URL(url).host };
    await recordAudit(app, scope.tx, {
      actorId: actor.principalId,
      action: "subscription-added",
      subject: calendarId,
      detail,
    });
    return ok({ subscription, feed });
  });
}

const NO_ADDRESS: Problem = {
  code: "invalid-value",
  field: "url",
  detail: "must be an address like https://example.org/calendar.ics",
};

function pauseProblem(app: App, minutes: number): Problem | undefined {
  const { feedMinutes } = app.limits;
  return Number.isInteger(minutes) && minutes >= feedMinutes && minutes <= LONGEST_PAUSE
    ? undefined
    : {
        code: "invalid-value",
        field: "refreshMinutes",
        detail: `must be a whole number from ${feedMinutes} to ${LONGEST_PAUSE}`,
      };
}

/** The feed of an address, due at once: a new subscriber has nothing of it yet. */
async function feedAt({ app, tx, now }: WriteScope, url: string): Promise<Feed> {
  const known = await tx.feeds.byUrl(url);
  if (known) {
    await tx.feeds.update(known.id, { nextAt: now });
    return { ...known, nextAt: now };
  }
  const feed: Feed = {
    id: app.newId(),
    url,
    state: "stale",
    etag: null,
    lastModified: null,
    contentHash: null,
    fetchedAt: null,
    triedAt: null,
    nextAt: now,
    failures: 0,
    error: null,
  };
  if ((await tx.feeds.insert(feed)) === "inserted") return feed;
  return (await tx.feeds.byUrl(url)) ?? feed;
}

/** The subscriptions of an account that the actor acts for. */
export function subscriptionsOf(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
): Promise<Result<readonly Followed[], Problem>> {
  return app.storage.read(async (tx) => {
    const account = await grantAccount(tx, actor, accountId);
    if (!account.ok) return account;
    const followed: Followed[] = [];
    for (const subscription of await tx.feeds.subscriptionsOf(accountId)) {
      const feed = await tx.feeds.byId(subscription.feedId);
      if (feed) followed.push({ subscription, feed });
    }
    return ok(followed);
  });
}

/**
 * The subscription of a calendar, for actors who act for its account; undefined for every other calendar and person.
 * Its address may contain a password: show `shownUrl` instead.
 */
function feedSourceOf(app: App, actor: Actor, calendarId: CalendarId): Promise<Followed | undefined> {
  return app.storage.read((tx) => followedBy(tx, actor, calendarId));
}

async function followedBy(
  tx: ReadTransaction,
  actor: Actor,
  calendarId: CalendarId,
): Promise<Followed | undefined> {
  const grant = await grantCalendar(tx, actor, calendarId);
  if (!grant.ok || !grant.value.isOwner) return undefined;
  const subscription = await tx.feeds.subscription(calendarId);
  const feed = subscription && (await tx.feeds.byId(subscription.feedId));
  return subscription && feed ? { subscription, feed } : undefined;
}

interface SubscriptionChanges {
  readonly url?: string;
  readonly refreshMinutes?: number;
}

/** Changes a subscription's address and interval. Name and colour belong to its calendar. */
export function updateSubscription(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  calendarId: CalendarId,
  changes: SubscriptionChanges,
): Promise<Result<void, Problem>> {
  const url = changes.url === undefined ? undefined : feedUrl(changes.url);
  if (changes.url !== undefined && url === undefined) return Promise.resolve(failed(NO_ADDRESS));
  const problem =
    changes.refreshMinutes === undefined ? undefined : pauseProblem(app, changes.refreshMinutes);
  if (problem) return Promise.resolve(failed(problem));
  return writeWhole(app, actor, accountId, async (scope) => {
    const followed = await followedBy(scope.tx, actor, calendarId);
    if (followed?.subscription.accountId !== accountId) return failed({ code: "not-found" });
    const grant = await grantCalendar(scope.tx, actor, calendarId, "mayShare");
    if (!grant.ok) return grant;
    const feed = url === undefined ? followed.feed : await feedAt(scope, url);
    const { refreshMinutes = followed.subscription.refreshMinutes } = changes;
    const moved = feed.id === followed.feed.id ? {} : { feedId: feed.id, appliedHash: null };
    await scope.tx.feeds.updateSubscription(calendarId, { refreshMinutes, ...moved });
    await scope.tx.calendars.update(calendarId, { modseq: scope.modseq });
    await recordChange(scope, "Calendar", calendarId, calendarId, "updated");
    return ok(undefined);
  });
}

const SECOND = 1_000;

/** Reads a subscription's feed now, unless that has just been done, and returns its state afterwards. */
export async function refreshSubscription(
  app: App,
  actor: Actor,
  calendarId: CalendarId,
): Promise<Result<Followed, Problem>> {
  const followed = await feedSourceOf(app, actor, calendarId);
  if (!followed) return failed({ code: "not-found" });
  const { subscription, feed } = followed;
  const hasJustBeen =
    feed.triedAt !== null && app.now() - feed.triedAt < app.limits.feedPauseSeconds * SECOND;
  if (hasJustBeen && subscription.appliedHash === feed.contentHash) return ok(followed);
  await refreshFeed(app, feed.id, { isAsked: true });
  const after = await feedSourceOf(app, actor, calendarId);
  return after ? ok(after) : failed({ code: "not-found" });
}
