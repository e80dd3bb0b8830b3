import { SECOND } from "@snart/calendar/time/instant.ts";
import type { App } from "../app/app.ts";
import { MAIL_MESSAGE, type Mail } from "../app/outbox/queue-mail.ts";
import { COLLECTION_PUSH, type CollectionPushMessage } from "../app/webdav-push/registrations.ts";
import { PUSH_MESSAGE, type PushMessage } from "../app/push/push-subscriptions.ts";
import type { OutgoingMessage } from "../app/scheduling/outgoing.ts";
import { OUTSIDE_MESSAGE } from "../app/outside-gateway.ts";
import type { OutboxMessage } from "../app/types.ts";
import { retryDelay } from "./retry-delay.ts";

/**
 * The senders of outbox messages by kind: called after the change that caused them is committed. A sender that
 * returns has sent the message or given it up; one that throws is tried again.
 * @param attempts how often it has been begun, including this time
 */
export type EffectSender = (app: App, payload: unknown, attempts: number) => Promise<void>;
export type EffectSenders = ReadonlyMap<string, EffectSender>;

const BATCH = 50;
/** Messages sent at the same time: a mail server that is slow with each must not make thousands late. */
const AT_ONCE = 8;

/**
 * What is sent one after the other, in the order of writing: all to one mail address, all to one device, and all that is delivered
 * here, which one database writes. Only the messages of a lane of the outbox wait for a failed one as well: mails and pushes are
 * complete in themselves.
 */
function placeOf({ kind, payload }: OutboxMessage): string {
  if (kind === MAIL_MESSAGE) return `to ${(payload as Partial<Mail> | null)?.to?.email ?? ""}`;
  if (kind === PUSH_MESSAGE || kind === COLLECTION_PUSH)
    return `to ${(payload as PushMessage | CollectionPushMessage).subscriptionId}`;
  return kind === OUTSIDE_MESSAGE ? `to ${(payload as OutgoingMessage).recipient}` : "here";
}

/** Sends every message that is due. A failed one is retried later; it stays in the outbox with its error. */
export async function sendEffects(
  app: App,
  senders: EffectSenders,
  onError: (error: unknown) => void,
  isStopped: () => boolean,
): Promise<void> {
  if (senders.size === 0) return;
  // Renewed while it sends.
  const lease = app.limits.sendLeaseSeconds * SECOND;
  while (!isStopped()) {
    const messages = await app.storage.write((tx) => tx.queues.takeOutbox(app.now(), BATCH, lease));
    // Not before there are none: a sent message makes way for the next of its lane.
    if (messages.length === 0) return;
    const unsent = new Set(messages.map(({ id }) => id));
    const renewal = setInterval(() => {
      const until = app.now() + lease;
      app.storage.write((tx) => tx.queues.renewOutbox([...unsent], until)).catch(onError);
    }, lease / 3);
    try {
      const places = Map.groupBy(messages, placeOf).values();
      const work = async (): Promise<void> => {
        for (const place of places)
          for (const message of place) {
            await sendOne(app, senders, message, onError);
            // A failed message waits for its next attempt, which no renewal may move.
            unsent.delete(message.id);
          }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    } finally {
      clearInterval(renewal);
    }
  }
}

/**
 * Messages that were sent but could not be struck off, because the database was away: when their turn comes again, they are struck off
 * and not sent once more.
 */
const unstruck = new WeakMap<App["storage"], Set<string>>();

async function sendOne(
  app: App,
  senders: EffectSenders,
  { id, kind, payload, attempts }: OutboxMessage,
  onError: (error: unknown) => void,
): Promise<void> {
  const sent = unstruck.getOrInsertComputed(app.storage, () => new Set());
  try {
    const send = senders.get(kind);
    if (!send) throw new Error(`nothing sends messages of the kind ${kind}`);
    if (!sent.has(id)) await send(app, payload, attempts);
  } catch (error) {
    onError(error);
    const text = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    await app.storage.write((tx) => tx.queues.retryOutbox(id, app.now() + retryDelay(attempts), text));
    return;
  }
  sent.add(id);
  await app.storage.write((tx) => tx.queues.finishOutbox(id));
  sent.delete(id);
}
