import { giveUpMail, mailReport, retryMail, type MailReport } from "../../../app/mail/administer-mail.ts";
import { commandLineActor } from "../../../app/actor.ts";
import { UsageProblem, type Command, type CommandContext } from "../../command.ts";
import { JSON_FLAG, print, printRows, timeOf } from "../../print-rows.ts";
import { unwrap } from "../../unwrap.ts";

const linesOf = ({ waiting, failed }: MailReport) => [
  ...waiting.map(({ message, delivery }) => ({
    id: message.id,
    state: "waiting",
    recipient: delivery.recipient,
    purpose: delivery.purpose,
    attempts: message.attempts,
    nextAt: timeOf(message.availableAt),
    said: message.lastError ?? delivery.detail,
  })),
  ...failed.map((delivery) => ({
    id: delivery.id,
    state: delivery.state,
    recipient: delivery.recipient,
    purpose: delivery.purpose,
    attempts: null,
    nextAt: null,
    said: delivery.detail,
  })),
];

const list: Command = {
  name: "mail list",
  summary:
    "Lists mail that waits to be sent, oldest first, and mail that was not delivered: id, state, recipient, purpose, tries, next try (UTC), what the mail server said; separated by tabs.",
  args: [],
  flags: JSON_FLAG,
  examples: ["mail list"],
  calls: ["Server/mail"],
  async run(context) {
    const report = unwrap(await mailReport(await context.openApp(), commandLineActor()));
    return printRows(context, linesOf(report), (mail) => [
      mail.id,
      mail.state,
      mail.recipient,
      mail.purpose,
      mail.attempts,
      mail.nextAt,
      mail.said,
    ]);
  },
};

type Act = typeof retryMail;

const acting = (word: string, summary: string, call: string, act: Act): Command => ({
  name: `mail ${word}`,
  summary: `${summary} Prints of how many.`,
  args: [],
  flags: {
    id: { value: "ID", says: "One, as mail list names it." },
    all: { says: "All that waits." },
    ...JSON_FLAG,
  },
  examples: [`mail ${word} --all`],
  calls: [call],
  async run(context) {
    const { id, all } = context.values;
    if ((typeof id === "string") === (all === true))
      throw new UsageProblem("Either --id or --all is needed.");
    return actOn(context, act, typeof id === "string" ? id : undefined);
  },
});

async function actOn(context: CommandContext, act: Act, id: string | undefined): Promise<number> {
  const app = await context.openApp();
  const actor = commandLineActor();
  const { waiting } = unwrap(await mailReport(app, actor));
  const ids = waiting.map(({ message }) => message.id).filter((one) => id === undefined || one === id);
  const count = unwrap(await act(app, actor, ids));
  return print(context, { count }, [String(count)]);
}

export const mailCommands: readonly Command[] = [
  list,
  acting(
    "retry",
    "Makes waiting mail due at once: a running server tries it within a second.",
    "Server/retryMail",
    retryMail,
  ),
  acting("give-up", "Throws waiting mail away.", "Server/giveUpMail", giveUpMail),
];
