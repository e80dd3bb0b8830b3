import { hash } from "node:crypto";
import type { Mail, MailAddress } from "../app/outbox/queue-mail.ts";
import type { MailDelivery } from "../app/types.ts";
import type { WireMessage } from "./smtp.ts";

/** Snart's name and address in mail. */
export interface MailSender {
  /** the address that mail comes from */
  readonly email: string;
  readonly name: string;
}

/** A scheduling message inside a mail (RFC 6047). */
interface CalendarPart {
  readonly method: string;
  readonly text: string;
}

interface Threading {
  readonly inReplyTo: string;
  readonly references: readonly string[];
}

/**
 * The message to send: plain text and HTML as alternatives, the scheduling message as a third one whose `method`
 * equals its METHOD (RFC 6047 §2.4), and once more as a file, which Apple Mail and the Outlook apps open.
 */
export function wireMessage(
  sender: MailSender,
  delivery: Pick<MailDelivery, "messageId" | "createdAt">,
  mail: Mail,
  parts: { readonly calendar?: CalendarPart; readonly thread?: Threading } = {},
): WireMessage {
  const { calendar, thread } = parts;
  return {
    messageId: delivery.messageId,
    // What is sent again is the same to the byte.
    baseBoundary: hash("sha256", delivery.messageId, "hex").slice(0, 32),
    date: new Date(delivery.createdAt),
    from: address({ email: sender.email, name: mail.senderName ?? sender.name }),
    to: address(mail.to),
    envelope: { from: sender.email, to: mail.to.email },
    ...(mail.replyTo && { replyTo: address(mail.replyTo) }),
    ...(thread && { inReplyTo: thread.inReplyTo, references: [...thread.references] }),
    subject: oneLine(mail.subject, LONGEST_SUBJECT),
    text: mail.text,
    html: mail.html,
    // Machines must not answer machines (RFC 3834 §5).
    headers: { "Auto-Submitted": "auto-generated", "Content-Language": mail.language },
    ...(calendar && {
      icalEvent: { method: calendar.method, content: calendar.text, filename: "invite.ics" },
    }),
    attachments: (mail.attachments ?? []).map(({ name, type, text }) => ({
      filename: oneLine(name, LONGEST_NAME),
      contentType: type,
      content: text,
    })),
  };
}

const LONGEST_SUBJECT = 200;
const LONGEST_NAME = 100;

const address = ({ email, name }: MailAddress): { name: string; address: string } => ({
  name: oneLine(name ?? "", LONGEST_NAME),
  address: email,
});

/** A name or title with line breaks could become headers of its own. */
const oneLine = (text: string, longest: number): string =>
  Array.from(text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim())
    .slice(0, longest)
    .join("");
