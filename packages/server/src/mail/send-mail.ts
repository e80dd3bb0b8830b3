import type { App } from "../app/app.ts";
import type { QueuedMail } from "../app/outbox/queue-mail.ts";
import { deliveryOf, noteAttempt, recordDelivery } from "../app/mail/record-delivery.ts";
import { RefusedMail, type MailTransport, type WireMessage } from "./smtp.ts";
import { wireMessage, type MailSender } from "./wire-message.ts";

interface MailParts {
  readonly transport: MailTransport;
  readonly sender: MailSender;
}

/** Sends the finished mails of the outbox. */
export const mailSender =
  ({ transport, sender }: MailParts) =>
  async (app: App, payload: unknown, attempts: number): Promise<void> => {
    const mail = payload as QueuedMail;
    const delivery = await deliveryOf(app, mail.id);
    // It was sent, or given up, before its sender died.
    if (delivery?.state !== "queued") return;
    await sendOrGiveUp(app, transport, wireMessage(sender, delivery, mail), { id: mail.id, attempts });
  };

/** Mails that a mail server has accepted while that could not be recorded, as the database was away: they are not sent once more. */
const unrecorded = new WeakMap<App["storage"], Set<string>>();

/**
 * Hands a message to the mail server. One that is refused, or that has been tried often enough, is given up, and the
 * log says so. A process that dies before it records the server's answer sends it again with the same Message-ID, by
 * which the other side recognises it.
 * @returns whether it was sent. Throws while it may still be
 */
export async function sendOrGiveUp(
  app: App,
  transport: MailTransport,
  message: WireMessage,
  { id, attempts }: { readonly id: string; readonly attempts: number },
): Promise<boolean> {
  const accepted = unrecorded.getOrInsertComputed(app.storage, () => new Set());
  try {
    if (!accepted.has(id)) await transport.send(message);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof RefusedMail || attempts >= app.limits.mailAttempts) {
      await recordDelivery(app, id, "failed", reason);
      return false;
    }
    await noteAttempt(app, id, reason);
    throw error;
  }
  accepted.add(id);
  await recordDelivery(app, id, "sent");
  accepted.delete(id);
  return true;
}
