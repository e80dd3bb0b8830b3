import type { App } from "../../app/app.ts";
import {
  deliverableSubscription,
  forgetSubscription,
  serverKeys,
  type PushMessage,
} from "../../app/push/push-subscriptions.ts";
import type { PushSubscription } from "../../app/types.ts";
import { guardedPost, type GuardOptions, type GuardedPost } from "../../http/guarded-post.ts";
import { RefusedAddress } from "../../http/open-addresses.ts";
import { encrypt, newVapidKeys, vapidHeader, type VapidKeys } from "./web-push.ts";

/** The server's keys for push services; the same for every process on one database. */
export const vapidKeys = async (app: App): Promise<VapidKeys> =>
  JSON.parse(await serverKeys(app, () => JSON.stringify(newVapidKeys()))) as VapidKeys;

/** How long a push service keeps a message for a device that is asleep; after that the device asks by itself. */
const TTL_SECONDS = 24 * 3_600;

interface PushSenderOptions extends GuardOptions {
  /** The contact of the server: its address, for the operator of a push service (RFC 8292 §2.1). */
  readonly subject: string;
}

/**
 * Sends a message of the outbox to a device's push service. A subscription unknown to the service ends; other
 * failures are thrown, and retried later.
 */
export const pushSender =
  ({ subject, ...guard }: PushSenderOptions) =>
  async (app: App, payload: unknown): Promise<void> => {
    const { subscriptionId, body, ttlSeconds } = payload as PushMessage;
    const subscription = await deliverableSubscription(app, subscriptionId);
    if (!subscription) return;
    const post = await postOf(app, subscription, { body, ttlSeconds, subject });
    const status = await guardedPost(post, guard).catch((error: unknown) => {
      if (error instanceof RefusedAddress) return GONE;
      throw error;
    });
    if (status === 404 || status === GONE) return forgetSubscription(app, subscription);
    if (status < 200 || status >= 300) throw new Error(`the push service answered ${status}`);
  };

const GONE = 410;

async function postOf(
  app: App,
  { url, keys }: PushSubscription,
  {
    body,
    ttlSeconds,
    subject,
  }: { readonly body: object; readonly ttlSeconds: number | undefined; readonly subject: string },
): Promise<GuardedPost> {
  const message = Buffer.from(JSON.stringify(body));
  const common = {
    TTL: String(ttlSeconds ?? TTL_SECONDS),
    ...(ttlSeconds !== undefined && { Urgency: "high" }),
    Authorization: vapidHeader(await vapidKeys(app), { url, subject, now: app.now() }),
  };
  return keys
    ? {
        url,
        headers: { ...common, "Content-Type": "application/octet-stream", "Content-Encoding": "aes128gcm" },
        body: encrypt(message, keys),
      }
    : { url, headers: { ...common, "Content-Type": "application/json" }, body: message };
}
