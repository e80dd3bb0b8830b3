import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { WriteTransaction, AccountChange } from "../../storage/port.ts";
import type { Millis } from "../../storage/records/ids.ts";
import type { PushSubscription } from "../../storage/records/notifications.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantAccount, grantAll } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { isStillSignedIn } from "../still-signed-in.ts";
import { creatorOf } from "./creator.ts";

/** The kind of outbox messages that go to a push service. */
export const PUSH_MESSAGE = "push";

/** A push to one device. */
export interface PushMessage {
  readonly subscriptionId: string;
  /** As RFC 8620 §7.1 and §7.2.2 define. */
  readonly body: object;
  /** How long it is useful to a device that is asleep; absent: a day. Shorter ones wake it. */
  readonly ttlSeconds?: number;
}

/** The most devices of one person. */
const MOST_SUBSCRIPTIONS = 20;
const DAY_MS = 86_400_000;
/** An active client renews its subscription; an unused one ends by itself. */
const LONGEST_MS = 90 * DAY_MS;
const SHORTEST_MS = 60_000;

export interface NewPushSubscription {
  readonly deviceClientId: string;
  readonly url: string;
  readonly keys: PushSubscription["keys"];
  readonly types: readonly string[] | null;
  /** The server may choose an earlier one. */
  readonly expiresAt: Millis | null;
}

/** The actor's subscriptions that have not expired. */
export function listPushSubscriptions(app: App, actor: Actor): Promise<readonly PushSubscription[]> {
  return app.storage.read(async (tx) =>
    (await tx.push.ofPrincipal(actor.principalId)).filter(({ expiresAt }) => expiresAt > app.now()),
  );
}

/**
 * Creates a subscription and sends a code to its URL, with which its creator proves that it is theirs (RFC 8620
 * §7.2.2).
 */
export function createPushSubscription(
  app: App,
  actor: Actor,
  wanted: NewPushSubscription,
): Promise<Result<PushSubscription, Problem>> {
  return app.storage.write(async (tx) => {
    const own = await tx.push.ofPrincipal(actor.principalId);
    for (const { id, expiresAt } of own)
      if (expiresAt <= app.now()) await tx.push.remove(actor.principalId, id);
    if (own.filter(({ expiresAt }) => expiresAt > app.now()).length >= MOST_SUBSCRIPTIONS)
      return failed({ code: "forbidden", right: `more than ${MOST_SUBSCRIPTIONS} subscriptions` });
    const { via, proof, principalId } = actor;
    const subscription: PushSubscription = {
      ...wanted,
      id: app.newId(),
      principalId,
      verificationCode: app.newSecret(24),
      isVerified: false,
      expiresAt: clampedExpiry(app, wanted.expiresAt),
      createdAt: app.now(),
      signedInBy: { via, proof },
    };
    await tx.push.insert(subscription);
    const { id, verificationCode } = subscription;
    const body = { "@type": "PushVerification", pushSubscriptionId: id, verificationCode };
    await enqueuePush(app, tx, subscription, { dedupeKey: `${PUSH_MESSAGE} ${id} verification`, body });
    return ok(subscription);
  });
}

const clampedExpiry = (app: App, wanted: Millis | null): Millis =>
  Math.min(app.now() + LONGEST_MS, Math.max(app.now() + SHORTEST_MS, wanted ?? Infinity));

export interface PushSubscriptionChanges {
  readonly verificationCode?: string;
  readonly types?: readonly string[] | null;
  /** null: as long as permitted */
  readonly expiresAt?: Millis | null;
}

/** @returns `not-found` for one that is not the actor's, `invalid-value` for a wrong code */
export function updatePushSubscription(
  app: App,
  actor: Actor,
  id: string,
  { verificationCode, types, expiresAt }: PushSubscriptionChanges,
): Promise<Result<PushSubscription, Problem>> {
  return app.storage.write(async (tx) => {
    const current = await tx.push.byId(id);
    if (current?.principalId !== actor.principalId || current.expiresAt <= app.now())
      return failed({ code: "not-found" });
    if (verificationCode !== undefined && verificationCode !== current.verificationCode)
      return failed({
        code: "invalid-value",
        field: "verificationCode",
        detail: "not the code that was sent",
      });
    const fields = {
      ...(verificationCode !== undefined && { isVerified: true }),
      ...(types !== undefined && { types }),
      ...(expiresAt !== undefined && { expiresAt: clampedExpiry(app, expiresAt) }),
    };
    await tx.push.update(id, fields);
    return ok({ ...current, ...fields });
  });
}

export function removePushSubscription(app: App, actor: Actor, id: string): Promise<boolean> {
  return app.storage.write((tx) => tx.push.remove(actor.principalId, id));
}

/** Puts one device's push into the outbox; once for each key. */
export async function enqueuePush(
  app: App,
  tx: WriteTransaction,
  { id: subscriptionId, principalId }: PushSubscription,
  {
    dedupeKey,
    availableAt,
    ...said
  }: Omit<PushMessage, "subscriptionId"> & { readonly dedupeKey: string; readonly availableAt?: Millis },
): Promise<void> {
  const payload: PushMessage = { subscriptionId, ...said };
  const now = app.now();
  await tx.queues.enqueue({
    id: app.newId(),
    accountId: principalId,
    kind: PUSH_MESSAGE,
    dedupeKey,
    payload,
    createdAt: now,
    availableAt: availableAt ?? now,
    attempts: 0,
    lastError: null,
  });
  app.outboxFilled?.();
}

/**
 * Puts the pushes about a change into the outbox, once, however many processes see it.
 * @returns how many
 */
export async function enqueuePushes(app: App, change: AccountChange): Promise<number> {
  const { accountId, modseq } = change;
  // Reminders have pushes of their own.
  const types = change.types.filter((type) => type !== "Reminder");
  if (types.length === 0) return 0;
  // One commit may cause many changes; if nobody had a subscription, there is none until the next commit.
  const isAny = await app.storage.readOften(
    ["whether there are push subscriptions"],
    async (tx) => (await tx.push.live(app.now())).length > 0,
  );
  if (!isAny) return 0;
  const live = await app.storage.read(async (tx) => {
    const told: PushSubscription[] = [];
    for (const subscription of await tx.push.live(app.now())) {
      const actor = creatorOf(subscription);
      const isSeen =
        (await grantAccount(tx, actor, accountId)).ok ||
        (await grantAll(tx, actor)).some(
          ({ calendar, rights }) => calendar.accountId === accountId && rights.mayReadFreeBusy,
        );
      if (isSeen) told.push(subscription);
    }
    return told;
  });
  const wanted = live.flatMap((subscription) => {
    const names = types.filter((type) => subscription.types === null || subscription.types.includes(type));
    return names.length > 0 ? [{ subscription, names }] : [];
  });
  if (wanted.length === 0) return 0;
  await app.storage.write(async (tx) => {
    for (const { subscription, names } of wanted) {
      const changed = { [accountId]: Object.fromEntries(names.map((type) => [type, String(modseq)])) };
      const key = [PUSH_MESSAGE, subscription.id, accountId, modseq].join(" ");
      const body = { "@type": "StateChange", changed };
      await enqueuePush(app, tx, subscription, { dedupeKey: key, body });
    }
  });
  return wanted.length;
}

/**
 * The subscription for a message; undefined if it no longer exists, or if its creator is no longer signed in: then it
 * ends.
 */
export async function deliverableSubscription(app: App, id: string): Promise<PushSubscription | undefined> {
  const subscription = await app.storage.read((tx) => tx.push.byId(id));
  if (!subscription || subscription.expiresAt <= app.now()) return undefined;
  if (await isStillSignedIn(app, creatorOf(subscription))) return subscription;
  await forgetSubscription(app, subscription);
  return undefined;
}

/** Ends a subscription that its push service no longer knows. */
export async function forgetSubscription(app: App, { principalId, id }: PushSubscription): Promise<void> {
  await app.storage.write((tx) => tx.push.remove(principalId, id));
}

/** The server's own keys for push services (RFC 8292), made on first use. */
export async function serverKeys(app: App, make: () => string): Promise<string> {
  const known = await app.storage.read((tx) => tx.settings.get(KEYS));
  if (known !== undefined) return known;
  // The session names them, without which nobody can delete by JMAP on a full disk.
  return app.storage.write((tx) => tx.settings.keep(KEYS, make()), "half");
}

const KEYS = "vapid-keys";
