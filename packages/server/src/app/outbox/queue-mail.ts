import { DAY } from "@snart/calendar/time/instant.ts";
import type { Language } from "@snart/locales/language.ts";
import type { ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { WriteScope } from "../scope.ts";

/** The kind of outbox messages that are finished mails. */
export const MAIL_MESSAGE = "mail";

/** A finished message with its complete text. */
export interface Mail {
  readonly to: MailAddress;
  /** The sender's name; the address is the server's. Absent: the server's own name. */
  readonly senderName?: string;
  /** The address for answers. Absent: the server's address. */
  readonly replyTo?: MailAddress;
  /** The language of its first part. */
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
interface MailAttachment {
  readonly name: string;
  /** media type with its parameters */
  readonly type: string;
  readonly text: string;
}

/** How the server identifies a mail. */
interface MailOccasion {
  /** The account that it is of. */
  readonly accountId: PrincipalId;
  /** Whose doing it is; absent: the owner's. */
  readonly causedBy?: PrincipalId;
  /** Its purpose ("reminder"), for the delivery log. */
  readonly purpose: string;
  /** A second mail with the same key is not sent. */
  readonly key: string;
  readonly objectId?: ObjectId;
  /** The earliest time of sending; absent: at once. */
  readonly availableAt?: number;
}

/** A mail in the outbox. */
export interface QueuedMail extends Mail {
  /** of the outbox message and of its entry in the delivery log */
  readonly id: string;
}

/**
 * Puts a finished mail into the outbox, in the transaction of its cause: it is sent after the commit, with a single
 * effect (its Message-ID stays the same in every attempt), with growing pauses between attempts, and is given up in
 * the end.
 * @returns "no-mail" if the server sends none, or none to this address
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

/** The delivery log's entry for a mail in the outbox. */
interface NewDelivery {
  /** of its outbox message */
  readonly id: string;
  readonly accountId: PrincipalId;
  readonly causedBy?: PrincipalId;
  readonly purpose: string;
  readonly recipient: string;
  readonly objectId?: ObjectId;
  readonly uid?: string;
  readonly method?: string;
}

/** What goes to others because of what somebody does, and could be sent to anybody. */
export const TO_OTHERS: readonly string[] = ["invitation", "sign-up"];
/** For the log, and for administrators who read it. */
const TOO_MANY = "more mails than a person may send in a day";

/**
 * Creates a mail's entry in the delivery log. Its permanent Message-ID is made here. One past the day's limit is given up at once, and
 * stands in the log as failed.
 */
export async function logDelivery(
  { app, tx, now }: Pick<WriteScope, "app" | "tx" | "now">,
  { id, accountId, causedBy = accountId, purpose, recipient, objectId, uid, method }: NewDelivery,
): Promise<void> {
  const { mailsPerDay } = app.limits;
  const isPast =
    TO_OTHERS.includes(purpose) &&
    (await tx.mail.sentSince(causedBy, now - DAY, TO_OTHERS, mailsPerDay)) >= mailsPerDay;
  return tx.mail.insertDelivery({
    id,
    accountId,
    causedBy,
    purpose,
    objectId: objectId ?? null,
    uid: uid ?? null,
    method: method ?? null,
    recipient: recipient.toLowerCase(),
    messageId: `<${app.newSecret(18)}@${app.outside?.domain ?? "localhost"}>`,
    state: isPast ? "failed" : "queued",
    detail: isPast ? TOO_MANY : null,
    createdAt: now,
    updatedAt: now,
  });
}
