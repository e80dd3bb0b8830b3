import type { MailServer, MailSettings, MailTrial } from "@snart/calendar/jmap/mail.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import { mailBody } from "../app/outbox/mail-body.ts";
import type { MailboxState, MailAdministration } from "../app/mail-administration.ts";
import type { MailOut } from "./open-mail.ts";
import { RefusedMail } from "./smtp.ts";
import { wireMessage } from "./wire-message.ts";

interface MailAdministrationConfig {
  readonly smtpUrl: string | null;
  readonly mailFrom: string | null;
  readonly mailReplies: string | null;
  readonly imapUrl: string | null;
  readonly imapDoneFolder: string | null;
  readonly mailAuthServer: string | null;
}

/**
 * Mail administration.
 * @param mail the outgoing mail; undefined: none
 * @param mailbox the state of the mailbox; undefined: none is configured
 */
export function mailAdministration(
  config: MailAdministrationConfig,
  mail: MailOut | undefined,
  mailbox: () => MailboxState | undefined,
  now: () => number,
): MailAdministration {
  return {
    settings: settingsOf(config),
    mailbox,
    async tryOut(to, language) {
      if (!mail) return { outcome: "failed", said: "" };
      const words = nodeMessages(language);
      const body = mailBody([{ kind: "text", text: words("mail.test.body") }]);
      const at = now();
      const message = wireMessage(
        mail.sender,
        { messageId: `<test.${at}@${mail.gateway.domain}>`, createdAt: at },
        { to, language, subject: words("mail.test.subject"), ...body },
      );
      try {
        await mail.transport.send(message);
        return { outcome: "taken", said: "" };
      } catch (error) {
        return trialOf(error);
      }
    },
  };
}

const LONGEST = 500;

/** The problem, by the codes of nodemailer and of Node's sockets. */
function trialOf(error: unknown): MailTrial {
  const said = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST);
  if (error instanceof RefusedMail) return { outcome: "refused", said };
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EAUTH") return { outcome: "not-let-in", said };
  if (code === "ETLS" || /CERT|certificate|SSL|TLS/.test(`${code} ${said}`))
    return { outcome: "not-trusted", said };
  const isUnreachable = ["ECONNECTION", "ETIMEDOUT", "EDNS", "ESOCKET", "ECONNREFUSED", "ENOTFOUND"].includes(
    code,
  );
  return { outcome: isUnreachable ? "unreachable" : "failed", said };
}

function settingsOf(config: MailAdministrationConfig): MailSettings {
  const { smtpUrl, mailFrom, mailReplies, imapUrl, imapDoneFolder, mailAuthServer } = config;
  return {
    server: smtpUrl === null ? null : serverOf(smtpUrl),
    from: mailFrom,
    replies: mailReplies,
    mailbox: imapUrl === null ? null : { ...serverOf(imapUrl), folder: folderOf(imapUrl) },
    doneFolder: imapDoneFolder,
    authServer: mailAuthServer,
  };
}

const PORTS: Readonly<Record<string, number>> = { "smtp:": 587, "smtps:": 465, "imap:": 143, "imaps:": 993 };

/** The parts of an address with a name and a password that may be shown. */
function serverOf(address: string): MailServer {
  const { protocol, hostname, port, username } = new URL(address);
  return {
    host: hostname,
    port: port === "" ? (PORTS[protocol] ?? 0) : Number(port),
    isSecure: protocol === "smtps:" || protocol === "imaps:",
    signsIn: username !== "",
  };
}

const folderOf = (address: string): string =>
  decodeURIComponent(new URL(address).pathname.slice(1)) || "INBOX";
