import type { App } from "../../app/app.ts";
import {
  deliverableSubscription,
  forgetSubscription,
  type PushMessage,
} from "../../app/push/push-subscriptions.ts";
import { postPush, type PushOptions } from "../../http/web-push/post-push.ts";

/**
 * Sends a message of the outbox to a device's push service. A subscription unknown to the service ends; other
 * failures are thrown, and retried later.
 */
export const pushSender =
  (options: PushOptions) =>
  async (app: App, payload: unknown): Promise<void> => {
    const { subscriptionId, body, ttlSeconds } = payload as PushMessage;
    const subscription = await deliverableSubscription(app, subscriptionId);
    if (!subscription) return;
    const { url, keys } = subscription;
    // Encrypted, it is bytes to whoever passes it on (RFC 8291 §4).
    const contentType = keys ? "application/octet-stream" : "application/json";
    const push = { url, keys, contentType, body: JSON.stringify(body), ttlSeconds };
    if ((await postPush(app, push, options)) === "gone") await forgetSubscription(app, subscription);
  };
