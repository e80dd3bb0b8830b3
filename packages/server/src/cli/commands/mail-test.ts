import { languages } from "@snart/locales/language.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import { mailBody } from "../../app/outbox/mail-body.ts";
import { checkMailbox } from "../../mail/mailbox.ts";
import { openMail } from "../../mail/open-mail.ts";
import { wireMessage } from "../../mail/wire-message.ts";
import { CommandProblem, type Command, type CommandContext } from "../command.ts";
import { JSON_FLAG, print } from "../print-rows.ts";

export const mailTest: Command = {
  name: "mail-test",
  summary: "Sends a test message to an address, and looks whether the mailbox for answers can be opened.",
  args: [{ name: "ADDRESS", says: "Whom to send it to." }],
  flags: JSON_FLAG,
  examples: ["mail-test you@example.com"],
  calls: ["Server/testMail"],
  async run(context) {
    const [address = ""] = context.positionals;
    const say = context.values["json"] === true ? () => undefined : context.stdout;
    await sendTest({ ...context, stdout: say }, address);
    const { imapUrl } = context.config;
    const problem =
      imapUrl === null ? undefined : await checkMailbox(imapUrl).then(() => undefined, reasonOf);
    if (problem !== undefined) throw new CommandProblem(`The mailbox cannot be opened: ${problem}`);
    const mailbox = imapUrl === null ? "none" : "opened";
    return print(context, { taken: address, mailbox }, [
      imapUrl === null ? "No mailbox is set up (SNART_IMAP_URL)." : "The mailbox can be opened.",
    ]);
  },
};

async function sendTest({ config, stdout }: CommandContext, address: string): Promise<void> {
  const mail = openMail(config);
  if (!mail) throw new CommandProblem("No mail is set up. SNART_SMTP_URL and SNART_MAIL_FROM are needed.");
  if (!mail.gateway.reaches(address))
    throw new CommandProblem(`${address} is no address that mail is sent to.`);
  const now = Date.now();
  const words = languages.map(nodeMessages);
  const subject = words.map((say) => say("mail.test.subject")).join(" · ");
  const body = mailBody(words.map((say) => ({ kind: "text", text: say("mail.test.body") }) as const));
  const message = wireMessage(
    mail.sender,
    { messageId: `<test.${now}@${mail.gateway.domain}>`, createdAt: now },
    { to: { email: address }, language: "en-GB", subject, ...body },
  );
  try {
    await mail.transport.send(message);
  } catch (error) {
    throw new CommandProblem(`The message was not sent: ${reasonOf(error)}`);
  } finally {
    mail.transport.close();
  }
  stdout(`The mail server has taken a message to ${address}.\n`);
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
