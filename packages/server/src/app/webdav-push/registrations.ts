import { DAY, SECOND } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { CollectionPush, PushKeys } from "../../storage/records/notifications.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";
import type { PrincipalId } from "../types.ts";
import { signatureOf, signingKey } from "../signing-key.ts";
import type { isMadeQuietly } from "./quiet-changes.ts";

// What registrations for WebDAV-Push (draft-bitfire-webdav-push) share, be they for a calendar or for a home.

/** The kind of outbox messages that go to devices. */
export const COLLECTION_PUSH = "collection-push";

/** A change that a device is to hear of. */
export interface CollectionPushMessage {
  /** The registration's id. */
  readonly subscriptionId: string;
}

/** A client renews its registration; the draft wants at least three days. */
const LONGEST_MS = 30 * DAY;
const SHORTEST_MS = 60 * SECOND;
/** The most registrations of one person: a device has one for each calendar, and one for each home. */
const MOST_REGISTRATIONS = 500;
/** What comes within this time is told of at once. */
const TOGETHER_MS = SECOND;

/** What a client asks for. */
export interface NewRegistration extends Pick<CollectionPush, "url" | "onContent" | "onProperties"> {
  readonly keys: PushKeys;
  /** The server may choose an earlier one. */
  readonly expiresAt: number | null;
}

/** The part of a new registration that says nothing about what it is for. */
export const newRegistration = (
  app: App,
  { principalId }: Actor,
  { url, keys, onContent, onProperties, expiresAt }: NewRegistration,
) => {
  const now = app.now();
  return {
    id: app.newSecret(24),
    principalId,
    url,
    keys,
    onContent,
    onProperties,
    createdAt: now,
    expiresAt: Math.min(now + LONGEST_MS, Math.max(now + SHORTEST_MS, expiresAt ?? Infinity)),
  };
};

/** @returns what forbids one more registration of a person, unless `isSame` says that it renews one */
export async function registrationProblem(
  tx: ReadTransaction,
  principalId: PrincipalId,
  now: number,
  isSame: (one: { readonly url: string; readonly calendarId?: string; readonly homeId?: string }) => boolean,
): Promise<Problem | undefined> {
  const own = [
    ...(await tx.collectionPushes.ofPrincipal(principalId)),
    ...(await tx.homePushes.ofPrincipal(principalId)),
  ];
  if (own.some(isSame) || own.filter(({ expiresAt }) => expiresAt > now).length < MOST_REGISTRATIONS)
    return undefined;
  return { code: "forbidden", right: `more than ${MOST_REGISTRATIONS} registrations` };
}

/** @returns false for one that is not the actor's, or has expired */
export function removeRegistration(app: App, actor: Actor, id: string): Promise<boolean> {
  return app.storage.write(async (tx) => {
    const known = (await tx.collectionPushes.byId(id)) ?? (await tx.homePushes.byId(id));
    if (known?.principalId !== actor.principalId) return false;
    await tx.collectionPushes.remove(id);
    await tx.homePushes.remove(id);
    return known.expiresAt > app.now();
  });
}

/** Ends a registration that its push service no longer knows, or whose creator may no longer see what it is for. */
export const forgetRegistration = (app: App, id: string): Promise<void> =>
  app.storage.write(async (tx) => {
    await tx.collectionPushes.remove(id);
    await tx.homePushes.remove(id);
  });

/** Names what a registration is for in push messages, and says nothing about it. @param of the calendar's id, or what `homeTopic` returns */
export const pushTopic = (key: string, of: string): string =>
  signatureOf(key, `push topic ${of}`).slice(0, 22);
export const homeTopic = (homeId: PrincipalId): string => `home ${homeId}`;

/** The key of `pushTopic`, the same in every process. */
export const pushTopicKey = (app: App): Promise<string> => signingKey(app, "push-topics");

interface ToBeTold {
  readonly registrations: readonly { readonly id: string; readonly principalId: PrincipalId }[];
  /** Names the change, so that it is told of once, however many processes see it. */
  readonly change: string;
  readonly isQuiet: ReturnType<typeof isMadeQuietly>;
}

/** Puts what devices are to hear into the outbox. What a client has changed itself and doesn't want to hear of is put there as sent. */
export async function enqueuePushes(app: App, { registrations, change, isQuiet }: ToBeTold): Promise<void> {
  if (registrations.length === 0) return;
  await app.storage.write(async (tx) => {
    for (const registration of registrations) {
      const id = app.newId();
      const now = app.now();
      await tx.queues.enqueue({
        id,
        accountId: registration.principalId,
        kind: COLLECTION_PUSH,
        dedupeKey: `${COLLECTION_PUSH} ${registration.id} ${change}`,
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
}
