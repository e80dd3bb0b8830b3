import { languages } from "@snart/locales/language.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import { mailBody } from "../../app/outbox/mail-body.ts";
import { checkMailbox } from "../../mail/mailbox.ts";
import { openMail } from "../../mail/open-mail.ts";
import { wireMessage } from "../../mail/wire-message.ts";
import { CommandProblem, type Command, type CommandContext } from "../command.ts";

export const mailTest: Command = {
  name: "mail-test",
  usage: "ADDRESS",
  summary: "Sends a test message to an address, and looks whether the mailbox for answers can be opened.",
  options: {},
  positionals: 1,
  async run(context) {
    const [address = ""] = context.positionals;
    await sendTest(context, address);
    const { imapUrl } = context.config;
    if (imapUrl === null) {
      context.stdout("No mailbox is set up (SNART_IMAP_URL).\n");
      return 0;
    }
    const problem = await checkMailbox(imapUrl).then(() => undefined, reasonOf);
    if (problem !== undefined) throw new CommandProblem(`The mailbox cannot be opened: ${problem}`);
    context.stdout("The mailbox can be opened.\n");
    return 0;
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
