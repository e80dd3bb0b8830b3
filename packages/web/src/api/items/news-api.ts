import type { EventNotificationRecord, SchedulingAction } from "@snart/calendar/jmap/event-notification.ts";
import type { ShareNotificationRecord } from "@snart/calendar/jmap/sharing.ts";
import { ok } from "@snart/calendar/result.ts";
import type { Invocation } from "../calls.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";

export const SHARES = "ShareNotification";
export const EVENTS = "CalendarEventNotification";

/** Something that somebody else did, and that one has not put away yet. */
export interface NewsItem {
  readonly id: string;
  /** its account */
  readonly accountId: string;
  readonly type: typeof SHARES | typeof EVENTS;
  readonly what: "created" | "updated" | "destroyed" | "shared" | "rights" | "unshared" | SchedulingAction;
  /** who did it */
  readonly by: string;
  /** the event's title, or the calendar's name */
  readonly title: string;
  /** the event, while it is there */
  readonly eventId: string | null;
  /** its calendar; null: none, or not known */
  readonly calendarId: string | null;
  /** of the other time that is proposed and waits for an answer; null: none */
  readonly proposalId: string | null;
  /** ms UTC */
  readonly at: number;
}

/** An event notification as news. */
export const eventNews = (accountId: string, it: EventNotificationRecord): NewsItem => ({
  ...commonOf(accountId, it),
  type: EVENTS,
  what: it["snart:news"] ?? it.type,
  title: it.event.title ?? "",
  eventId: it.type === "destroyed" ? null : it.calendarEventId,
  calendarId: it["snart:calendarId"] ?? null,
  proposalId: it["snart:proposalId"] ?? null,
});

/** A share notification as news. */
export const shareNews = (accountId: string, it: ShareNotificationRecord): NewsItem => ({
  ...commonOf(accountId, it),
  type: SHARES,
  what: !it.newRights ? "unshared" : it.oldRights ? "rights" : "shared",
  title: it.name,
  eventId: null,
  calendarId: null,
  proposalId: null,
});

const commonOf = (accountId: string, it: EventNotificationRecord | ShareNotificationRecord) => ({
  accountId,
  id: it.id,
  by: it.changedBy.name,
  at: Date.parse(it.created),
});

/** Puts news away, in the person's other clients as well. */
export async function dismissNews(news: readonly NewsItem[]): Asked<void> {
  const lists = Map.groupBy(news, ({ type, accountId }) => `${type} ${accountId}`);
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
