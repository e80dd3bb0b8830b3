import type {
  FeedErrorCode,
  FeedPreviewRecord,
  PublicLinkRecord,
  SubscriptionRecord,
} from "@snart/calendar/jmap/feeds.ts";
import { ok } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { ApiProblem, Asked } from "../problem.ts";
import { text } from "../read-json.ts";

/** A calendar that follows the feed at an address; its id is the calendar's. */
export interface Subscription extends SubscriptionRecord {
  readonly accountId: string;
}

/** A secret address at which others can see a calendar. */
export interface PublicLink extends PublicLinkRecord {
  readonly accountId: string;
}

/** The fields of a new link. */
type NewLink = Pick<PublicLinkRecord, "calendarId" | "label" | "detail" | "mayEmbed" | "expiresAt">;

/** Returns the feed's error, if the contents of the address can't be followed. */
export const feedErrorOf = (problem: ApiProblem): FeedErrorCode | undefined =>
  problem.kind === "refused" && problem.fields["code"] === "feed-unusable"
    ? (problem.fields["reason"] as FeedErrorCode)
    : undefined;

/** Returns the subscriptions of some accounts, and the links to their calendars. */
export async function fetchFeeds(accountIds: readonly string[]): Asked<{
  readonly subscriptions: readonly Subscription[];
  readonly links: readonly PublicLink[];
}> {
  const answers = await jmap.each(
    accountIds.flatMap((accountId) => [
      ["Subscription/get", { accountId, ids: null }, `s${accountId}`] as const,
      ["PublicLink/get", { accountId, ids: null }, `l${accountId}`] as const,
    ]),
  );
  if (!answers.ok) return answers;
  const all = <T extends "Subscription" | "PublicLink">(letter: string) =>
    accountIds.flatMap((accountId) => {
      // An account that only shares with the person has none.
      const given = answers.value.list<T>(`${letter}${accountId}`);
      return given.ok ? given.value.map((one) => ({ ...one, accountId })) : [];
    });
  return ok({ subscriptions: all<"Subscription">("s"), links: all<"PublicLink">("l") });
}

/** Returns a preview of the feed at an address; stores nothing. */
export async function previewFeed(
  accountId: string,
  url: string,
  timeZone: string,
): Asked<FeedPreviewRecord> {
  const args = { accountId, url, timeZone };
  const given = await jmap.callOne<{ readonly preview: FeedPreviewRecord }>("Subscription/preview", args);
  return given.ok ? ok(given.value.preview) : given;
}

interface NewSubscription {
  readonly url: string;
  readonly name: string;
  readonly color: string;
  readonly refreshMinutes: number;
}

/** Follows an address; returns the id of the calendar that does. */
export async function subscribe(accountId: string, wanted: NewSubscription): Asked<string> {
  const made = await jmap.setOne("Subscription/set", { accountId, create: { new: wanted } });
  return made.ok ? ok(text(made.value["id"])) : made;
}

/** Makes the server read a feed now; resolves when that is done. */
export async function refreshSubscription(accountId: string, id: string): Asked<Subscription> {
  const args = { accountId, id };
  const given = await jmap.callOne<{ subscription: SubscriptionRecord }>("Subscription/refresh", args);
  return given.ok ? ok({ ...given.value.subscription, accountId }) : given;
}

/** Changes the address of a feed or how often the server reads it. */
export const changeSubscription = (
  { accountId, id }: Pick<Subscription, "accountId" | "id">,
  change: { readonly url?: string; readonly refreshMinutes?: number },
): Asked<unknown> => jmap.setOne("Subscription/set", { accountId, update: { [id]: change } });

/** Makes a link; returns its token, which is shown only once. */
export async function createLink(accountId: string, link: NewLink): Asked<string> {
  const made = await jmap.setOne("PublicLink/set", { accountId, create: { new: link } });
  return made.ok ? ok(text(made.value["token"])) : made;
}

/** Revokes a link, or restores it. */
export const revokeLink = ({ accountId, id }: PublicLink, isRevoked: boolean): Asked<unknown> =>
  jmap.setOne("PublicLink/set", { accountId, update: { [id]: { isRevoked } } });

/** Removes a link for good. */
export const removeLink = ({ accountId, id }: PublicLink): Asked<unknown> =>
  jmap.setOne("PublicLink/set", { accountId, destroy: [id] });
