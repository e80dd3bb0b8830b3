import type { EventNotificationRecord, SchedulingAction } from "@snart/calendar/jmap/event-notification.ts";
import type { PollNotificationRecord } from "@snart/calendar/jmap/poll.ts";
import type { ShareNotificationRecord } from "@snart/calendar/jmap/sharing.ts";
import { ok } from "@snart/calendar/result.ts";
import type { Invocation } from "../calls.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";

export const SHARES = "ShareNotification";
export const EVENTS = "CalendarEventNotification";
export const POLLS = "PollNotification";

/** A notification of something that somebody else did, and that the person has not dismissed yet. */
export interface ListedNotification {
  readonly id: string;
  /** its account */
  readonly accountId: string;
  readonly type: typeof SHARES | typeof EVENTS | typeof POLLS;
  readonly what:
    | "created"
    | "updated"
    | "destroyed"
    | "shared"
    | "rights"
    | "unshared"
    | "pollVotes"
    | "pollAnswered"
    | "pollClosed"
    | SchedulingAction;
  /** who did it */
  readonly by: string;
  /** the event's title, or the calendar's name */
  readonly title: string;
  /** the event, while it is there */
  readonly eventId: string | null;
  /** its calendar; null: none, or not known */
  readonly calendarId: string | null;
  /** the proposal that waits for an answer; null: none */
  readonly proposalId: string | null;
  /** their words with an answer or another scheduling action; null: none */
  readonly comment: string | null;
  /** the poll that it is about, and how many had answered; absent: none */
  readonly poll?: { readonly id: string; readonly some: number; readonly of: number };
  /** ms UTC */
  readonly at: number;
}

/** Returns an event notification as the list shows it. */
export const listedEventNotification = (
  accountId: string,
  it: EventNotificationRecord,
): ListedNotification => ({
  ...commonOf(accountId, it),
  type: EVENTS,
  what: it["snart:news"] ?? it.type,
  title: it.event.title ?? "",
  eventId: it.type === "destroyed" ? null : it.calendarEventId,
  calendarId: it["snart:calendarId"] ?? null,
  proposalId: it["snart:proposalId"] ?? null,
  comment: it.comment?.trim() || null,
});

/** Returns a share notification as the list shows it. */
export const listedShareNotification = (
  accountId: string,
  it: ShareNotificationRecord,
): ListedNotification => ({
  ...commonOf(accountId, it),
  type: SHARES,
  what: !it.newRights ? "unshared" : it.oldRights ? "rights" : "shared",
  title: it.name,
  eventId: null,
  calendarId: null,
  proposalId: null,
  comment: null,
});

const POLL_NEWS = { votes: "pollVotes", answered: "pollAnswered", closed: "pollClosed" } as const;

/** Returns a notification of a poll as the list shows it. */
export const listedPollNotification = (
  accountId: string,
  it: PollNotificationRecord,
): ListedNotification => ({
  accountId,
  id: it.id,
  type: POLLS,
  what: POLL_NEWS[it.news],
  by: "",
  title: it.title,
  eventId: null,
  calendarId: null,
  proposalId: null,
  comment: null,
  poll: { id: it.pollId, some: it.answered, of: it.of },
  at: Date.parse(it.created),
});

const commonOf = (accountId: string, it: EventNotificationRecord | ShareNotificationRecord) => ({
  accountId,
  id: it.id,
  by: it.changedBy.name,
  at: Date.parse(it.created),
});

/** Dismisses notifications, in the person's other clients as well. */
export async function dismissNotifications(notifications: readonly ListedNotification[]): Asked<void> {
  const lists = Map.groupBy(notifications, ({ type, accountId }) => `${type} ${accountId}`);
  const calls = [...lists].map(([key, items]): Invocation => {
    const [type = "", accountId = ""] = key.split(" ");
    return [`${type}/set`, { accountId, destroy: items.map(({ id }) => id) }, key];
  });
  if (calls.length === 0) return ok(undefined);
  const answers = await jmap.each(calls);
  if (!answers.ok) return answers;
  for (const [, , key] of calls) {
    const given = answers.value.of(key);
    if (!given.ok) return given;
  }
  return ok(undefined);
}
