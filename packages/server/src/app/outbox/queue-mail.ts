import type { Language } from "@snart/locales/language.ts";
import type { ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { WriteScope } from "../scope.ts";

/** The kind of outbox messages that are mail, composed already. */
export const MAIL_MESSAGE = "mail";

/** A message as it is to be sent: everything that people read is in it. */
export interface Mail {
  readonly to: MailAddress;
  /** The name it comes from; the address is the server's. Absent: the server's own name. */
  readonly senderName?: string;
  /** Where an answer goes. Absent: the server's address. */
  readonly replyTo?: MailAddress;
  /** The language that it begins in. */
  readonly language: Language;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly MailAttachment[];
}
export interface MailAddress {
  readonly email: string;
  readonly name?: string;
}
export interface MailAttachment {
  readonly name: string;
  /** media type, with its parameters */
  readonly type: string;
  readonly text: string;
}

/** How a mail is known to the server. */
export interface MailOccasion {
  /** Whose doing it is. */
  readonly accountId: PrincipalId;
  /** What it is for ("reminder"); for the delivery log. */
  readonly purpose: string;
  /** A second mail of the same key is not sent. */
  readonly key: string;
  readonly objectId?: ObjectId;
  /** Not to be sent before; absent: at once. */
  readonly availableAt?: number;
}

/** A mail in the outbox. */
export interface QueuedMail extends Mail {
  /** of the outbox message and of its entry in the delivery log */
  readonly id: string;
}

/**
 * Puts a composed mail into the outbox, in the transaction of what it tells of: it is sent after the commit, once in effect
 * (its Message-ID stays the same however often it is tried), again and again with growing pauses, and given up in the end.
 * @returns "no-mail" when the server sends none, or none to this address
 */
export async function queueMail(
  { app, tx, now }: Pick<WriteScope, "app" | "tx" | "now">,
  occasion: MailOccasion,
  mail: Mail,
): Promise<"queued" | "duplicate" | "no-mail"> {
  if (app.outside?.reaches(mail.to.email) !== true) return "no-mail";
  const id = app.newId();
  const queued = await tx.queues.enqueue({
    id,
    accountId: occasion.accountId,
    kind: MAIL_MESSAGE,
    dedupeKey: `mail ${occasion.purpose} ${occasion.key}`,
    payload: { ...mail, id } satisfies QueuedMail,
    createdAt: now,
    availableAt: occasion.availableAt ?? now,
    attempts: 0,
    lastError: null,
  });
  if (queued === "duplicate") return queued;
  await logDelivery({ app, tx, now }, { id, recipient: mail.to.email, ...occasion });
  app.outboxFilled?.();
  return queued;
}

/** What the delivery log is told of a mail that goes into the outbox. */
export interface NewDelivery {
  /** of its outbox message */
  readonly id: string;
  readonly accountId: PrincipalId;
  readonly purpose: string;
  readonly recipient: string;
  readonly objectId?: ObjectId;
  readonly uid?: string;
  readonly method?: string;
}

/** Begins a mail's entry in the delivery log. What names the mail to other servers is made here, for good. */
export function logDelivery(
  { app, tx, now }: Pick<WriteScope, "app" | "tx" | "now">,
  { id, accountId, purpose, recipient, objectId, uid, method }: NewDelivery,
): Promise<void> {
  return tx.mail.insertDelivery({
    id,
    accountId,
    purpose,
    objectId: objectId ?? null,
    uid: uid ?? null,
    method: method ?? null,
    recipient: recipient.toLowerCase(),
    messageId: `<${app.newSecret(18)}@${app.outside?.domain ?? "localhost"}>`,
    state: "queued",
    detail: null,
    createdAt: now,
    updatedAt: now,
  });
}
