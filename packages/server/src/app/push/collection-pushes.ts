import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { DAY, SECOND } from "@snart/calendar/time/instant.ts";
import type { AccountChange } from "../../storage/port.ts";
import type { Calendar, CalendarId, PrincipalId } from "../types.ts";
import type { CollectionPush, PushKeys } from "../../storage/records/notifications.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantCalendar } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { signatureOf, signingKey } from "../signing-key.ts";
import { isStillSignedIn } from "../still-signed-in.ts";
import { creatorOf } from "./creator.ts";
import { isMadeQuietly } from "./quiet-changes.ts";

// Devices that hear of changes of a calendar by WebDAV-Push (draft-bitfire-webdav-push).

/** The kind of outbox messages that go to them. */
export const COLLECTION_PUSH = "collection-push";

/** A change that a device is to hear of. */
export interface CollectionPushMessage {
  readonly subscriptionId: string;
}

/** A client renews its registration; the draft wants at least three days. */
const LONGEST_MS = 30 * DAY;
const SHORTEST_MS = 60 * SECOND;
/** The most registrations of one person: a device has one for each calendar. */
const MOST_REGISTRATIONS = 500;
/** What comes within this time is told of at once. */
const TOGETHER_MS = SECOND;

export interface NewCollectionPush extends Pick<CollectionPush, "url" | "onContent" | "onProperties"> {
  readonly keys: PushKeys;
  /** The server may choose an earlier one. */
  readonly expiresAt: number | null;
}

/** Registers a device for a calendar that the actor reads, or renews that. @returns `forbidden` for one too many */
export function registerCollectionPush(
  app: App,
  actor: Actor,
  calendarId: CalendarId,
  wanted: NewCollectionPush,
): Promise<Result<CollectionPush, Problem>> {
  return app.storage.write(async (tx) => {
    const grant = await grantCalendar(tx, actor, calendarId, "mayReadItems");
    if (!grant.ok) return grant;
    const { calendar } = grant.value;
    const own = await tx.collectionPushes.ofPrincipal(actor.principalId);
    const now = app.now();
    const isKnown = own.some((one) => one.calendarId === calendarId && one.url === wanted.url);
    if (!isKnown && own.filter(({ expiresAt }) => expiresAt > now).length >= MOST_REGISTRATIONS)
      return failed({ code: "forbidden", right: `more than ${MOST_REGISTRATIONS} registrations` });
    const registration: CollectionPush = {
      ...wanted,
      id: app.newSecret(24),
      principalId: actor.principalId,
      calendarId,
      accountId: calendar.accountId,
      toldContent: calendar.contentModseq,
      toldProperties: calendar.modseq,
      createdAt: now,
      expiresAt: Math.min(now + LONGEST_MS, Math.max(now + SHORTEST_MS, wanted.expiresAt ?? Infinity)),
      signedInBy: { via: actor.via, proof: actor.proof },
    };
    return ok({ ...registration, id: await tx.collectionPushes.put(registration) });
  });
}

/** @returns false for one that is not the actor's, or has expired */
export function removeCollectionPush(app: App, actor: Actor, id: string): Promise<boolean> {
  return app.storage.write(async (tx) => {
    const known = await tx.collectionPushes.byId(id);
    if (known?.principalId !== actor.principalId) return false;
    await tx.collectionPushes.remove(id);
    return known.expiresAt > app.now();
  });
}

/** Names a calendar in push messages, and says nothing about it. */
export const pushTopic = (key: string, calendarId: CalendarId): string =>
  signatureOf(key, `push topic ${calendarId}`).slice(0, 22);

/** The key of `pushTopic`, the same in every process. */
export const pushTopicKey = (app: App): Promise<string> => signingKey(app, "push-topics");

/**
 * Puts what devices are to hear about a change into the outbox, once, however many processes see it. What a client has changed itself and
 * doesn't want to hear of is put there as sent.
 * @returns how many
 */
export async function enqueueCollectionPushes(app: App, change: AccountChange): Promise<number> {
  const { accountId, modseq, types } = change;
  if (!types.some((type) => type === "Calendar" || type === "CalendarEvent" || type === "Task")) return 0;
  const isQuiet = isMadeQuietly();
  const isAny = await app.storage.readOften(["whether anybody hears of calendars by WebDAV-Push"], (tx) =>
    tx.collectionPushes.isAny(app.now()),
  );
  if (!isAny) return 0;
  const told = await changedFor(app, accountId);
  if (told.length === 0) return 0;
  await app.storage.write(async (tx) => {
    for (const registration of told) {
      const id = app.newId();
      const now = app.now();
      await tx.queues.enqueue({
        id,
        accountId: registration.principalId,
        kind: COLLECTION_PUSH,
        dedupeKey: `${COLLECTION_PUSH} ${registration.id} ${modseq}`,
        payload: { subscriptionId: registration.id } satisfies CollectionPushMessage,
        createdAt: now,
        availableAt: now + TOGETHER_MS,
        attempts: 0,
        lastError: null,
      });
      if (isQuiet(registration)) await tx.queues.finishOutbox(id);
    }
  });
  app.outboxFilled?.();
  return told.length;
}

/** The registrations of an account's calendars whose states have risen since they heard of them. */
const changedFor = (app: App, accountId: PrincipalId): Promise<readonly CollectionPush[]> =>
  app.storage.read(async (tx) => {
    const live = await tx.collectionPushes.liveOf(accountId, app.now());
    if (live.length === 0) return [];
    const calendars = new Map((await tx.calendars.ofAccount(accountId)).map((one) => [one.id, one]));
    return live.filter((one) => {
      const calendar = calendars.get(one.calendarId);
      return calendar !== undefined && isNews(one, calendar);
    });
  });

const isNews = (one: CollectionPush, calendar: Calendar): boolean =>
  hasContent(one, calendar) || hasProperties(one, calendar);
const hasContent = ({ onContent, toldContent }: CollectionPush, { contentModseq }: Calendar): boolean =>
  onContent && contentModseq > toldContent;
const hasProperties = ({ onProperties, toldProperties }: CollectionPush, { modseq }: Calendar): boolean =>
  onProperties && modseq > toldProperties;

/** What a device is told now, of all that has changed since it heard. */
export interface CollectionNews {
  readonly registration: CollectionPush;
  readonly calendar: Calendar;
  readonly isContent: boolean;
  readonly isProperties: boolean;
}

/**
 * What is to be sent to a device; undefined: nothing, as it has heard of it, or the registration has ended. One whose creator is no longer
 * signed in, or may no longer read the calendar, ends.
 */
export async function collectionNews(app: App, id: string): Promise<CollectionNews | undefined> {
  const registration = await app.storage.read((tx) => tx.collectionPushes.byId(id));
  if (!registration || registration.expiresAt <= app.now()) return undefined;
  const { calendarId } = registration;
  const actor = creatorOf(registration);
  const grant = await app.storage.read((tx) => grantCalendar(tx, actor, calendarId, "mayReadItems"));
  if (!grant.ok || !(await isStillSignedIn(app, actor))) {
    await forgetCollectionPush(app, id);
    return undefined;
  }
  const { calendar } = grant.value;
  const [isContent, isProperties] = [
    hasContent(registration, calendar),
    hasProperties(registration, calendar),
  ];
  return isContent || isProperties ? { registration, calendar, isContent, isProperties } : undefined;
}

/** A device has heard of these states. */
export const toldOf = (app: App, { registration, calendar }: CollectionNews): Promise<void> =>
  app.storage.write((tx) =>
    tx.collectionPushes.tell(registration.id, {
      toldContent: calendar.contentModseq,
      toldProperties: calendar.modseq,
    }),
  );

/** Ends a registration that its push service no longer knows. */
export const forgetCollectionPush = (app: App, id: string): Promise<void> =>
  app.storage.write((tx) => tx.collectionPushes.remove(id));
