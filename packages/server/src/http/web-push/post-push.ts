import type { App } from "../../app/app.ts";
import { serverKeys } from "../../app/push/push-subscriptions.ts";
import { guardedPost, type GuardOptions } from "../guarded-post.ts";
import { RefusedAddress } from "../open-addresses.ts";
import { encrypt, newVapidKeys, vapidHeader, type ReceiverKeys, type VapidKeys } from "./web-push.ts";

/** The server's keys for push services; the same for every process on one database. */
export const vapidKeys = async (app: App): Promise<VapidKeys> =>
  JSON.parse(await serverKeys(app, () => JSON.stringify(newVapidKeys()))) as VapidKeys;

/** How long a push service keeps a message for a device that is asleep; after that the device asks by itself. */
const TTL_SECONDS = 24 * 3_600;

export interface PushOptions extends GuardOptions {
  /** The contact of the server: its address, for the operator of a push service (RFC 8292 §2.1). */
  readonly subject: string;
}

export interface Push {
  readonly url: string;
  /** null: the message is not encrypted */
  readonly keys: ReceiverKeys | null;
  readonly contentType: string;
  readonly body: string;
  /** How long it is useful to a device that is asleep; absent: a day. Shorter ones wake it. */
  readonly ttlSeconds?: number | undefined;
  /** Replaces a message of the same topic that the device has not got yet (RFC 8030 §5.4). */
  readonly topic?: string;
}

/**
 * Posts a message to a device's push service (RFC 8030 §5).
 * @returns "gone" if the service no longer knows the device, or is at an address that is not posted to
 * @throws for other failures, to be tried again
 */
export async function postPush(
  app: App,
  { url, keys, contentType, body, ttlSeconds, topic }: Push,
  { subject, ...guard }: PushOptions,
): Promise<"sent" | "gone"> {
  const message = Buffer.from(body);
  const headers = {
    TTL: String(ttlSeconds ?? TTL_SECONDS),
    ...(ttlSeconds !== undefined && { Urgency: "high" }),
    ...(topic !== undefined && { Topic: topic }),
    "Content-Type": contentType,
    ...(keys && { "Content-Encoding": "aes128gcm" }),
    Authorization: vapidHeader(await vapidKeys(app), { url, subject, now: app.now() }),
  };
  const post = { url, headers, body: keys ? encrypt(message, keys) : message };
  const status = await guardedPost(post, guard).catch((error: unknown) => {
    if (error instanceof RefusedAddress) return GONE;
    throw error;
  });
  if (status === 404 || status === GONE) return "gone";
  if (status < 200 || status >= 300) throw new Error(`the push service answered ${status}`);
  return "sent";
}

const GONE = 410;
