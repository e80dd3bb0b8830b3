import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { BackupTrouble } from "../../storage/port/backup-service.ts";
import type { App } from "../app.ts";
import { mailBody } from "../outbox/mail-body.ts";
import { queueMail } from "../outbox/queue-mail.ts";

/** The purpose of such mails in the delivery log. */
const BACKUP_MAIL = "backup";

/** Mails every administrator, in their language, that no backup was made for so many nights, and why. */
export async function warnOfMissed(
  app: App,
  tx: WriteTransaction,
  missed: number,
  { code, detail }: BackupTrouble,
): Promise<void> {
  const people = await tx.principals.list("person");
  for (const person of people.filter(({ isAdmin, status }) => isAdmin && status === "active")) {
    if (person.email === null) continue;
    const language = person.preferences.language ?? "en-GB";
    const t = nodeMessages(language);
    const subject = t("mail.backup.subject", { count: missed });
    const { text, html } = mailBody([
      { kind: "heading", text: subject },
      { kind: "text", text: t(`admin.backups.why.${code}`, { detail }) },
      { kind: "text", text: t("mail.backup.body") },
    ]);
    const occasion = { accountId: person.id, purpose: BACKUP_MAIL, key: app.newId() };
    const to = { email: person.email, ...(person.displayName !== "" && { name: person.displayName }) };
    await queueMail({ app, tx, now: app.now() }, occasion, { to, language, subject, text, html });
  }
}
