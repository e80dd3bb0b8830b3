import type { OutsideGateway } from "../app/outside-gateway.ts";
import { openSmtp, type MailTransport } from "./smtp.ts";
import type { MailSender } from "./wire-message.ts";

export interface MailConfig {
  readonly smtpUrl: string | null;
  readonly mailFrom: string | null;
  readonly mailReplies: string | null;
  readonly publicUrl: string | null;
}

/** Mail as it is set up. */
export interface MailOut {
  readonly gateway: OutsideGateway;
  readonly transport: MailTransport;
  readonly sender: MailSender;
  /** where answers to invitations are asked for; null: at whoever invites */
  readonly replies: string | null;
  readonly publicUrl: string | null;
}

/** Mail out of the server; undefined where none is set up. Connects to nothing before there is something to send. */
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

/** What SMTP takes without quoting (RFC 5321 §4.5.3.1); no server on the internet needs more. */
const isAddress = (email: string): boolean =>
  /^[^\s@<>",;:\\()[\]\p{Cc}]{1,64}@[^\s@<>",;:\\()[\]\p{Cc}]{1,190}$/u.test(email);

/** Whom mail reaches, as it is set up; undefined: nobody. */
export function outsideGateway({ smtpUrl, mailFrom, mailReplies }: MailConfig): OutsideGateway | undefined {
  if (smtpUrl === null || mailFrom === null) return undefined;
  const domain = mailFrom.slice(mailFrom.lastIndexOf("@") + 1);
  const own = new Set([mailFrom, mailReplies ?? mailFrom].map((address) => address.toLowerCase()));
  return { domain, reaches: (email) => isAddress(email) && !own.has(email.toLowerCase()) };
}
