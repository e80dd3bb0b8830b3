import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { jmap, refusal, type JmapRecord } from "../jmap-client.ts";
import type { ApiProblem } from "../problem.ts";
import { isRecord } from "../request.ts";

type Asked<T> = Promise<Result<T, ApiProblem>>;

/** Why a feed cannot be read, as the server tells it. */
export const feedErrors = [
  "address-refused",
  "unreachable",
  "timed-out",
  "too-large",
  "too-many-redirects",
  "needs-sign-in",
  "not-there",
  "answered-badly",
  "not-a-calendar",
  "incomplete",
] as const;
export type FeedErrorCode = (typeof feedErrors)[number];

/** A calendar of ours that says what an address says; its id is the calendar's. Times are instants. */
export interface Subscription {
  readonly accountId: string;
  readonly id: string;
  readonly url: string;
  readonly hasCredentials: boolean;
  readonly refreshMinutes: number;
  readonly state: "fresh" | "stale" | "failing";
  readonly fetchedAt: number | null;
  readonly nextAt: number | null;
  readonly error: FeedErrorCode | null;
  readonly skipped: number;
}

export interface FeedPreview {
  readonly name: string | null;
  readonly color: string | null;
  readonly objects: number;
  readonly skipped: number;
  readonly next: readonly { readonly title: string; readonly start: number }[];
}

/** A secret address by which others see a calendar. */
export interface PublicLink {
  readonly accountId: string;
  readonly id: string;
  readonly calendarId: string;
  readonly label: string;
  readonly detail: "full" | "busy";
  readonly mayEmbed: boolean;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly isRevoked: boolean;
}

export interface NewLink {
  readonly calendarId: string;
  readonly label: string;
  readonly detail: "full" | "busy";
  readonly mayEmbed: boolean;
  /** ISO in UTC */
  readonly expiresAt: string | null;
}

const record = (value: unknown): JmapRecord => (isRecord(value) ? value : {});
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const count = (value: unknown): number => (typeof value === "number" ? value : 0);
const list = (value: unknown): JmapRecord[] => (Array.isArray(value) ? value.filter(isRecord) : []);

function instant(value: unknown): number | null {
  const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** The reason that a problem or an error of a feed gives, if it is one. */
export function feedErrorOf(value: unknown): FeedErrorCode | null {
  return feedErrors.find((code) => code === value) ?? null;
}

/** What the calendars of some accounts follow, and the links to them. */
export async function fetchFeeds(accountIds: readonly string[]): Asked<{
  readonly subscriptions: readonly Subscription[];
  readonly links: readonly PublicLink[];
}> {
  const calls = accountIds.flatMap((accountId, n) => [
    ["Subscription/get", { accountId, ids: null }, `s${n}`] as const,
    ["PublicLink/get", { accountId, ids: null }, `l${n}`] as const,
  ]);
  const answers = await jmap.call(calls);
  if (!answers.ok) return answers;
  const all = <T>(letter: string, read: (accountId: string, value: JmapRecord) => T): T[] =>
    accountIds.flatMap((accountId, n) => {
      // Of an account that only shares with us nothing is told.
      const given = answers.value.of(`${letter}${n}`);
      return given.ok ? list(given.value["list"]).map((value) => read(accountId, value)) : [];
    });
  return ok({ subscriptions: all("s", subscriptionOf), links: all("l", linkOf) });
}

function subscriptionOf(accountId: string, it: JmapRecord): Subscription {
  const state = text(it["state"]);
  return {
    accountId,
    id: text(it["id"]),
    url: text(it["url"]),
    hasCredentials: it["hasCredentials"] === true,
    refreshMinutes: count(it["refreshMinutes"]),
    state: state === "fresh" || state === "failing" ? state : "stale",
    fetchedAt: instant(it["fetchedAt"]),
    nextAt: instant(it["nextAt"]),
    error: feedErrorOf(record(it["error"])["code"]),
    skipped: count(it["skipped"]),
  };
}

const linkOf = (accountId: string, it: JmapRecord): PublicLink => ({
  accountId,
  id: text(it["id"]),
  calendarId: text(it["calendarId"]),
  label: text(it["label"]),
  detail: it["detail"] === "full" ? "full" : "busy",
  mayEmbed: it["mayEmbed"] === true,
  createdAt: instant(it["createdAt"]) ?? 0,
  expiresAt: instant(it["expiresAt"]),
  isRevoked: it["isRevoked"] === true,
});

/** What is at an address; nothing is kept. */
export async function previewFeed(accountId: string, url: string, timeZone: string): Asked<FeedPreview> {
  const given = await jmap.callOne("Subscription/preview", { accountId, url, timeZone });
  if (!given.ok) return given;
  const it = record(given.value["preview"]);
  const next = list(it["next"]).map((one) => ({
    title: text(one["title"]),
    start: instant(one["start"]) ?? 0,
  }));
  return ok({
    name: text(it["name"]) || null,
    color: text(it["color"]) || null,
    objects: count(it["objects"]),
    skipped: count(it["skipped"]),
    next,
  });
}

export interface NewSubscription {
  readonly url: string;
  readonly name: string;
  readonly color: string;
  readonly refreshMinutes: number;
}

/** Follows an address; gives the id of the calendar that does. */
export async function subscribe(accountId: string, wanted: NewSubscription): Asked<string> {
  const given = await jmap.callOne("Subscription/set", { accountId, create: { new: { ...wanted } } });
  return made(given, "new", (it) => text(it["id"]));
}

/** Reads a feed now; answers when that is done. */
export async function refreshSubscription(accountId: string, id: string): Asked<Subscription> {
  const given = await jmap.callOne("Subscription/refresh", { accountId, id });
  return given.ok ? ok(subscriptionOf(accountId, record(given.value["subscription"]))) : given;
}

/** Changes from where or how often a feed is read. */
export const changeSubscription = (
  { accountId, id }: Pick<Subscription, "accountId" | "id">,
  change: { readonly url?: string; readonly refreshMinutes?: number },
): Asked<void> => update("Subscription/set", accountId, id, change);

/** Makes a link; its token is told this once. */
export async function createLink(
  accountId: string,
  link: NewLink,
): Asked<{ readonly id: string; readonly token: string }> {
  const given = await jmap.callOne("PublicLink/set", { accountId, create: { new: { ...link } } });
  return made(given, "new", (it) => ({ id: text(it["id"]), token: text(it["token"]) }));
}

/** Takes a link from whoever has it, or gives it back. */
export const revokeLink = ({ accountId, id }: PublicLink, isRevoked: boolean): Asked<void> =>
  update("PublicLink/set", accountId, id, { isRevoked });

/** Takes a link away for good. */
export async function removeLink({ accountId, id }: PublicLink): Asked<void> {
  const given = await jmap.callOne("PublicLink/set", { accountId, destroy: [id] });
  if (!given.ok) return given;
  const error = record(given.value["notDestroyed"])[id];
  return error === undefined ? ok(undefined) : failed(refusal(record(error)));
}

async function update(method: string, accountId: string, id: string, patch: JmapRecord): Asked<void> {
  const given = await jmap.callOne(method, { accountId, update: { [id]: patch } });
  if (!given.ok) return given;
  const error = record(given.value["notUpdated"])[id];
  return error === undefined ? ok(undefined) : failed(refusal(record(error)));
}

function made<T>(
  given: Result<JmapRecord, ApiProblem>,
  id: string,
  read: (it: JmapRecord) => T,
): Result<T, ApiProblem> {
  if (!given.ok) return given;
  const created = record(given.value["created"])[id];
  if (isRecord(created)) return ok(read(created));
  return failed(refusal(record(record(given.value["notCreated"])[id])));
}
