import type { App } from "../app/app.ts";
import { retryDelay } from "./retry-delay.ts";

/** What sends the outbox messages of each kind: called after the change that caused them is committed. */
export type EffectSenders = ReadonlyMap<string, (app: App, payload: unknown) => Promise<void>>;

/** How long a message is hidden from other processes while it is being sent. */
const LEASE_MS = 120_000;
const BATCH = 20;

/** Sends every message that is due. One that fails is tried again later; it stays in the outbox with its error. */
export async function sendEffects(
  app: App,
  senders: EffectSenders,
  onError: (error: unknown) => void,
  isStopped: () => boolean,
): Promise<void> {
  if (senders.size === 0) return;
  while (!isStopped()) {
    const messages = await app.storage.write((tx) => tx.queues.takeOutbox(app.now(), BATCH, LEASE_MS));
    for (const { id, kind, payload, attempts } of messages) {
      try {
        const send = senders.get(kind);
        if (!send) throw new Error(`nothing sends messages of the kind ${kind}`);
        await send(app, payload);
        await app.storage.write((tx) => tx.queues.finishOutbox(id));
      } catch (error) {
        onError(error);
        const text = (error instanceof Error ? error.message : String(error)).slice(0, 500);
        await app.storage.write((tx) => tx.queues.retryOutbox(id, app.now() + retryDelay(attempts), text));
      }
    }
    if (messages.length < BATCH) return;
  }
}
