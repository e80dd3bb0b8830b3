import type { OutsideGateway } from "../app/outside-gateway.ts";
import { openSmtp, type MailTransport } from "./smtp.ts";
import type { MailSender } from "./wire-message.ts";

export interface MailConfig {
  readonly smtpUrl: string | null;
  readonly mailFrom: string | null;
  readonly mailReplies: string | null;
  readonly publicUrl: string | null;
}

/** The configured outgoing mail. */
export interface MailOut {
  readonly gateway: OutsideGateway;
  readonly transport: MailTransport;
  readonly sender: MailSender;
  /** where answers to invitations are received; null: by the organizer */
  readonly replies: string | null;
  readonly publicUrl: string | null;
}

/** Outgoing mail; undefined if it is not configured. Connects only when there is something to send. */
export function openMail(config: MailConfig): MailOut | undefined {
  const { smtpUrl, mailFrom, mailReplies, publicUrl } = config;
  const gateway = outsideGateway(config);
  if (smtpUrl === null || mailFrom === null || !gateway) return undefined;
  return {
    gateway,
    transport: openSmtp(smtpUrl),
    sender: { email: mailFrom, name: "Snart" },
    replies: mailReplies,
    publicUrl,
  };
}

/** Addresses that SMTP accepts without quoting (RFC 5321 §4.5.3.1); no server on the internet needs more. */
const isAddress = (email: string): boolean =>
  /^[^\s@<>",;:\\()[\]\p{Cc}]{1,64}@[^\s@<>",;:\\()[\]\p{Cc}]{1,190}$/u.test(email);

/** The gateway to people outside, as configured; undefined: none. */
export function outsideGateway({
  smtpUrl,
  mailFrom,
  mailReplies,
  publicUrl,
}: MailConfig): OutsideGateway | undefined {
  if (smtpUrl === null || mailFrom === null) return undefined;
  const domain = mailFrom.slice(mailFrom.lastIndexOf("@") + 1);
  const own = new Set([mailFrom, mailReplies ?? mailFrom].map((address) => address.toLowerCase()));
  const links = publicUrl === null ? { isWithoutLinks: true } : {};
  return { domain, ...links, reaches: (email) => isAddress(email) && !own.has(email.toLowerCase()) };
}
