import { ok, type Result } from "@snart/calendar/result.ts";
import { jmap, type Invocation, type JmapRecord } from "../jmap-client.ts";
import type { ApiProblem } from "../problem.ts";
import { isRecord } from "../request.ts";

type Asked<T> = Promise<Result<T, ApiProblem>>;

const SHARES = "ShareNotification";
const EVENTS = "CalendarEventNotification";

const SCHEDULING = [
  "invitation",
  "change",
  "cancellation",
  "cancellationOnce",
  "accepted",
  "tentative",
  "declined",
  "answered",
  "proposed",
] as const;
/** What an organizer or a guest did, and not somebody who shares the calendar. */
export type SchedulingNews = (typeof SCHEDULING)[number];

/** Something that somebody else did, and that one has not put away yet. */
export interface NewsItem {
  readonly id: string;
  /** where it is kept */
  readonly accountId: string;
  readonly type: typeof SHARES | typeof EVENTS;
  readonly what: "created" | "updated" | "destroyed" | "shared" | "rights" | "unshared" | SchedulingNews;
  /** who did it */
  readonly by: string;
  /** the event's title, or the calendar's name */
  readonly title: string;
  /** the event, while it is there */
  readonly eventId: string | null;
  /** in which it was done; null: in none, or one is not told */
  readonly calendarId: string | null;
  /** of the other time that is proposed and waits for an answer; null: none */
  readonly proposalId: string | null;
  /** ms UTC */
  readonly at: number;
}

const record = (value: unknown): JmapRecord => (isRecord(value) ? value : {});
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const records = (list: unknown): readonly JmapRecord[] =>
  Array.isArray(list) ? (list as unknown[]).filter(isRecord) : [];

const eventNews = (accountId: string, it: JmapRecord): NewsItem => {
  const what = it["type"] === "created" || it["type"] === "destroyed" ? it["type"] : "updated";
  return {
    ...commonOf(accountId, it),
    type: EVENTS,
    what: SCHEDULING.find((one) => one === it["snart:news"]) ?? what,
    title: text(record(it["event"])["title"]),
    eventId: what === "destroyed" ? null : text(it["calendarEventId"]) || null,
    calendarId: text(it["snart:calendarId"]) || null,
    proposalId: text(it["snart:proposalId"]) || null,
  };
};

const shareNews = (accountId: string, it: JmapRecord): NewsItem => ({
  ...commonOf(accountId, it),
  type: SHARES,
  what: !isRecord(it["newRights"]) ? "unshared" : isRecord(it["oldRights"]) ? "rights" : "shared",
  title: text(it["name"]),
  eventId: null,
  calendarId: null,
  proposalId: null,
});

const commonOf = (accountId: string, it: JmapRecord) => ({
  accountId,
  id: text(it["id"]),
  by: text(record(it["changedBy"])["name"]),
  at: Date.parse(text(it["created"])) || 0,
});

/** What is new for somebody: in their own calendars, in those that others share with them, and about sharing itself. Newest first. */
export async function fetchNews(accountId: string): Asked<readonly NewsItem[]> {
  const session = await jmap.session();
  if (!session.ok) return session;
  const { accounts } = session.value;
  const answers = await jmap.call([
    [`${SHARES}/get`, { accountId, ids: null }, SHARES],
    ...accounts.map(({ id }): Invocation => [`${EVENTS}/get`, { accountId: id, ids: null }, id]),
  ]);
  if (!answers.ok) return answers;
  const listOf = (call: string): readonly JmapRecord[] => {
    const given = answers.value.of(call);
    return given.ok ? records(given.value["list"]) : [];
  };
  const news = [
    ...listOf(SHARES).map((it) => shareNews(accountId, it)),
    ...accounts.flatMap(({ id }) => listOf(id).map((it) => eventNews(id, it))),
  ];
  return ok(news.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)));
}

/** Puts news away, in the person's other clients as well. */
export async function dismissNews(news: readonly NewsItem[]): Asked<void> {
  const lists = Map.groupBy(news, ({ type, accountId }) => `${type} ${accountId}`);
  const calls = [...lists].map(([key, items]): Invocation => {
    const [type = "", accountId = ""] = key.split(" ");
    return [`${type}/set`, { accountId, destroy: items.map(({ id }) => id) }, key];
  });
  if (calls.length === 0) return ok(undefined);
  const answers = await jmap.call(calls);
  if (!answers.ok) return answers;
  for (const [, , key] of calls) {
    const given = answers.value.of(key);
    if (!given.ok) return given;
  }
  return ok(undefined);
}
